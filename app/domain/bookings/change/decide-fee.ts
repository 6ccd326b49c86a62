import type { BookingFee, FeeKind } from "~/contract/card-on-file";
import { isUpcoming } from "~/contract/booking-status";
import { AppError, invalidField } from "~/lib/app-error";
import {
  feeOfKind,
  isTooOld,
  mostOf,
  nextChargeAt,
  withFee,
} from "../../card-on-file/booking-fees";
import type { BookingCommand, Decision, DecisionContext } from "./booking-command";
import { keptOf } from "../read/balance";
import type { BookingRow } from "../read/booking-row";
import { changed, invalidTransition } from "./decision-parts";

export type FeeCommand = Extract<
  BookingCommand,
  {
    type:
      | "keep_card"
      | "charge_fee"
      | "stop_fee"
      | "unschedule_fees"
      | "fee_paid"
      | "fee_failed"
      | "fee_refunded";
  }
>;

/** Decides commands about a booking's card and fees. See `decide`. */
export function decideFee(
  before: BookingRow,
  command: FeeCommand,
  context: DecisionContext,
): Decision | null {
  if (command.type === "charge_fee") return decideCharge(before, command, context);
  if (command.type === "stop_fee") return decideStop(before, command.kind, context);
  const { mover, now } = context;
  // Only the system sends the other commands.
  if (mover !== "system") throw invalidTransition(before, before.status, mover);
  if (command.type === "keep_card")
    return changed(before, now, {
      patch: { card: command.card },
      // A booking that waits for its card is confirmed next.
      events: isUpcoming(before.status) && before.status !== "pending" ? ["booking.updated"] : [],
    });
  if (command.type === "unschedule_fees")
    return changed(before, now, {
      patch: { fees: before.fees.map(offeredAgain), fee_due_at: null },
      events: ["booking.updated"],
    });
  const fee = feeOfKind(before, command.kind);
  if (fee === undefined) return null;
  switch (command.type) {
    case "fee_paid":
      if (fee.status === "paid") return null;
      return moved(before, { ...fee, status: "paid", failure_code: null }, context);
    case "fee_failed":
      if (fee.status !== "charging") return null;
      return moved(before, { ...fee, status: "unpaid", failure_code: command.code }, context);
    case "fee_refunded": {
      const refunded_amount = Math.max(fee.refunded_amount + command.amount, 0);
      const event = command.amount > 0 ? "booking.refunded" : "booking.updated";
      return moved(before, { ...fee, refunded_amount }, context, { events: [event] });
    }
  }
}

const offeredAgain = (fee: BookingFee): BookingFee =>
  fee.status === "scheduled" ? { ...fee, status: "offered", charge_at: null } : fee;

/**
 * Charges a fee. Throws booking_not_payable (none is open, or it is too late), validation_failed
 * (more than was agreed).
 */
function decideCharge(
  before: BookingRow,
  { kind, amount: requested, payment_id }: Extract<BookingCommand, { type: "charge_fee" }>,
  context: DecisionContext,
): Decision {
  const { now, money, mover } = context;
  const fee = feeOfKind(before, kind);
  if (fee === undefined || before.card === null || mover === "customer")
    throw new AppError("booking_not_payable", "This booking has no such fee to charge.");
  if (fee.status === "charging" || fee.status === "paid" || fee.status === "unpaid")
    throw new AppError("booking_not_payable", "This fee has been charged already.");
  if (isTooOld(before, now))
    throw new AppError(
      "booking_not_payable",
      "A fee can be charged until 14 days after the visit.",
    );
  const kept = money ? keptOf(before, money) : 0;
  const most = mostOf(before, kind, kept);
  const amount = requested ?? Math.min(fee.amount, most);
  if (amount > most || amount <= 0)
    throw invalidField("amount", `At most ${most} (minor units) was agreed to.`, "too_big");
  const charged = { ...fee, status: "charging", amount, payment_id, charge_at: null } as const;
  return moved(before, charged, context, { audit: "booking.fee_charged" });
}

/** Null if nothing was going to be charged. */
function decideStop(before: BookingRow, kind: FeeKind, context: DecisionContext): Decision | null {
  const fee = feeOfKind(before, kind);
  if (context.mover === "customer" || fee === undefined)
    throw new AppError("booking_not_payable", "This booking has no such fee.");
  if (fee.status === "stopped") return null;
  if (fee.status !== "offered" && fee.status !== "scheduled")
    throw new AppError("booking_not_payable", "This fee has been charged already. Refund it.");
  const stopped = { ...fee, status: "stopped", charge_at: null } as const;
  return moved(before, stopped, context, { audit: "booking.fee_stopped" });
}

function moved(
  before: BookingRow,
  fee: BookingFee,
  { now }: DecisionContext,
  more: { events?: Decision["events"]; audit?: string } = {},
): Decision {
  const fees = withFee(before.fees, fee);
  const { kind, amount } = fee;
  return changed(before, now, {
    patch: { fees, fee_due_at: nextChargeAt(fees) },
    events: more.events ?? ["booking.updated"],
    audit: more.audit === undefined ? null : { action: more.audit, diff: { kind, amount } },
  });
}
