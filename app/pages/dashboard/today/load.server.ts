import { z } from "zod";
import { UPCOMING } from "~/contract/booking-status";
import { BookingFilter } from "~/contract/booking-filter";
import { LocalDate } from "~/contract/common";
import { readDayFigures } from "~/domain/analytics/today-figures.sql.server";
import { listOwnAttention } from "~/domain/attention/list-attention.server";
import { bookingsById, listBookings } from "~/domain/bookings/read/list-bookings.sql.server";
import { readDay } from "~/domain/bookings/read/read-day.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { readChecklist } from "~/domain/onboarding/checklist.sql.server";
import { hasLimits } from "~/domain/schedules/has-limits.sql.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { readNextFree } from "~/domain/slots/next-free.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clockFormat } from "~/i18n/clock-format";
import { clock } from "~/lib/clock";
import { inOneTrip } from "~/lib/one-trip.sql.server";
import { addDays, localDateOf, startOfDay } from "~/lib/time";
import { dateWords, describeBookings } from "~/ui/booking/booking-lines";
import { arrivalsOf, listedOf } from "./arrivals";
import { attentionOf } from "./attention";
import { figuresOf } from "./figures";
import { loadWalkIn } from "./load-walk-in.server";
import { nextFreeOf } from "./next-free";

export type TodayView = Awaited<ReturnType<typeof loadToday>>;

/** As many resources as fit next to the bookings. */
const MAX_RESOURCES = 8;
const TIMES = 3;
/** Rows listed initially: as many as a screen shows. */
const ROWS = 12;
/** Rows added per request. */
const MORE_ROWS = 30;
/** Upcoming bookings listed when today has no more. */
const COMING = 5;

/** A day (default today): guests, next free times, attention items and figures. */
export async function loadToday(actor: UserActor, query: URLSearchParams) {
  const calendar = calendarOf(actor);
  const { today, time_zone, locale } = calendar;
  const date = LocalDate.safeParse(query.get("date")).data ?? today;
  const most = z.coerce.number().int().min(ROWS).max(1000).catch(ROWS).parse(query.get("rows"));
  const with_earlier = query.get("earlier") === "all";
  const addressOf = (rows: number, earlier: boolean) => {
    const params = new URLSearchParams({
      ...(date !== today && { date }),
      ...(rows !== ROWS && { rows: String(rows) }),
      ...(earlier && { earlier: "all" }),
    });
    return params.size === 0 ? "/dashboard" : `/dashboard?${params}`;
  };
  const now = clock.now();
  const isAdmin = hasRole(actor, "admin");
  const may_change = hasRole(actor, "staff");
  const reads = inOneTrip();
  const has_limits = await hasLimits(actor.tenant.id);
  const ahead = { from: new Date(now).toISOString(), sort: "starts_at" };
  const waitingFilter = { ...ahead, status: "pending", limit: 50 };
  const comingFilter = { ...ahead, status: UPCOMING.join(","), limit: COMING };
  const [{ bookings, has_more }, pending, resources, walk_in, attention, [day, before], checklist] =
    await Promise.all([
      readDay(actor, date, new Date(now), reads),
      listBookings(actor, BookingFilter.parse(waitingFilter)),
      readNextFree(
        actor,
        {
          from: new Date(Math.max(now, startOfDay(date, time_zone))),
          to: new Date(startOfDay(addDays(date, 1), time_zone)),
          resources: MAX_RESOURCES + 1,
          times: TIMES,
          has_limits,
        },
        reads,
      ),
      may_change && date === today ? loadWalkIn(actor, query, { reads, has_limits }) : null,
      listOwnAttention(actor),
      readDayFigures(actor, date, reads),
      readChecklist(actor),
    ]);
  const starting = bookings.filter(({ starts_ms }) => starts_ms >= startOfDay(date, time_zone));
  const is_today = date === today;
  const listed = listedOf(starting, { now, is_today, most, with_earlier });
  const isOver = is_today && starting.every(({ ends_ms }) => ends_ms <= now);
  const shownToday = [...listed.earlier, ...listed.rows];
  const [services, found, coming] = await Promise.all([
    scheduleNames(
      actor.tenant.id,
      shownToday.map(({ schedule_id }) => schedule_id),
    ),
    bookingsById(
      actor,
      shownToday.map(({ id }) => id),
    ),
    isOver ? listBookings(actor, BookingFilter.parse(comingFilter)) : null,
  ]);
  const waiting = describeBookings(pending.data, [], calendar);
  const time = clockFormat(locale, time_zone);
  const dayAndTime = clockFormat(locale, time_zone, { weekday: "short" });
  const dateOnly = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).format(
      new Date(`${date}T00:00Z`),
    );
  const shown = resources.slice(0, MAX_RESOURCES);
  return {
    date,
    day: dateWords(date, calendar),
    short_day: dateOnly({ weekday: "short", day: "numeric", month: "long" }),
    weekday: dateOnly({ weekday: "long" }),
    days_ahead: (Date.parse(date) - Date.parse(today)) / 86_400_000,
    before: dayBeside(date, -1, today),
    after: dayBeside(date, 1, today),
    now: time.format(now),
    arrivals: arrivalsOf({ listed, bookings: found, services, calendar, actor, now }),
    more_rows: addressOf(most + MORE_ROWS, with_earlier),
    other_earlier: addressOf(most, !with_earlier),
    has_more,
    coming: describeBookings(coming?.data ?? [], [], calendar),
    walk_in,
    next_free: nextFreeOf({ resources: shown, bookings, date, time_zone, locale, now }),
    has_more_resources: resources.length > MAX_RESOURCES,
    attention: attentionOf(
      // one line per booking
      pending.data.map((booking, index) => ({ booking, line: waiting[index]! })),
      attention,
      (instant) =>
        (localDateOf(Date.parse(instant), time_zone) === today ? time : dayAndTime).format(
          new Date(instant),
        ),
    ),
    checklist,
    figures: figuresOf({
      day,
      before,
      currency: actor.tenant.currency,
      locale,
      is_today,
      with_money: isAdmin,
    }),
    may_change,
  };
}

/** Today's URL has no date, so a bookmark always shows the current day. */
function dayBeside(date: string, days: number, today: string): string {
  const beside = addDays(date, days);
  return beside === today ? "/dashboard" : `/dashboard?date=${beside}`;
}
