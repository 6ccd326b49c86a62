import type { Booking, BookingStatus } from "~/contract/bookings";
import { allowedStatuses, moverOf } from "../bookings/booking-status";
import { hasRole, type StaffActor } from "../identity/actor";

/** The statuses that a page offers for a booking now (epoch ms): what the table allows, and no no-show before its time. */
export function offeredSteps(actor: StaffActor, { status, starts_at }: Booking, now: number): BookingStatus[] {
  if (!hasRole(actor, "staff")) return [];
  const allowed = allowedStatuses(status, moverOf(actor));
  return Date.parse(starts_at) > now ? allowed.filter((to) => to !== "no_show") : allowed;
}
