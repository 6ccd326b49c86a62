import type { StatusChange } from "~/contract/booking-inputs";
import { AppError, invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { type Actor, hasRole, type StaffActor, type SystemActor } from "../identity/actor";
import { type BookingMoney, readMoney } from "../accounting/booking-money.sql.server";
import type { RefundReason, RefundRow } from "../accounting/payment-row";
import { requestRefunds } from "../accounting/request-refund.sql.server";
import { changeBooking, type LockedBooking } from "./apply-decision.server";
import type { BookingRow } from "./booking-row";
import { previewRefund } from "./refund-preview";

/**
 * Refunds `amount` minor units, within the caller's transaction and under the booking's locks. A worker sends online refunds, and the
 * booking changes when they succeed; offline refunds count at once.
 * `paymentId`: of that payment alone, which may be one beside the booking's own.
 */
export async function refund(
  db: Sql,
  actor: Actor,
  booking: LockedBooking,
  amount: number,
  reason: RefundReason,
  paymentId: string | null = null,
): Promise<{ row: BookingRow; refunds: RefundRow[] }> {
  let { row } = booking.loaded;
  if (amount <= 0) return { row, refunds: [] };
  const refunds = await requestRefunds(db, row, amount, reason, paymentId);
  const system: SystemActor = {
    kind: "system",
    tenant: actor.tenant,
    request_id: actor.request_id,
  };
  for (const refund of refunds.filter(({ status }) => status === "succeeded")) {
    const money = await readMoney(db, row.tenant_id, row.id);
    const refundDetails = {
      id: refund.id,
      payment_id: refund.payment_id,
      reason,
      amount: refund.amount,
      currency: refund.currency,
      remaining: money.captured - money.refunded,
    };
    const current = { ...booking, loaded: { ...booking.loaded, row } };
    row = await changeBooking(
      db,
      system,
      current,
      { type: "refund_completed" },
      { money, refund: refundDetails },
    );
  }
  return { row, refunds };
}

type RefundRequest = NonNullable<StatusChange["refund"]>;

/** Throws forbidden_role below admin, validation_failed where another status than cancelled is asked for with it. */
export function checkRefundRequest(actor: StaffActor, { status, refund }: StatusChange): void {
  if (refund === undefined) return;
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin may refund.");
  if (status !== "cancelled")
    throw invalidField(
      "refund",
      "A refund can be asked for with a cancellation only.",
      "not_applicable",
    );
  if (refund.mode === "amount" && refund.amount === undefined)
    throw invalidField("refund.amount", "Say how much goes back.", "required");
}

/**
 * Amount that a cancellation refunds (minor units): by the tenant's policy unless the request says otherwise. Throws validation_failed where
 * nothing was captured, or more than is left is asked for.
 */
export function refundFor(
  requested: RefundRequest | undefined,
  { loaded: { row }, now }: LockedBooking,
  money: BookingMoney,
  actor: Actor,
): number {
  const mode = requested?.mode ?? "policy";
  if (mode === "none") return 0;
  if (requested !== undefined && mode !== "policy" && money.refundable === 0)
    throw invalidField("refund", "Nothing was paid that could be refunded.", "nothing_captured");
  if (mode === "full") return money.refundable;
  if (mode === "policy")
    return previewRefund(actor.tenant.policy, row.starts_at.getTime(), money, now.getTime())
      .refund_amount;
  const amount = requested?.amount ?? 0;
  if (amount > money.refundable)
    throw invalidField(
      "refund.amount",
      `At most ${money.refundable} (minor units) can be refunded.`,
      "too_big",
    );
  return amount;
}
