import type { Booking, BookingStatus } from "~/contract/bookings";
import { localDateOf } from "~/lib/time";
import { allowedStatuses, moverOf } from "./booking-status";
import { hasRole, type StaffActor } from "../identity/actor";

/** What a page offers to do with a booking in one step. */
export interface BookingActions {
  /** The statuses that can be chosen: what the table allows, and no no-show before its time. */
  allowed: BookingStatus[];
  /** What the button for the guest's arrival sets; null where there is no such button. */
  arrival: boolean | null;
}

/** What is offered for a booking now (epoch ms). */
export function bookingActions(actor: StaffActor, booking: Booking, now: number): BookingActions {
  if (!hasRole(actor, "staff")) return { allowed: [], arrival: null };
  const allowed = allowedStatuses(booking.status, moverOf(actor));
  const isAhead = Date.parse(booking.starts_at) > now;
  return {
    allowed: isAhead ? allowed.filter((to) => to !== "no_show") : allowed,
    arrival: arrivalOf(booking, localDateOf(now, actor.tenant.time_zone), actor.tenant.time_zone),
  };
}

/** A guest arrives on the booking's day or later, and an arrival that was marked by mistake can be taken back. */
function arrivalOf(
  { status, starts_at, arrived_at }: Booking,
  today: string,
  timeZone: string,
): boolean | null {
  if (status !== "confirmed" && status !== "paid") return null;
  if (arrived_at !== null) return false;
  return localDateOf(Date.parse(starts_at), timeZone) <= today ? true : null;
}
