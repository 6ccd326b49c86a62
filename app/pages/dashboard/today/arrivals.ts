import { isAgreed } from "~/contract/booking-status";
import type { Booking } from "~/contract/bookings";
import { bookingActions } from "~/domain/bookings/read/booking-actions";
import type { DayBooking } from "~/domain/bookings/read/read-day.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { clockFormat } from "~/i18n/clock-format";
import {
  type BookingLine,
  type Calendar,
  describeBookings,
  type ServiceNames,
} from "~/ui/booking/booking-lines";
import type { RowBooking } from "~/ui/booking/row-actions";

/** Of a booking's line what a row of the day shows: the rest would be twice the page's data. */
export type ArrivalLine = Pick<
  BookingLine,
  | "id"
  | "starts_at"
  | "from"
  | "resource"
  | "service"
  | "addons"
  | "party"
  | "party_size"
  | "status"
  | "arrived"
  | "waits_for"
  | "is_test"
  | "price"
  | "paid"
  | "owes"
  | "notes"
> & { customer: { name: string }; due: string | null; is_part_paid: boolean };

/** A booking as a row of the day. */
export interface Arrival extends RowBooking {
  line: ArrivalLine;
  /** End, as a time of day. */
  until: string;
  resource_id: string;
  is_paid: boolean;
  /** Awaiting approval. */
  is_asked: boolean;
  /** Minutes a guest is late; null if none is expected. */
  late: number | null;
}

/** The day's bookings in order. */
export interface Arrivals {
  /** Past bookings that need no action, listed on request. */
  earlier: Arrival[];
  earlier_count: number;
  arrived: number;
  missed: number;
  /** The first remaining bookings, and how many more there are. */
  rows: Arrival[];
  rows_left: number;
  /** Index of the row after the current time; null on another day. */
  now_before: number | null;
  /** Number of bookings whose guests are still to arrive. */
  to_come: number;
}

/** The bookings of a day that are listed, and the counts of all of them. */
export interface ListedDay extends Omit<Arrivals, "earlier" | "rows"> {
  earlier: readonly DayBooking[];
  rows: readonly DayBooking[];
}

interface Listing {
  /** Epoch ms. */
  now: number;
  is_today: boolean;
  /** Maximum rows listed, besides past bookings. */
  most: number;
  with_earlier: boolean;
}

/** Decides which of the day's bookings are listed; today's past ones are separate. */
export function listedOf(
  bookings: readonly DayBooking[],
  { now, is_today, most, with_earlier }: Listing,
): ListedDay {
  const isOver = ({ status, ends_ms }: DayBooking) =>
    is_today && (status === "completed" || status === "no_show" || ends_ms <= now);
  const earlier = bookings.filter(isOver);
  const rest = bookings.filter((booking) => !isOver(booking));
  const next = rest.findIndex(({ starts_ms }) => starts_ms > now);
  return {
    earlier: with_earlier ? earlier : [],
    earlier_count: earlier.length,
    arrived: earlier.filter(({ has_arrived, status }) => has_arrived || status === "completed")
      .length,
    missed: earlier.filter(({ status }) => status === "no_show").length,
    rows: rest.slice(0, most),
    rows_left: Math.max(rest.length - most, 0),
    now_before: !is_today ? null : next === -1 ? rest.length : next,
    to_come: rest.filter(({ status, has_arrived }) => isAgreed(status) && !has_arrived).length,
  };
}

interface Read {
  listed: ListedDay;
  /** The listed bookings, in any order. */
  bookings: readonly Booking[];
  services: ServiceNames;
  calendar: Calendar;
  actor: UserActor;
  /** Epoch ms. */
  now: number;
}

/** The rows of a day. A booking that is gone since the day was read has none. */
export function arrivalsOf({ listed, bookings, services, calendar, actor, now }: Read): Arrivals {
  const clock = clockFormat(calendar.locale, calendar.time_zone);
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  const describe = (day: readonly DayBooking[]) => {
    const found = day.flatMap(({ id }) => byId.get(id) ?? []);
    const lines = describeBookings(found, services, calendar);
    return found.map((booking, index) =>
      // one line per booking
      arrivalOf(actor, booking, lines[index]!, clock.format(new Date(booking.ends_at)), now),
    );
  };
  return { ...listed, earlier: describe(listed.earlier), rows: describe(listed.rows) };
}

function arrivalOf(
  actor: UserActor,
  booking: Booking,
  line: BookingLine,
  until: string,
  now: number,
): Arrival {
  const { id, version, status, arrived_at, starts_at, ends_at } = booking;
  const minutes = Math.floor((now - Date.parse(starts_at)) / 60_000);
  const isAwaited =
    isAgreed(status) && arrived_at === null && minutes > 0 && Date.parse(ends_at) > now;
  return {
    line: arrivalLine(line),
    until,
    version,
    path: `/dashboard/bookings/${id}`,
    resource_id: booking.resource_id,
    ...bookingActions(actor, booking, now),
    is_paid: booking.payment_status === "paid" && !line.owes,
    is_asked: status === "pending" && booking.pending_reason === "approval",
    late: isAwaited ? minutes : null,
  };
}

const arrivalLine = (line: BookingLine): ArrivalLine => ({
  id: line.id,
  starts_at: line.starts_at,
  from: line.from,
  resource: line.resource,
  service: line.service,
  addons: line.addons,
  party: line.party,
  party_size: line.party_size,
  status: line.status,
  arrived: line.arrived,
  waits_for: line.waits_for,
  is_test: line.is_test,
  price: line.price,
  paid: line.paid,
  owes: line.owes,
  notes: line.notes,
  customer: { name: line.customer.name },
  due: line.balance.due,
  /** Something was paid, such as a deposit. */
  is_part_paid: line.owes && line.payment_status === "paid",
});
