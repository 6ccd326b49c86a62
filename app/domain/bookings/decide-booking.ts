import type { BookingStatus } from "~/contract/bookings";
import { AppError, invalidField } from "~/lib/app-error";
import type { EventType } from "./event-body";
import type { BookingMoney } from "../ledger/booking-money.sql.server";
import type { BookingCommand, Decision, DecisionContext, SeatsDecision } from "./booking-command";
import type { BookingRow } from "./booking-row";
import { holdsSeats } from "../seats/live-statuses";
import { allowedStatuses, mayMove } from "./booking-status";
import { decideEdit, decideMove } from "./decide-move";
import { changed, invalidTransition, isLapsed, versionConflict } from "./decision-parts";
import { type Due, holdEnd } from "./new-booking";
import { isInsideCancelWindow } from "./refund-preview";

const WEEK = 7 * 86_400_000;

const EXPIRY_REASON = {
  payment: "payment_expired",
  approval: "approval_expired",
  verification: "verification_expired",
  offer: "offer_expired",
} as const;

/**
 * What becomes of a booking when this is asked of it, by everything that is known under its lock. Pure; null when it is so already and
 * nothing is to be written. Throws version_conflict, forbidden_role, invalid_transition (with `allowed`), hold_expired,
 * validation_failed, cancellation_window_passed, outside_booking_window.
 */
export function decide(before: BookingRow, command: BookingCommand, context: DecisionContext): Decision | null {
  if (context.version !== undefined && context.version !== before.version) throw versionConflict();
  switch (command.type) {
    case "become":
      return decideStatus(before, command, context);
    case "accept_offer":
      return decideOffer(before, command.due, context);
    case "move":
      return decideMove(before, command, context);
    case "edit":
      return decideEdit(before, command.details, context);
    case "payment_progress":
      return decideProgress(before, command.payment_status, context);
    case "payment_received":
      return decideReceived(before, context);
    case "late_payment_refused":
      return decideLateMoney(before, context);
    case "refund_completed":
      return decideRefund(before, context);
    case "refund_failed":
      return decideFailedRefund(before, command.former, context);
  }
}

type Become = Extract<BookingCommand, { type: "become" }>;

/** The events that entering a status makes, in order; paid implies confirmed when that was never said. */
export function eventsOf(from: BookingStatus, to: BookingStatus): EventType[] {
  if (to === "confirmed") return ["booking.confirmed"];
  if (to === "paid")
    return from === "pending" || from === "expired" ? ["booking.confirmed", "booking.paid"] : ["booking.paid"];
  if (to === "cancelled" || to === "expired") return ["booking.cancelled"];
  if (to === "completed") return ["booking.completed"];
  if (to === "no_show") return ["booking.no_show"];
  return to === "refunded" ? ["booking.refunded"] : [];
}

function decideStatus(before: BookingRow, command: Become, context: DecisionContext): Decision | null {
  const { to } = command;
  const { mover, now } = context;
  if (before.status === to) return null;
  checkTransition(before, command, context);
  const isPerson = mover !== "system";
  return changed(before, now, {
    patch: {
      ...{ status: to, pending_reason: null, expires_at: null },
      // Who did not come has not arrived.
      ...(to === "no_show" && { arrived_at: null }),
      ...endOf(before, command, context),
      ...moneyOf(to),
    },
    events: eventsOf(before.status, to),
    seats: seatsFor(before, to, now),
    waitlist: before.pending_reason !== "offer" ? "keep" : holdsSeats(to) ? "accepted" : "passed",
    offline_payment: offlinePayment(before, command),
    audit: isPerson ? { action: `booking.${to}`, diff: { status: [before.status, to] } } : null,
  });
}

function checkTransition(before: BookingRow, command: Become, { mover, now, policy, money }: DecisionContext): void {
  const { status } = before;
  const { to } = command;
  if (to === "refunded" && mover === "staff")
    throw new AppError("forbidden_role", "Only an owner or admin can mark a booking as refunded.");
  // What is refunded leaves that status only when its refund fails, never by another payment.
  if (status === "refunded" || !mayMove(status, to, mover, true)) throw invalidTransition(before, to, mover);
  if (!mayMove(status, to, mover, command.offline === true))
    throw invalidField("payment_method", 'Say how it was paid: "offline" is money received by hand.', "required");
  if (to === "refunded" && !money?.refundable)
    throw new AppError("invalid_transition", "Nothing was paid for this booking, so there is no refund.", {
      details: { allowed: allowedStatuses(status, mover).filter((allowed) => allowed !== "refunded") },
    });
  if (to === "no_show" && before.starts_at > now)
    throw invalidField("status", "A no-show can be recorded only after the booking has started.", "too_early");
  const isCorrection = status === "completed" || status === "no_show";
  if (isCorrection && to !== "refunded" && now.getTime() - before.ends_at.getTime() > WEEK)
    throw new AppError("invalid_transition", "This can be corrected only within seven days.", {
      details: { allowed: [] },
    });
  checkHold(before, to, mover === "system", now);
  if (mover === "customer" && !isInsideCancelWindow(policy, before.starts_at.getTime(), now.getTime()))
    throw new AppError("cancellation_window_passed", "It is too late to cancel online. Please contact us.");
}

/** A hold that has ended can only end, or be paid by money that was on its way: then its seats are claimed again. */
function checkHold(before: BookingRow, to: BookingStatus, isSystem: boolean, now: Date): void {
  const lapsed = isLapsed(before, now);
  if (to === "expired" && !lapsed)
    throw new AppError("invalid_transition", "This booking has not expired yet.", { details: { allowed: [] } });
  if (before.status !== "pending" || !lapsed || to === "cancelled" || to === "expired") return;
  if (to === "paid" && isSystem) return;
  throw holdExpired();
}

const holdExpired = () =>
  new AppError("hold_expired", "This booking was not completed in time, so its seat is free again. Book again.");

function endOf(before: BookingRow, command: Become, { mover }: DecisionContext): Partial<BookingRow> {
  const { to, reason_code = null, reason = null } = command;
  if (to === "expired") {
    const cancel_reason_code = before.pending_reason === null ? "hold_expired" : EXPIRY_REASON[before.pending_reason];
    return { cancelled_by: "system", cancel_reason_code };
  }
  if (to === "cancelled") {
    const cancelled_by = mover === "admin" ? "staff" : mover;
    return { cancelled_by, cancel_reason_code: reason_code, cancel_reason: reason };
  }
  // What lives again was not ended.
  const isRevived = holdsSeats(to) && !holdsSeats(before.status);
  return isRevived ? { cancelled_by: null, cancel_reason_code: null, cancel_reason: null } : {};
}

function moneyOf(to: BookingStatus): Partial<BookingRow> {
  if (to === "paid") return { payment_status: "paid" };
  return to === "refunded" ? { payment_status: "refunded" } : {};
}

function offlinePayment(before: BookingRow, command: Become): Decision["offline_payment"] {
  if (command.to === "paid" && command.offline && before.price_amount) return "received";
  return command.to === "refunded" ? "returned" : "none";
}

function seatsFor(before: BookingRow, to: BookingStatus, now: Date): SeatsDecision {
  if (!holdsSeats(to)) return holdsSeats(before.status) ? { kind: "release" } : { kind: "keep" };
  if (!holdsSeats(before.status) || isLapsed(before, now)) return { kind: "reclaim" };
  return before.expires_at === null ? { kind: "keep" } : { kind: "keep_for_good" };
}

function decideOffer(before: BookingRow, due: Due | null, { mover, now }: DecisionContext): Decision | null {
  const { status } = before;
  if (mover !== "customer") throw new AppError("forbidden_role", "Only the guest can accept this offer.");
  if (status === "confirmed" || (status === "pending" && before.pending_reason !== "offer")) return null;
  if (status !== "pending")
    throw new AppError("invalid_transition", "This offer is no longer open.", { details: { allowed: [] } });
  if (isLapsed(before, now))
    throw new AppError("hold_expired", "This offer has expired, and the next person on the waiting list was asked.");
  const audit = { action: "booking.offer_accepted", diff: {} };
  if (due === null)
    return changed(before, now, {
      patch: { status: "confirmed", pending_reason: null, expires_at: null },
      events: eventsOf(status, "confirmed"),
      seats: { kind: "keep_for_good" },
      waitlist: "accepted",
      audit,
    });
  const expires_at = holdEnd(due, now);
  return changed(before, now, {
    patch: { pending_reason: due.pending_reason, expires_at },
    events: ["booking.updated"],
    seats: { kind: "hold_until", at: expires_at },
    waitlist: "accepted",
    audit,
  });
}

/** Commands about money at a provider are the service's own. */
function checkSystem(before: BookingRow, { mover }: DecisionContext): void {
  if (mover !== "system") throw invalidTransition(before, before.status, mover);
}

function decideProgress(
  before: BookingRow,
  payment_status: "open" | "processing" | "failed",
  context: DecisionContext,
): Decision | null {
  checkSystem(before, context);
  // Money that has come in is not undone by older news about another attempt.
  const isSettled = ["paid", "partially_refunded", "refunded"].includes(before.payment_status);
  if (isSettled || before.payment_status === payment_status) return null;
  return changed(before, context.now, { patch: { payment_status }, events: [] });
}

function decideReceived(before: BookingRow, context: DecisionContext): Decision | null {
  checkSystem(before, context);
  if (before.payment_status === "paid") return null;
  return changed(before, context.now, { patch: { payment_status: "paid" }, events: ["booking.paid"] });
}

function decideLateMoney(before: BookingRow, context: DecisionContext): Decision | null {
  checkSystem(before, context);
  if (holdsSeats(before.status) || before.status === "refunded") throw invalidTransition(before, "paid", context.mover);
  if (before.payment_status === "paid") return null;
  return changed(before, context.now, { patch: { payment_status: "paid" }, events: ["booking.updated"] });
}

/** Each completed refund has an event; the one that returns the last of the money makes the booking refunded where that is a step. */
function decideRefund(before: BookingRow, context: DecisionContext): Decision | null {
  checkSystem(before, context);
  const { money, now } = context;
  if (!money?.refunded) throw invalidTransition(before, "refunded", context.mover);
  if (before.status === "refunded") return null;
  const events: EventType[] = ["booking.refunded"];
  const payment_status = refundStatus(money);
  if (money.refunded < money.captured || !mayMove(before.status, "refunded", "system", false))
    return changed(before, now, { patch: { payment_status }, events });
  return changed(before, now, {
    patch: { status: "refunded", payment_status, pending_reason: null, expires_at: null },
    events,
    seats: seatsFor(before, "refunded", now),
  });
}

function decideFailedRefund(before: BookingRow, former: BookingStatus, context: DecisionContext): Decision | null {
  checkSystem(before, context);
  const payment_status = context.money ? refundStatus(context.money) : "paid";
  if (before.status !== "refunded") {
    // It was a part of the money, or the booking has gone on: only what went back is less.
    if (before.payment_status === payment_status) return null;
    return changed(before, context.now, { patch: { payment_status }, events: ["booking.updated"] });
  }
  if (!mayMove("refunded", former, "system", false)) throw invalidTransition(before, former, context.mover);
  const ended = former === "cancelled" ? { cancelled_by: before.cancelled_by ?? ("system" as const) } : {};
  return changed(before, context.now, {
    patch: { status: former, payment_status, ...ended },
    events: ["booking.reinstated"],
    seats: seatsFor(before, former, context.now),
  });
}

function refundStatus({ refunded, captured }: BookingMoney): BookingRow["payment_status"] {
  if (refunded === 0) return "paid";
  return refunded < captured ? "partially_refunded" : "refunded";
}
