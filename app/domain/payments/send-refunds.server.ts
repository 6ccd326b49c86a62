import { type PaymentProvider, ProviderError } from "~/adapters/payments/port";
import { pool, transaction } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { log } from "~/lib/log.server";
import type { PaymentRow, RefundRow } from "../accounting/payment-row";
import { mailFailedRefund } from "./mail-failed-refund.server";
import { changeRefundKey, failRefund, loadRefunds } from "./refunds.sql.server";

/**
 * Sends a payment's requested refunds, each with its stored key, so that a retry after a lost
 * response does not refund twice. Returns how many; their results are read afterwards. Throws
 * ProviderError when it is unknown whether one was made.
 */
export async function sendRefunds(
  provider: PaymentProvider,
  organizationId: string,
  payment: PaymentRow,
): Promise<number> {
  const waiting = await loadWaiting(payment);
  for (const refund of waiting) await sendRefund(provider, organizationId, payment, refund);
  return waiting.length;
}

async function loadWaiting({ tenant_id, id }: PaymentRow): Promise<RefundRow[]> {
  return (await loadRefunds(pool, tenant_id, [id])).filter(({ status }) => status === "requested");
}

async function sendRefund(
  provider: PaymentProvider,
  organizationId: string,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  faultPoint("refund.sending");
  try {
    await provider.createRefund(organizationId, {
      refund_id: refund.id,
      idempotency_key: refund.idempotency_key,
      charge_ref: payment.charge_ref!, // checked by the caller
      amount: refund.amount,
      currency: refund.currency,
      refund_fee: refund.refunds_fee,
    });
    faultPoint("refund.sent");
  } catch (error) {
    if (error instanceof ProviderError && error.is_stored)
      return lookForRefund(provider, organizationId, payment, refund, error);
    // If the platform's key was rejected, that says nothing about this refund: it is sent again
    // once the key is right.
    const isFinal = error instanceof ProviderError && error.is_definite && error.kind !== "auth";
    if (!isFinal) throw error;
    await refuseRefund(payment, refund, error.code);
  }
}

/**
 * The provider has stored its error under the refund's key. A refund made regardless is found by
 * the next read; if there is none, the next attempt, which reads the payment's refunds before
 * sending any, uses a new key.
 */
async function lookForRefund(
  provider: PaymentProvider,
  organizationId: string,
  payment: PaymentRow,
  refund: RefundRow,
  error: ProviderError,
): Promise<void> {
  if ((await provider.findRefundOf(organizationId, payment.charge_ref!, refund.id)) !== null)
    return; // checked by the caller
  await changeRefundKey(refund);
  throw error;
}

/** Fails the refunds of this payment that can no longer be sent: a person has to look at them. */
export async function refuseWaitingRefunds(payment: PaymentRow, code: string): Promise<void> {
  for (const refund of await loadWaiting(payment)) await refuseRefund(payment, refund, code);
}

/** Fails a refund that will not succeed without a person's action. */
async function refuseRefund(
  payment: PaymentRow,
  refund: RefundRow,
  code: string | null,
): Promise<void> {
  await transaction(async (db) => {
    if (await failRefund(db, payment, refund, code))
      await mailFailedRefund(db, payment, refund.amount);
  });
  log.warn({ tenant_id: payment.tenant_id, payment_id: payment.id, code }, "a refund was refused");
}
