import { isAgreed } from "~/contract/booking-status";
import type { Booking } from "~/contract/bookings";
import { bookingActions } from "~/domain/bookings/booking-actions";
import type { UserActor } from "~/domain/identity/actor";
import { clockFormat } from "~/i18n/clock-format";
import {
  type BookingLine,
  type Calendar,
  describeBookings,
  type ServiceNames,
} from "~/ui/booking/booking-lines";
import type { RowBooking } from "~/ui/booking/row-actions";

/** A booking as a row of the day. */
export interface Arrival extends RowBooking {
  /** When it ends, as a time of the day. */
  until: string;
  resource_id: string;
  is_paid: boolean;
  /** It waits for a person to approve it. */
  is_asked: boolean;
  /** Whole minutes since a guest should have come who has not; null for nobody to wait for. */
  late: number | null;
}

/** The bookings of a day as they come. */
export interface Arrivals {
  /** Those that are over, and what became of them: nothing that a person still has to do. */
  earlier: Arrival[];
  arrived: number;
  missed: number;
  rows: Arrival[];
  /** Before which of the rows now is; null on another day. */
  now_before: number | null;
  /** Bookings whose guests have not come yet. */
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
}

/** The day from its first booking to its last; those of today that are over stand apart. */
export function arrivalsOf({ bookings, services, calendar, actor, now, is_today }: Read): Arrivals {
  const clock = clockFormat(calendar.locale, calendar.time_zone);
  const lines = describeBookings([...bookings], services, calendar);
  const all = bookings.map((booking, index) => {
    const line = lines[index]!; // one line a booking
    return {
      booking,
      row: arrivalOf(actor, booking, line, clock.format(new Date(booking.ends_at)), now),
    };
  });
  const isOver = ({ status, ends_at }: Booking) =>
    is_today && (status === "completed" || status === "no_show" || Date.parse(ends_at) <= now);
  const earlier = all.filter(({ booking }) => isOver(booking));
  const rest = all.filter(({ booking }) => !isOver(booking));
  const next = rest.findIndex(({ booking }) => Date.parse(booking.starts_at) > now);
  return {
    earlier: earlier.map(({ row }) => row),
    arrived: earlier.filter(
      ({ booking }) => booking.arrived_at !== null || booking.status === "completed",
    ).length,
    missed: earlier.filter(({ booking }) => booking.status === "no_show").length,
    rows: rest.map(({ row }) => row),
    now_before: !is_today ? null : next === -1 ? rest.length : next,
    to_come: rest.filter(({ booking }) => isAgreed(booking.status) && booking.arrived_at === null)
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
    ...{
      line,
      until,
      version,
      path: `/dashboard/bookings/${id}`,
      resource_id: booking.resource_id,
    },
    ...bookingActions(actor, booking, now),
    is_paid: booking.payment_status === "paid" && !line.owes,
    is_asked: status === "pending" && booking.pending_reason === "approval",
    late: isAwaited ? minutes : null,
  };
}
