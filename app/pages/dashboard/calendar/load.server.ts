import { readCalendar, readCalendarMonth } from "~/domain/calendar/read-calendar.sql.server";
import { listBusyTimes } from "~/domain/calendars/busy-times.server";
import { hasRole, type StaffActor, type UserActor } from "~/domain/identity/actor";
import { explain } from "~/domain/slots/explain.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clock } from "~/lib/clock";
import { addDays, startOfDay } from "~/lib/time";
import { instantWriter } from "~/ui/when";
import { agendaOf } from "./agenda-model";
import { axisDays, type CalendarView, daysOfView, firstOfView } from "./axis";
import { calendarModel } from "./calendar-model";
import type { ShownCalendar } from "./calendar-page";
import {
  type CalendarQuery,
  MOST_COLUMNS,
  readCalendarQuery,
  type WhyQuestion,
} from "./calendar-query";
import { monthModel, weekdayNames } from "./month-model";
import { serviceAsked, type WhyInput, whyView } from "./why-model";

/** The calendar that an address asks for. `usual`: the view where it names none. */
export async function loadCalendar(
  actor: UserActor,
  params: URLSearchParams,
  usual: CalendarView,
): Promise<ShownCalendar> {
  const { locale, time_zone, today } = calendarOf(actor);
  const now_ms = clock.now();
  const asked = readCalendarQuery(params, today, usual);
  const first = firstOfView(asked.view, asked.date);
  const count = daysOfView(asked.view);
  const range = {
    from: new Date(startOfDay(first, time_zone)),
    to: new Date(startOfDay(addDays(first, count), time_zone)),
    resource_ids: asked.resources.length > 0 || asked.all ? asked.resources : null,
    most: MOST_COLUMNS[asked.view],
    // A week begins with one, at full width.
    unpicked: asked.view === "week" && !asked.all ? 1 : MOST_COLUMNS[asked.view],
  };
  const title = titleOf(asked, today, locale);
  const page = {
    title,
    today,
    time_zone,
    locale,
    mayEdit: hasRole(actor, "staff"),
    maySetUp: hasRole(actor, "admin"),
  };
  if (asked.view === "month") {
    const { figures, pickable, picked } = await readCalendarMonth(actor, range);
    const query = { ...asked, resources: picked };
    const weeks = monthModel(figures, query, first, today, locale);
    return {
      ...{ ...page, query, resources: pickable, why: null, left_out: null },
      shown: { kind: "month", weeks, weekdays: weekdayNames(first, locale) },
    };
  }
  const data = await readCalendar(actor, range);
  const shown = data.resources.map(({ id }) => id);
  const busy =
    shown.length === 0 ? [] : await listBusyTimes(actor, { ...range, resource_id: shown });
  const query = { ...asked, resources: data.picked };
  const days = axisDays(first, count, time_zone, locale);
  const input = { data, busy, days, now_ms, locale, time_zone, query, today };
  return {
    ...{ ...page, query, resources: data.pickable },
    left_out:
      data.left_out_from_ms === null
        ? null
        : instantWriter({ locale, time_zone })(new Date(data.left_out_from_ms).toISOString()),
    why: query.why && (await answerWhy(actor, query.why, input)),
    shown:
      query.view === "agenda"
        ? { kind: "agenda", days: agendaOf(input) }
        : { kind: "grid", model: calendarModel(input) },
  };
}

/** "Tue 24 Nov", "23 – 29 Nov", "November 2026"; the year where it is not this one. */
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

/** The engine that books says why it does not. */
async function answerWhy(
  actor: StaffActor,
  question: WhyQuestion,
  input: Omit<WhyInput, "question" | "explanation">,
) {
  const { resource_id, date } = question;
  const schedule_id = serviceAsked(input.data, question);
  const isShown = input.data.resources.some(({ id }) => id === resource_id);
  const explanation =
    schedule_id === null || !isShown
      ? null
      : await explain(actor, { schedule_id, resource_id, date, party_size: 1 });
  return whyView({ ...input, question, explanation });
}
