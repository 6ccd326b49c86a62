import { isAgreed } from "~/contract/booking-status";
import type { Booking } from "~/contract/bookings";
import { bookingActions } from "~/domain/bookings/read/booking-actions";
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
  | "party_size"
  | "status"
  | "arrived"
  | "waits_for"
  | "is_test"
  | "price"
  | "paid"
  | "owes"
  | "notes"
> & { customer: { name: string }; due: string | null };

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

interface Read {
  bookings: readonly Booking[];
  services: ServiceNames;
  calendar: Calendar;
  actor: UserActor;
  /** Epoch ms. */
  now: number;
  is_today: boolean;
  /** Maximum rows listed, besides past bookings. */
  most: number;
  with_earlier: boolean;
}

/** All bookings of the day; today's past ones are separate. */
export function arrivalsOf({
  bookings,
  services,
  calendar,
  actor,
  now,
  is_today,
  most,
  with_earlier,
}: Read): Arrivals {
  const clock = clockFormat(calendar.locale, calendar.time_zone);
  const isOver = ({ status, ends_at }: Booking) =>
    is_today && (status === "completed" || status === "no_show" || Date.parse(ends_at) <= now);
  const earlier = bookings.filter(isOver);
  const rest = bookings.filter((booking) => !isOver(booking));
  const next = rest.findIndex(({ starts_at }) => Date.parse(starts_at) > now);
  const describe = (listed: Booking[]) => {
    const lines = describeBookings(listed, services, calendar);
    return listed.map((booking, index) =>
      // one line per booking
      arrivalOf(actor, booking, lines[index]!, clock.format(new Date(booking.ends_at)), now),
    );
  };
  return {
    earlier: with_earlier ? describe(earlier) : [],
    earlier_count: earlier.length,
    arrived: earlier.filter(
      ({ arrived_at, status }) => arrived_at !== null || status === "completed",
    ).length,
    missed: earlier.filter(({ status }) => status === "no_show").length,
    rows: describe(rest.slice(0, most)),
    rows_left: Math.max(rest.length - most, 0),
    now_before: !is_today ? null : next === -1 ? rest.length : next,
    to_come: rest.filter(({ status, arrived_at }) => isAgreed(status) && arrived_at === null)
      .length,
  };
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
});
