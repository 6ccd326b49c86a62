import type { BookingStatus } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import { isLive } from "~/contract/booking-status";
import type { Decision, SeatsDecision } from "./booking-command";
import type { BookingRow } from "../read/booking-row";
import { allowedStatuses, type Mover } from "./booking-status";

// Shared by all decisions: the counters they advance, and common refusals.

type Change = Pick<Decision, "patch" | "events"> & Partial<Decision>;

/**
 * A decision with the counters every change advances: one version, one sequence number per event.
 */
export function changed(
  before: BookingRow,
  now: Date,
  { patch, events, ...rest }: Change,
): Decision {
  const counted = {
    ...patch,
    version: before.version + 1,
    event_count: before.event_count + events.length,
    updated_at: now,
  };
  return {
    seats: { kind: "keep" },
    waitlist: "keep",
    offline_payment: "none",
    offline_amount: null,
    offline_method: "other",
    audit: null,
    resource: null,
    ...rest,
    patch: counted,
    row: { ...before, ...counted },
    events,
  };
}

/** Whether the hold of a pending booking has ended, swept or not. */
export function isLapsed({ status, expires_at }: BookingRow, now: Date): boolean {
  return status === "pending" && expires_at !== null && expires_at <= now;
}

export function holdExpired(): AppError {
  return new AppError(
    "hold_expired",
    "This booking was not completed in time, so its seat is free again. Book again.",
  );
}

export function versionConflict(): AppError {
  return new AppError(
    "version_conflict",
    "Someone else has changed this booking. Reload it and try again.",
  );
}

export function invalidTransition(
  { status }: BookingRow,
  to: BookingStatus,
  mover: Mover,
): AppError {
  return new AppError("invalid_transition", `A booking that is ${status} cannot become ${to}.`, {
    details: { allowed: allowedStatuses(status, mover) },
  });
}

export const EXPIRY_REASON = {
  payment: "payment_expired",
  card: "payment_expired",
  approval: "approval_expired",
  verification: "verification_expired",
  offer: "offer_expired",
} as const;

/** The seat decision for a booking that enters this status. */
export function seatsFor(before: BookingRow, to: BookingStatus, now: Date): SeatsDecision {
  if (!isLive(to)) return isLive(before.status) ? { kind: "release" } : { kind: "keep" };
  if (!isLive(before.status) || isLapsed(before, now)) return { kind: "reclaim" };
  return before.expires_at === null ? { kind: "keep" } : { kind: "keep_for_good" };
}
