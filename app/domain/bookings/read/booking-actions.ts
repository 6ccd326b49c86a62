import type { Booking, BookingStatus } from "~/contract/bookings";
import { localDateOf } from "~/lib/time";
import { allowedStatuses, moverOf } from "../change/booking-status";
import { hasRole, type StaffActor } from "../../identity/actor";

/** One-step actions that a page offers for a booking. */
export interface BookingActions {
  /** The selectable statuses: those of the transition table, and no no-show before the start. */
  allowed: BookingStatus[];
  /** The value set by the arrival button; null if there is none. */
  arrival: boolean | null;
}

/** The actions for a booking at `now` (epoch ms). */
export function bookingActions(actor: StaffActor, booking: Booking, now: number): BookingActions {
  if (!hasRole(actor, "staff")) return { allowed: [], arrival: null };
  const allowed = allowedStatuses(booking.status, moverOf(actor));
  const isAhead = Date.parse(booking.starts_at) > now;
  return {
    allowed: isAhead ? allowed.filter((to) => to !== "no_show") : allowed,
    arrival: arrivalOf(booking, localDateOf(now, actor.tenant.time_zone), actor.tenant.time_zone),
  };
}

/** Arrival can be marked from the booking's day on, and a mistaken mark can be undone. */
function arrivalOf(
  { status, starts_at, arrived_at }: Booking,
  today: string,
  timeZone: string,
): boolean | null {
  if (status !== "confirmed" && status !== "paid") return null;
  if (arrived_at !== null) return false;
  return localDateOf(Date.parse(starts_at), timeZone) <= today ? true : null;
}
