import type { BookingStatus } from "~/contract/bookings";
import { AppError, invalidField } from "~/lib/app-error";
import type { EventType } from "./event-body";
import type { BookingCommand, Decision, DecisionContext } from "./booking-command";
import type { BookingRow } from "../read/booking-row";
import { isLive } from "~/contract/booking-status";
import { isLate, nextChargeAt, withOffer, withoutOffer } from "../../card-on-file/booking-fees";
import { dueOf } from "../read/balance";
import { allowedStatuses, mayMove } from "./booking-status";
import { decideEdit, decideMeeting, decideMove } from "./decide-move";
import { decideFee } from "./decide-fee";
import { decideMoney } from "./decide-money";
import {
  changed,
  EXPIRY_REASON,
  holdExpired,
  invalidTransition,
  isLapsed,
  seatsFor,
  versionConflict,
} from "./decision-parts";
import { type Due, holdEnd } from "../place/new-booking";
import type { Policy } from "../../identity/policy";
import { isInsideCancelWindow, noShowReturnedAmount } from "./refund-preview";

const WEEK = 7 * 86_400_000;

/**
 * Decides a command for a locked booking. Pure; null if the command is a no-op. Throws
 * version_conflict, forbidden_role, invalid_transition (with `allowed`), hold_expired,
 * validation_failed, cancellation_window_passed, outside_booking_window.
 */
export function decide(
  before: BookingRow,
  command: BookingCommand,
  context: DecisionContext,
): Decision | null {
  if (context.version !== undefined && context.version !== before.version) throw versionConflict();
  switch (command.type) {
    case "become":
      return decideStatus(before, command, context);
    case "accept_offer":
      return decideOffer(before, command.due, context);
    case "move":
      return decideMove(before, command, context);
    case "edit":
      return decideEdit(before, command.details, context, command.override);
    case "meet":
      return decideMeeting(before, command, context);
    case "keep_card":
    case "charge_fee":
    case "stop_fee":
    case "unschedule_fees":
    case "fee_paid":
    case "fee_failed":
    case "fee_refunded":
      return decideFee(before, command, context);
    default:
      return decideMoney(before, command, context);
  }
}

type Become = Extract<BookingCommand, { type: "become" }>;

/**
 * The events of entering a status, in order; paid implies confirmed when that event was skipped.
 */
export function eventsOf(from: BookingStatus, to: BookingStatus): EventType[] {
  if (to === "confirmed") return ["booking.confirmed"];
  if (to === "paid")
    return from === "pending" || from === "expired"
      ? ["booking.confirmed", "booking.paid"]
      : ["booking.paid"];
  if (to === "cancelled" || to === "expired") return ["booking.cancelled"];
  if (to === "completed") return ["booking.completed"];
  if (to === "no_show") return ["booking.no_show"];
  return to === "refunded" ? ["booking.refunded"] : [];
}

function decideStatus(
  before: BookingRow,
  command: Become,
  context: DecisionContext,
): Decision | null {
  const { to } = command;
  const { mover, now } = context;
  const offline_amount = offlineAmount(before, command);
  if (before.status === to) return command.offline ? decideRest(before, command, context) : null;
  checkTransition(before, command, context);
  if (to === "confirmed" && command.due && before.pending_reason === "approval")
    return decideApproval(before, command.due, now);
  const isPerson = mover !== "system";
  const offline_payment = offlinePayment(before, command);
  const { offline_method = "other" } = command;
  return changed(before, now, {
    patch: {
      status: to,
      pending_reason: null,
      expires_at: null,
      // A no-show has not arrived.
      ...(to === "no_show" && { arrived_at: null }),
      ...endOf(before, command, context),
      ...moneyOf(to),
      ...noShowMoney(before, to, context.policy),
      ...feesAfter(before, to, context),
    },
    events: eventsOf(before.status, to),
    seats: seatsFor(before, to, now),
    waitlist: before.pending_reason !== "offer" ? "keep" : isLive(to) ? "accepted" : "passed",
    offline_payment,
    offline_amount,
    offline_method,
    audit: isPerson
      ? {
          action: `booking.${to}`,
          diff: {
            status: [before.status, to],
            ...(offline_payment === "received" && { offline_method }),
            ...(offline_amount !== null && { offline_amount }),
          },
        }
      : null,
  });
}

/**
 * A no-show owes the part of its price that the policy keeps; if the guest came after all, the rest
 * is due again.
 */
function noShowMoney(before: BookingRow, to: BookingStatus, policy: Policy): Partial<BookingRow> {
  const { written_off_amount, no_show_returned_amount: returned } = before;
  if (to === "no_show") {
    const no_show_returned_amount = noShowReturnedAmount(policy, before);
    if (no_show_returned_amount === 0) return {};
    return {
      written_off_amount: written_off_amount + no_show_returned_amount,
      no_show_returned_amount,
    };
  }
  if (returned === 0 || to !== "completed") return {};
  // A price lowered meanwhile may have consumed a part of it (writtenOffAt).
  const collected = Math.min(returned, Math.max(written_off_amount, 0));
  return { written_off_amount: written_off_amount - collected, no_show_returned_amount: 0 };
}

/** Receives offline what is still due of a paid or completed booking; its status stays. */
function decideRest(
  before: BookingRow,
  command: Become,
  { mover, now }: DecisionContext,
): Decision | null {
  const { offline_method = "other" } = command;
  const isTaken =
    before.status === "paid" || before.status === "completed" || before.status === "no_show";
  const amount = dueOf(before);
  if (!isTaken || amount === 0 || (mover !== "staff" && mover !== "admin")) return null;
  const offline_amount = offlineAmount(before, command);
  return changed(before, now, {
    patch: {
      payment_status: before.payment_status.endsWith("refunded") ? "partially_refunded" : "paid",
    },
    events: ["booking.paid"],
    offline_payment: "received",
    offline_amount,
    offline_method,
    audit: {
      action: "booking.balance_received",
      diff: { balance_amount: [amount, amount - (offline_amount ?? amount)], offline_method },
    },
  });
}

/** Approved and waiting for payment: the guest is sent the link. */
function decideApproval(before: BookingRow, due: Due, now: Date): Decision {
  const expires_at = holdEnd(due, now);
  return changed(before, now, {
    // A member of staff has approved it, so it holds its time like a verified one.
    patch: { pending_reason: due.pending_reason, expires_at, is_proven: true },
    events: ["booking.approved"],
    seats: { kind: "hold_until", at: expires_at },
    audit: { action: "booking.approved", diff: { expires_at: expires_at.toISOString() } },
  });
}

function checkTransition(
  before: BookingRow,
  command: Become,
  { mover, now, policy, money }: DecisionContext,
): void {
  const { status } = before;
  const { to } = command;
  if (to === "refunded" && mover === "staff")
    throw new AppError("forbidden_role", "Only an owner or admin can mark a booking as refunded.");
  // Only a failed refund leaves the status refunded, never another payment.
  if (status === "refunded" || !mayMove(status, to, mover, true))
    throw invalidTransition(before, to, mover);
  if (!mayMove(status, to, mover, command.offline === true))
    throw invalidField(
      "payment_method",
      'Say how it was paid: "offline" is money received by hand.',
      "required",
    );
  if (to === "refunded" && !money?.refundable)
    throw new AppError(
      "invalid_transition",
      "Nothing was paid for this booking, so there is no refund.",
      {
        details: {
          allowed: allowedStatuses(status, mover).filter((allowed) => allowed !== "refunded"),
        },
      },
    );
  if (to === "no_show" && before.starts_at > now)
    throw invalidField(
      "status",
      "A no-show can be recorded only after the booking has started.",
      "too_early",
    );
  const isCorrection = status === "completed" || status === "no_show";
  if (isCorrection && to !== "refunded" && now.getTime() - before.ends_at.getTime() > WEEK)
    throw new AppError("invalid_transition", "This can be corrected only within seven days.", {
      details: { allowed: [] },
    });
  checkHold(before, to, mover === "system", now);
  if (
    mover === "customer" &&
    !isInsideCancelWindow(policy, before.starts_at.getTime(), now.getTime())
  )
    throw new AppError(
      "cancellation_window_passed",
      "It is too late to cancel online. Please contact us.",
    );
}

/**
 * An ended hold can only expire, or be paid by a payment in flight: then its seats are claimed
 * again.
 */
function checkHold(before: BookingRow, to: BookingStatus, isSystem: boolean, now: Date): void {
  const lapsed = isLapsed(before, now);
  if (to === "expired" && !lapsed)
    throw new AppError("invalid_transition", "This booking has not expired yet.", {
      details: { allowed: [] },
    });
  if (before.status !== "pending" || !lapsed || to === "cancelled" || to === "expired") return;
  const isFinished = to === "paid" || (to === "confirmed" && before.pending_reason === "card");
  if (isFinished && isSystem) return;
  throw holdExpired();
}

function endOf(
  before: BookingRow,
  command: Become,
  { mover }: DecisionContext,
): Partial<BookingRow> {
  const { to, reason_code = null, reason = null } = command;
  if (to === "expired") {
    const cancel_reason_code =
      before.pending_reason === null ? "hold_expired" : EXPIRY_REASON[before.pending_reason];
    return { cancelled_by: "system", cancel_reason_code };
  }
  if (to === "cancelled") {
    const cancelled_by = mover === "admin" ? "staff" : mover;
    return { cancelled_by, cancel_reason_code: reason_code, cancel_reason: reason };
  }
  // A reopened booking is no longer cancelled.
  const isRevived = isLive(to) && !isLive(before.status);
  return isRevived ? { cancelled_by: null, cancel_reason_code: null, cancel_reason: null } : {};
}

function moneyOf(to: BookingStatus): Partial<BookingRow> {
  if (to === "paid") return { payment_status: "paid" };
  return to === "refunded" ? { payment_status: "refunded" } : {};
}

/** A no-show or a late cancellation offers its fee; a guest who came after all owes none. */
function feesAfter(
  before: BookingRow,
  to: BookingStatus,
  { mover, now, policy }: DecisionContext,
): Partial<BookingRow> {
  const by_rule = policy.charge_fees;
  const isLateGuest = to === "cancelled" && mover !== "system" && isLate(before, now);
  const fees =
    to === "no_show"
      ? withOffer(before, "no_show", { now, by_rule })
      : isLateGuest
        ? // The company may be the one who cancels: then only a person charges it.
          withOffer(before, "late_cancellation", { now, by_rule: by_rule && mover === "customer" })
        : to === "completed"
          ? withoutOffer(before.fees, "no_show")
          : before.fees;
  const isSame = fees.length === before.fees.length;
  return isSame ? {} : { fees, fee_due_at: nextChargeAt(fees) };
}

function offlinePayment(before: BookingRow, command: Become): Decision["offline_payment"] {
  if (command.to === "paid" && command.offline && dueOf(before) > 0) return "received";
  return command.to === "refunded" ? "returned" : "none";
}

/** A named part of the amount due that was received offline. Throws validation_failed. */
function offlineAmount(before: BookingRow, { offline_amount }: Become): number | null {
  if (offline_amount === undefined) return null;
  const due = dueOf(before);
  if (offline_amount > due)
    throw invalidField("offline_amount", `At most ${due} (minor units) is due.`, "too_big");
  return offline_amount;
}

function decideOffer(
  before: BookingRow,
  due: Due | null,
  { mover, now }: DecisionContext,
): Decision | null {
  const { status } = before;
  if (mover !== "customer")
    throw new AppError("forbidden_role", "Only the guest can accept this offer.");
  if (status === "confirmed" || (status === "pending" && before.pending_reason !== "offer"))
    return null;
  if (status !== "pending")
    throw new AppError("invalid_transition", "This offer is no longer open.", {
      details: { allowed: [] },
    });
  if (isLapsed(before, now))
    throw new AppError(
      "hold_expired",
      "This offer has expired, and the next person on the waiting list was asked.",
    );
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
