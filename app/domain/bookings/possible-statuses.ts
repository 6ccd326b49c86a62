import type { BookingStatus } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import type { DecisionContext } from "./booking-command";
import type { BookingRow } from "./booking-row";
import { allowedStatuses } from "./booking-status";
import { decide } from "./decide-booking";

/**
 * What this caller could choose instead, by the same rules and in the same words (`offline`: with payment_method "offline"): the table's
 * statuses without those that time, money or the hold refuse. `context.money` has to be known.
 */
export function possibleStatuses(
  before: BookingRow,
  offline: boolean,
  context: DecisionContext,
): BookingStatus[] {
  const now = { ...context, version: undefined };
  return allowedStatuses(before.status, context.mover).filter((to) => {
    try {
      decide(before, { type: "become", to, offline }, now);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  });
}
