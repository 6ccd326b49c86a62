import { UPCOMING } from "~/contract/booking-status";
import { type Booking } from "~/contract/bookings";
import { BookingFilter } from "~/contract/booking-filter";
import { PageQuery } from "~/contract/common";
import { ResourceFilter } from "~/contract/resources";
import { readDayFigures } from "~/domain/analytics/today-figures.sql.server";
import { listAttention } from "~/domain/attention/list-attention.server";
import { bookingActions } from "~/domain/bookings/booking-actions";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { readChecklist } from "~/domain/onboarding/checklist.sql.server";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { clock } from "~/lib/clock";
import { dateWords, describeBookings } from "~/ui/booking/booking-lines";
import { figuresOf } from "~/ui/figures";
import { attentionOf } from "./attention";
import { stripsOf } from "./strips";
import type { TodayView } from "./today-page";

const SOON_MS = 2 * 3_600_000;
/** Those who are late, or were seen and not ticked off yet, stay in sight for a while. */
const LATE_MS = 30 * 60_000;
const NEXT = 5;
/** More bookings of one day are not drawn: the page says so and the list has them all. */
const MOST_DRAWN = 300;

/** The day as it is now: who comes next, what is booked, what a person has to look at, and the figures. */
export async function loadToday(actor: UserActor): Promise<TodayView> {
  const calendar = calendarOf(actor);
  const { today, time_zone, locale } = calendar;
  const now = clock.now();
  const isAdmin = hasRole(actor, "admin");
  const ask = (filter: object) => listBookings(actor, BookingFilter.parse({ sort: "starts_at", ...filter }));
  const expected = { status: UPCOMING.join(","), from: new Date(now - LATE_MS).toISOString() };
  const [ofToday, soon, next, pending, resources, money, days, checklist] = await Promise.all([
    listDay(actor, today),
    ask({ ...expected, to: new Date(now + SOON_MS).toISOString(), limit: 50 }),
    ask({ ...expected, from: new Date(now).toISOString(), limit: NEXT }),
    ask({ status: "pending", from: new Date(now).toISOString(), limit: 50 }),
    listResources(actor, ResourceFilter.parse({ active: "true", limit: 50 })),
    isAdmin ? listAttention(actor, PageQuery.parse({})) : null,
    readDayFigures(actor, today),
    readChecklist(actor),
  ]);
  const arrivals = soon.data.length > 0 ? soon.data : next.data;
  const services = await scheduleNames(
    actor.tenant.id,
    arrivals.map(({ schedule_id }) => schedule_id),
  );
  const lines = describeBookings(arrivals, services, calendar);
  const waiting = describeBookings(pending.data, [], calendar);
  const time = new Intl.DateTimeFormat(locale, { timeZone: time_zone, hour: "2-digit", minute: "2-digit" });
  return {
    day: dateWords(today, calendar),
    strips: stripsOf({ bookings: ofToday.bookings, resources: resources.data, date: today, time_zone, locale, now }),
    has_more: ofToday.has_more,
    is_soon: soon.data.length > 0,
    arrivals: arrivals.map((booking, index) => ({
      line: lines[index]!, // one line a booking
      path: `/dashboard/bookings/${booking.id}`,
      version: booking.version,
      ...bookingActions(actor, booking, now),
      is_late: Date.parse(booking.starts_at) < now,
    })),
    attention: attentionOf(
      pending.data.map((booking, index) => ({ booking, line: waiting[index]! })), // one line a booking
      money?.data ?? [],
      (instant) => time.format(new Date(instant)),
    ),
    checklist,
    figures: figuresOf({ days, today, currency: actor.tenant.currency, locale, with_money: isAdmin }),
    may_change: hasRole(actor, "staff"),
  };
}

async function listDay(actor: UserActor, today: string): Promise<{ bookings: Booking[]; has_more: boolean }> {
  const bookings: Booking[] = [];
  let cursor: string | undefined;
  do {
    const filter = BookingFilter.parse({ from: today, to: today, sort: "starts_at", limit: 100, cursor });
    const page = await listBookings(actor, filter);
    bookings.push(...page.data);
    cursor = page.page.next_cursor ?? undefined;
  } while (cursor !== undefined && bookings.length < MOST_DRAWN);
  return { bookings, has_more: cursor !== undefined };
}
