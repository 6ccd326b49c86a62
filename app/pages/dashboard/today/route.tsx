import { UPCOMING } from "~/contract/booking-status";
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Booking } from "~/contract/bookings";
import { BookingFilter } from "~/contract/bookings";
import { PageQuery } from "~/contract/common";
import { ResourceFilter } from "~/contract/resources";
import { listBookings } from "~/domain/bookings/list-bookings.sql.server";
import { bookingActions } from "~/domain/bookings/booking-actions";
import { readDayFigures } from "~/domain/analytics/today-figures.sql.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { listAttention } from "~/domain/attention/list-attention.server";
import { ChecklistForm } from "~/domain/onboarding/checklist";
import { declineItem, hideChecklist, readChecklist } from "~/domain/onboarding/checklist.sql.server";
import { makeTestBooking } from "~/domain/onboarding/test-booking.server";
import { listResources } from "~/domain/resources/resources.server";
import { scheduleNames } from "~/domain/schedules/schedule-names.sql.server";
import { calendarOf } from "~/http/page-calendar.server";
import { redirectWith } from "~/http/flash.server";
import { requireActor, submit } from "~/http/page.server";
import { clock } from "~/lib/clock";
import { dayLabel, describeBookings } from "~/ui/booking/booking-lines";
import { removeTestForm, testBookingWords } from "./test-booking";
import { attentionOf } from "./attention";
import { figuresOf } from "~/ui/figures";
import { stripsOf } from "./strips";
import { Today } from "./today";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";
export { shouldRevalidate } from "~/ui/layout/drawer-address";

export const meta: MetaFunction = () => [{ title: "Today · Booking Service" }];

const SOON_MS = 2 * 3_600_000;
/** Those who are late, or were seen and not ticked off yet, stay in sight for a while. */
const LATE_MS = 30 * 60_000;
const NEXT = 5;
/** More bookings of one day are not drawn: the page says so and the list has them all. */
const MOST_DRAWN = 300;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
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
    day: dayLabel(today, calendar).split(" · ").at(-1)!, // its last part is the date
    strips: stripsOf({
      ...{ bookings: ofToday.bookings, resources: resources.data, date: today, time_zone, locale, now },
    }),
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

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, ChecklistForm, async (form) => {
    if (form.intent === "not_needed") {
      await declineItem(actor, form.item);
      return redirect("/dashboard");
    }
    if (form.intent === "hide_checklist") {
      await hideChecklist(actor);
      return redirectWith("/dashboard", "The list is gone. Everything on it is in the menu.");
    }
    const booking = await makeTestBooking(actor);
    const [line] = describeBookings([booking], [], calendarOf(actor));
    return redirectWith("/dashboard", testBookingWords(line!), removeTestForm(booking.id)); // one in, one out
  });
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

export default function TodayPage() {
  return <Today {...useLoaderData<typeof loader>()} />;
}
