import type { PaymentPurpose } from "./payment-purpose";
import type { OfflineMethod } from "~/contract/fields";
import type { Payment, PaymentState, Refund } from "~/contract/payments";
import { toRfc3339 } from "~/lib/time";

/** A row of `payment` as returned by the driver. */
export interface PaymentRow {
  tenant_id: string;
  id: string;
  booking_id: string;
  provider: Payment["provider"];
  purpose: PaymentPurpose;
  /** Its checkout also keeps the card for fees. */
  keeps_card: boolean;
  session_id: string | null;
  status: PaymentState;
  amount: number;
  currency: string;
  connection_id: string | null;
  organization_id: string | null;
  livemode: boolean | null;
  charge_ref: string | null;
  fee_amount: number;
  /** The provider's own fee; null if not known. */
  provider_fee_amount: number | null;
  /** How the guest paid, in the provider's terms, or an OfflineMethod; null if not known. */
  method: string | null;
  idempotency_key: string | null;
  description: string;
  success_url: string | null;
  cancel_url: string | null;
  checkout_url: string | null;
  receipt_url: string | null;
  expires_at: Date | null;
  captured_at: Date | null;
  failure_code: string | null;
  /**
   * An additional payment for a paid booking: it is refunded, and does not count for the booking.
   */
  is_surplus: boolean;
  attention: string | null;
  /** Since when the provider's state of it cannot be stored. */
  stuck_since: Date | null;
  /** Its checkout offers no delayed payment methods. */
  instant_only: boolean;
  asked_at: Date | null;
  next_sync_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** A row of `refund` as returned by the driver. */
export interface RefundRow {
  tenant_id: string;
  id: string;
  payment_id: string;
  booking_id: string;
  provider_refund_id: string | null;
  idempotency_key: string;
  amount: number;
  currency: string;
  refunds_fee: boolean;
  status: Refund["status"];
  reason: RefundReason;
  former_status: string | null;
  failure_code: string | null;
  created_at: Date;
  completed_at: Date | null;
  /** When the failure became known. */
  failed_at: Date | null;
}

/** The origin of a refund. */
export type RefundReason =
  "requested" | "policy" | "late_payment" | "second_payment" | "provider" | "offline";

/** Statuses of a captured payment. */
export const CAPTURED: readonly PaymentState[] = ["paid", "partially_refunded", "refunded"];
/** Statuses of a payment that a guest may still finish. */
export const UNFINISHED: readonly PaymentState[] = ["created", "open", "processing"];
/**
 * Statuses of a refund whose money was returned or is being returned: it cannot be refunded again.
 */
export const COUNTED: readonly Refund["status"][] = ["requested", "pending", "owed", "succeeded"];

export function isCaptured(status: PaymentState): boolean {
  return CAPTURED.includes(status);
}

/** How the guest paid; on site `other` if nobody said. */
const methodOf = ({ provider, method }: Pick<PaymentRow, "provider" | "method">) =>
  method ?? (provider === "offline" ? ("other" satisfies OfflineMethod) : null);

const wire = (instant: Date) => toRfc3339(instant.getTime());

export function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    payment_id: row.payment_id,
    booking_id: row.booking_id,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    failure_code: row.failure_code,
    created_at: wire(row.created_at),
    completed_at: row.completed_at && wire(row.completed_at),
  };
}

/**
 * The returned part of the platform fee: in proportion to the refunds that include it, all of it
 * with a full refund.
 */
function feeReturned({ amount, fee_amount }: PaymentRow, returned: RefundRow[]): number {
  const back = returned
    .filter(({ refunds_fee }) => refunds_fee)
    .reduce((sum, refund) => sum + refund.amount, 0);
  return amount === 0 ? 0 : Math.round((fee_amount * back) / amount);
}

export function toPayment(
  row: PaymentRow,
  refunds: RefundRow[],
  disputes: Payment["disputes"],
): Payment {
  const returned = refunds.filter((refund) => refund.status === "succeeded");
  return {
    id: row.id,
    booking_id: row.booking_id,
    provider: row.provider,
    session_id: row.session_id,
    purpose: row.purpose === "card" ? "booking" : row.purpose, // a card is not listed
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    fee_amount: row.fee_amount,
    fee_refunded_amount: feeReturned(row, returned),
    provider_fee_amount: row.provider_fee_amount,
    method: methodOf(row),
    refunded_amount: returned.reduce((sum, refund) => sum + refund.amount, 0),
    receipt_url: row.receipt_url,
    failure_code: row.failure_code,
    attention: row.attention,
    created_at: wire(row.created_at),
    captured_at: row.captured_at && wire(row.captured_at),
    refunds: refunds.map(toRefund),
    disputes,
  };
}
