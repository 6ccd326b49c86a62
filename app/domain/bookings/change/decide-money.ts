import type { BookingStatus } from "~/contract/bookings";
import { AppError, invalidField } from "~/lib/app-error";
import type { BookingMoney } from "../../accounting/booking-money.sql.server";
import { isLive } from "~/contract/booking-status";
import { balanceOf, isShortOf, isUnsettled, writtenOffAfterRefund } from "../read/balance";
import type { BookingCommand, Decision, DecisionContext } from "./booking-command";
import type { FeeCommand } from "./decide-fee";
import type { BookingRow } from "../read/booking-row";
import { mayMove } from "./booking-status";
import { changed, invalidTransition, isLapsed, seatsFor } from "./decision-parts";
import type { EventType } from "./event-body";

/** How long a payment in progress keeps the seat: bank debits settle within it. */
const PROCESSING_DAYS = 14;
const DAY = 86_400_000;

export type MoneyCommand = Exclude<
  BookingCommand,
  { type: "become" | "accept_offer" | "move" | "edit" | "meet" } | FeeCommand
>;

/** Decides commands about a booking's money and its balance. See `decide`. */
export function decideMoney(
  before: BookingRow,
  command: MoneyCommand,
  context: DecisionContext,
): Decision | null {
  if (command.type === "write_off") return decideWriteOff(before, context);
  // Only the system sends the other commands.
  if (context.mover !== "system") throw invalidTransition(before, before.status, context.mover);
  switch (command.type) {
    case "payment_progress":
      return decideProgress(before, command.payment_status, context);
    case "payment_received":
      return decideReceived(before, context);
    case "payment_failed":
      return decideFailedPayment(before, context);
    case "late_payment_refused":
      return decideLateMoney(before, context);
    case "refund_completed":
      return decideRefund(before, context);
    case "dispute_moved":
      return decideDispute(before, context);
    case "surplus_moved":
      return decideSurplus(before, command.turned, context);
    case "refund_failed":
      return decideFailedRefund(before, command.former, context);
  }
}

function decideProgress(
  before: BookingRow,
  payment_status: "open" | "processing" | "failed",
  { now }: DecisionContext,
): Decision | null {
  // Captured money is not undone by stale news about another attempt.
  const isSettled = ["paid", "partially_refunded", "refunded"].includes(before.payment_status);
  if (isSettled || before.payment_status === payment_status) return null;
  if (payment_status !== "processing" || before.status !== "pending" || before.expires_at === null)
    return changed(before, now, { patch: { payment_status }, events: [] });
  // A debit takes days: the seat is kept for it, and claimed again if the hold has ended meanwhile.
  const at = new Date(now.getTime() + PROCESSING_DAYS * DAY);
  return changed(before, now, {
    patch: { payment_status, expires_at: at },
    events: ["booking.payment_processing"],
    seats: isLapsed(before, now) ? { kind: "reclaim" } : { kind: "hold_until", at },
  });
}

function decideReceived(before: BookingRow, { now, money }: DecisionContext): Decision {
  const payment_status = money ? refundStatus(money) : "paid";
  return changed(before, now, { patch: { payment_status }, events: ["booking.paid"] });
}

/** Like an ended hold, with the reason that the payment failed. */
function decideFailedPayment(before: BookingRow, { now }: DecisionContext): Decision | null {
  if (before.status !== "pending") return null;
  return changed(before, now, {
    patch: {
      status: "expired",
      pending_reason: null,
      expires_at: null,
      payment_status: "failed",
      cancelled_by: "system",
      cancel_reason_code: "payment_failed",
    },
    events: ["booking.cancelled"],
    seats: seatsFor(before, "expired", now),
  });
}

function decideLateMoney(before: BookingRow, context: DecisionContext): Decision | null {
  if (isLive(before.status) || before.status === "refunded")
    throw invalidTransition(before, "paid", context.mover);
  if (before.payment_status === "paid") return null;
  return changed(before, context.now, {
    patch: { payment_status: "paid" },
    events: ["booking.updated"],
  });
}

/**
 * Each completed refund has an event; the refund of the last of the money makes the booking
 * refunded if the table allows it and no bank has taken a part.
 */
function decideRefund(
  before: BookingRow,
  { mover, now, money, returned = 0 }: DecisionContext,
): Decision | null {
  if (!money?.refunded) throw invalidTransition(before, "refunded", mover);
  const events: EventType[] = ["booking.refunded"];
  const payment_status = refundStatus(money);
  const remaining = money.captured - money.refunded;
  const written_off_amount = writtenOffAfterRefund(before, remaining, returned);
  // A booking that is free by now and was refunded as a credit still takes place.
  const isCredit = isLive(before.status) && !isShortOf(before, remaining);
  // An appeal may still return what a bank took, so that is not refunded.
  if (
    money.refunded < money.captured ||
    money.lost > 0 ||
    isCredit ||
    !mayMove(before.status, "refunded", "system", false)
  )
    return changed(before, now, { patch: { payment_status, written_off_amount }, events });
  return changed(before, now, {
    patch: { payment_status, status: "refunded", pending_reason: null, expires_at: null },
    events,
    seats: seatsFor(before, "refunded", now),
  });
}

/** A dispute took the booking's money or returned it: the balance changes. */
function decideDispute(before: BookingRow, { now, money }: DecisionContext): Decision {
  const payment_status = money ? refundStatus(money) : before.payment_status;
  return changed(before, now, { patch: { payment_status }, events: ["booking.updated"] });
}

/** Surplus money: the booking stays unchanged; only an event reports it. */
function decideSurplus(
  before: BookingRow,
  turned: "completed" | "failed",
  { now }: DecisionContext,
): Decision {
  return changed(before, now, {
    patch: {},
    events: [turned === "completed" ? "booking.refunded" : "booking.updated"],
  });
}

/** Writes the balance off: an amount due is not collected, a credit is kept. */
function decideWriteOff(before: BookingRow, { mover, now }: DecisionContext): Decision {
  if (mover !== "admin")
    throw new AppError("forbidden_role", "Only an owner or admin can write a balance off.");
  const balance = balanceOf(before);
  if (!isUnsettled(before))
    throw invalidField("write_off", "This booking has no balance to write off.", "no_balance");
  return changed(before, now, {
    patch: { written_off_amount: before.written_off_amount + balance },
    events: ["booking.updated"],
    audit: { action: "booking.balance_written_off", diff: { balance_amount: [balance, 0] } },
  });
}

function decideFailedRefund(
  before: BookingRow,
  former: BookingStatus,
  context: DecisionContext,
): Decision | null {
  const payment_status = context.money ? refundStatus(context.money) : "paid";
  if (before.status !== "refunded") {
    // A partial refund, or a booking past this status: only the amount paid changes.
    if (before.payment_status === payment_status) return null;
    return changed(before, context.now, { patch: { payment_status }, events: ["booking.updated"] });
  }
  if (!mayMove("refunded", former, "system", false))
    throw invalidTransition(before, former, context.mover);
  const ended =
    former === "cancelled" ? { cancelled_by: before.cancelled_by ?? ("system" as const) } : {};
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
