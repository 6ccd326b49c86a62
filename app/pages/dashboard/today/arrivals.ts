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
  /** Those that are over, and what became of them: nothing that a person still has to do. Many are listed when asked for. */
  earlier: Arrival[];
  earlier_count: number;
  arrived: number;
  missed: number;
  /** The first of the others, and how many more there are. */
  rows: Arrival[];
  rows_left: number;
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
  /** As many rows are listed at most; those that are over, too, where they are more than a few. */
  most: number;
  with_earlier: boolean;
}

/** So many that are over are listed unasked, folded. */
const MOST_EARLIER = 12;

/** The day from its first booking to its last; those of today that are over stand apart. */
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
      // one line a booking
      arrivalOf(actor, booking, lines[index]!, clock.format(new Date(booking.ends_at)), now),
    );
  };
  return {
    earlier: with_earlier || earlier.length <= MOST_EARLIER ? describe(earlier) : [],
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
    line,
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
