import type { CalendarData } from "~/domain/calendar/calendar-data";
import { readCalendarWeek } from "~/domain/calendar/read-calendar-week.sql.server";
import { readCalendar, readCalendarMonth } from "~/domain/calendar/read-calendar.sql.server";
import { listBusyTimes } from "~/domain/calendars/busy-times.server";
import { hasRole, type StaffActor, type UserActor } from "~/domain/identity/actor";
import { explain } from "~/domain/slots/explain.sql.server";
import { orBusyPage } from "~/http/or-busy-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clock } from "~/lib/clock";
import { addDays, startOfDay } from "~/lib/time";
import { instantWriter } from "~/ui/when";
import { agendaOf } from "./agenda-model";
import { axisDays, type CalendarView, daysOfView, firstOfView } from "./axis";
import { calendarModel } from "./calendar-model";
import type { ShownCalendar } from "./calendar-page";
import { type CalendarQuery, calendarPath, MAX_SHOWN, type WhyQuestion } from "./calendar-query";
import { monthModel, weekdayNames } from "./month-model";
import { readCalendarQuery } from "./read-calendar-query.server";
import { ENTRIES_EACH, peopleWeek } from "./week-model";
import { serviceOf, type WhyInput, whyView } from "./why-model";

/** The calendar for a URL. `usual`: the default view. */
export async function loadCalendar(
  actor: UserActor,
  params: URLSearchParams,
  usual: CalendarView,
): Promise<ShownCalendar> {
  const { locale, time_zone, today } = calendarOf(actor);
  const now_ms = clock.now();
  const requested = readCalendarQuery(params, today, usual);
  const first = firstOfView(requested.view, requested.date);
  const count = daysOfView(requested.view);
  const [begins, ends] = [
    startOfDay(first, time_zone),
    startOfDay(addDays(first, count), time_zone),
  ];
  const isList = requested.view === "agenda";
  const at =
    isList && requested.at !== null && requested.at > begins && requested.at < ends
      ? requested.at
      : null;
  const most = MAX_SHOWN[requested.view];
  const isAnyone = requested.resources.length === 0 && !requested.all;
  const range = {
    from: new Date(at ?? begins),
    to: new Date(ends),
    resource_ids: isAnyone ? null : requested.resources,
    most,
    skip: (requested.page - 1) * most,
  };
  const title = titleOf(requested, today, locale);
  const page = {
    title,
    today,
    time_zone,
    locale,
    mayEdit: hasRole(actor, "staff"),
    maySetUp: hasRole(actor, "admin"),
  };
  const overview = { ...page, more: null, left_out: null, why: null };
  if (requested.view === "month") {
    const { pickable, picked, ...month } = await orBusyPage(readCalendarMonth(actor, range));
    const query = { ...requested, resources: picked };
    return {
      ...overview,
      query,
      resources: pickable,
      people: null,
      shown: {
        kind: "month",
        ...monthModel(month, query, first, today, locale),
        weekdays: weekdayNames(first, locale),
      },
    };
  }
  const week =
    requested.view === "week" && requested.resources.length !== 1
      ? await orBusyPage(readCalendarWeek(actor, range, ENTRIES_EACH))
      : null;
  if (week !== null) {
    const query = { ...requested, resources: week.picked, why: null };
    return {
      ...overview,
      query,
      resources: week.pickable,
      people: peopleOf(week, query, most),
      shown: {
        kind: "week",
        week: peopleWeek({ week, query, first, today, now_ms, locale, time_zone }),
      },
    };
  }
  const data = await readCalendar(actor, range, isList ? "list" : "grid");
  const shown = data.resources.map(({ id }) => id);
  const busy =
    shown.length === 0 ? [] : await listBusyTimes(actor, { ...range, resource_id: shown });
  const query = { ...requested, resources: data.picked, at };
  const days = axisDays(first, count, time_zone, locale);
  const input = { data, busy, days, now_ms, locale, time_zone, query, today };
  const write = instantWriter({ locale, time_zone });
  const words = (instant: number) => write(new Date(instant).toISOString());
  const { left_out_from_ms } = data;
  // Where the list's next page starts. Always later than this page's start, even if many entries
  // share a start.
  const until =
    isList && left_out_from_ms !== null
      ? Math.max(left_out_from_ms, (at ?? begins) + SHORTEST_PAGE_MS)
      : null;
  const isCut = left_out_from_ms !== null && (until === null || left_out_from_ms < until);
  return {
    ...page,
    query,
    resources: data.pickable,
    people: peopleOf(data, query, most),
    more:
      at === null && until === null
        ? null
        : {
            first: at === null ? null : calendarPath(query),
            next: until === null ? null : calendarPath(query, { at: until }),
            from: until === null ? null : words(until),
          },
    left_out: isCut ? words(left_out_from_ms) : null,
    why: query.why && (await answerWhy(actor, query.why, input)),
    shown: isList
      ? { kind: "agenda", days: agendaOf({ ...input, from_ms: at, until_ms: until }) }
      : { kind: "grid", model: calendarModel(input) },
  };
}

const SHORTEST_PAGE_MS = 15 * 60_000;

/** The page of resources shown; null if all are. */
function peopleOf(
  {
    pickable,
    picked,
    resources,
  }: Pick<CalendarData, "pickable" | "picked"> & { resources: { id: string }[] },
  query: CalendarQuery,
  most: number,
): ShownCalendar["people"] {
  const all = picked.length > 0 ? picked : pickable.map(({ id }) => id);
  if (resources.length === 0 || resources.length >= all.length) return null;
  const before = Math.max(all.indexOf(resources[0]!.id), 0);
  const last = before + resources.length;
  const page = Math.floor(before / most) + 1;
  const left = Math.min(most, all.length - last);
  return {
    first: before + 1,
    last,
    total: all.length,
    previous: page === 1 ? null : { count: most, href: calendarPath(query, { page: page - 1 }) },
    next: left === 0 ? null : { count: left, href: calendarPath(query, { page: page + 1 }) },
  };
}

/** "Tue 24 Nov", "23 – 29 Nov", "November 2026"; with the year if not the current one. */
function titleOf({ view, date }: CalendarQuery, today: string, locale: string): string {
  const utc = (day: string) => new Date(`${day}T00:00:00Z`);
  const year = date.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: "numeric" } as const);
  const say = (words: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...words });
  if (view === "month") return say({ month: "long", year: "numeric" }).format(utc(date));
  const short = { day: "numeric", month: "short", ...year } as const;
  if (view === "day") return say({ weekday: "short", ...short }).format(utc(date));
  const first = firstOfView(view, date);
  return say(short).formatRange(utc(first), utc(addDays(first, daysOfView(view) - 1)));
}

/** The booking engine explains its own decisions. */
async function answerWhy(
  actor: StaffActor,
  question: WhyQuestion,
  input: Omit<WhyInput, "question" | "explanation">,
) {
  const { resource_id, date } = question;
  const schedule_id = serviceOf(input.data, question);
  const isShown = input.data.resources.some(({ id }) => id === resource_id);
  const explanation =
    schedule_id === null || !isShown
      ? null
      : await explain(actor, { schedule_id, resource_id, date, party_size: 1 });
  return whyView({ ...input, question, explanation });
}
