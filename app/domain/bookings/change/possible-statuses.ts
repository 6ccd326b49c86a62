import type { BookingStatus } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import type { DecisionContext } from "./booking-command";
import type { BookingRow } from "../read/booking-row";
import { allowedStatuses } from "./booking-status";
import { decide } from "./decide-booking";

/**
 * The statuses this caller could choose now, by the same rules (`offline`: with payment_method
 * "offline"): those of the table that time, money and hold allow. Requires `context.money`.
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
