import { z } from "zod";
import {
  Amount,
  Id,
  IdParams,
  Instant,
  DateOrInstant,
  listOf,
  pageOf,
  PageQuery,
  text,
  webAddress,
} from "./common";
import { Booking } from "./bookings";
import { FeeDecision } from "./card-on-file";
import { BookingId, CreatedAt, CurrencyCode, ExpectedBalance, PaymentId } from "./fields";
import { paymentConnection } from "./payment-connection";
import { operation, provider, session } from "./operation";
import { AttentionItem } from "./attention";
import { NewPayLink, PayLink } from "./pay-link";

/**
 * State of a payment. `created` is stored before the provider is called; the last three may still
 * become `paid`.
 */
export const PaymentState = z
  .enum([
    "created",
    "open",
    "processing",
    "paid",
    "partially_refunded",
    "refunded",
    "failed",
    "canceled",
    "expired",
  ])
  .describe("Status of the payment; failed, canceled and expired payments may still become paid.");
export type PaymentState = z.infer<typeof PaymentState>;
export const RefundStatus = z
  .enum(["requested", "pending", "owed", "succeeded", "failed", "canceled"])
  .describe(
    "Status of the refund; `owed` is money paid on site until someone confirms that it was handed back, `failed` can follow days after `succeeded`, and returns the money to the tenant's account.",
  );

export const Refund = z
  .object({
    id: Id.describe("ID of the refund."),
    payment_id: PaymentId,
    booking_id: BookingId,
    amount: z.int().describe("Amount refunded, in minor units of `currency`."),
    currency: CurrencyCode,
    status: RefundStatus,
    reason: z
      .string()
      .describe(
        "Cause of the refund: requested, policy, late_payment, second_payment, provider or offline.",
      ),
    failure_code: z
      .string()
      .nullable()
      .describe("Payment provider's code for why the refund failed; null if it didn't."),
    created_at: CreatedAt,
    completed_at: Instant.nullable().describe(
      "When the refund succeeded or failed, in UTC; null if it is still open.",
    ),
  })
  .describe("A refund of a payment, in full or in part.");
export type Refund = z.infer<typeof Refund>;

export const Dispute = z
  .object({
    id: Id.describe("ID of the dispute."),
    payment_id: PaymentId,
    booking_id: BookingId,
    status: z
      .enum([
        "needs_response",
        "under_review",
        "appeal_needs_response",
        "appeal_under_review",
        "won",
        "lost",
        "closed",
      ])
      .describe(
        "Status of the dispute; respond at the payment provider. `closed` ended without a decision, `lost` took the money, and the two of an appeal follow a lost one: the money is gone until the appeal is won.",
      ),
    reason: z
      .string()
      .describe("Reason given by the provider, e.g. fraudulent or product_not_received."),
    amount: z.int().describe("Disputed amount, in minor units of `currency`."),
    currency: CurrencyCode,
    respond_by: Instant.nullable().describe(
      "Deadline for the tenant's response, in UTC; null if none is possible any more.",
    ),
    created_at: CreatedAt,
    closed_at: Instant.nullable().describe("When the dispute ended, in UTC; null if it is open."),
  })
  .describe("A chargeback: a guest asked their bank for the money back.");
export type Dispute = z.infer<typeof Dispute>;

export const Payment = z
  .object({
    id: PaymentId,
    booking_id: BookingId,
    provider: z
      .enum(["payprovider", "legacypay", "offline"])
      .describe("How the payment was made; `offline` is paid on site."),
    session_id: z
      .string()
      .nullable()
      .describe("ID of the checkout session at the payment provider; null if there is none."),
    purpose: z
      .enum(["booking", "late_cancellation", "no_show"])
      .describe("What it pays: the price of the booking, or a fee."),
    status: PaymentState,
    amount: z.int().describe("Amount to pay or paid, in minor units of `currency`."),
    currency: CurrencyCode,
    fee_amount: z.int().describe("Platform fee taken, in minor units."),
    fee_refunded_amount: z
      .int()
      .describe("Part of the platform fee returned with refunds, in minor units."),
    provider_fee_amount: z
      .int()
      .nullable()
      .describe(
        "Payment provider's own fee, in minor units; null if the provider hasn't reported it, or takes it in another currency.",
      ),
    method: z
      .string()
      .nullable()
      .describe(
        "How the guest paid, in the payment provider's terms, e.g. card, ideal or sepa_debit; null if unknown. Paid on site: cash, card_terminal, bank_transfer or other.",
      ),
    refunded_amount: z.int().describe("Amount refunded, in minor units."),
    receipt_url: z
      .string()
      .nullable()
      .describe("URL of the guest's receipt; null if there is none."),
    failure_code: z
      .string()
      .nullable()
      .describe("Payment provider's code for why the payment failed; null if it didn't."),
    attention: z
      .string()
      .nullable()
      .describe(
        "Why someone should review the payment, e.g. amount_mismatch or refund_failed; null if nobody needs to.",
      ),
    created_at: CreatedAt,
    captured_at: Instant.nullable().describe(
      "When the money was received, in UTC; null if it wasn't.",
    ),
    refunds: z.array(Refund).describe("Refunds of the payment."),
    disputes: z.array(Dispute).describe("Disputes about the payment."),
  })
  .describe("A payment for a booking.");
export type Payment = z.infer<typeof Payment>;

export const PaymentFilter = PageQuery.extend({
  booking_id: Id.optional().describe("Only payments of this booking."),
  status: listOf(PaymentState)
    .optional()
    .describe("Only payments with these statuses, separated by commas."),
  from: DateOrInstant.optional().describe("Only payments created at or after this date or time."),
  to: DateOrInstant.optional().describe(
    "Only payments created before this time, or before the end of this date.",
  ),
});
export type PaymentFilter = z.output<typeof PaymentFilter>;

const ReturnUrl = webAddress("Use a web address.");
export const NewCheckout = z
  .strictObject({
    booking_id: BookingId,
    success_url: ReturnUrl.optional().describe(
      "URL to return to after paying, on an allowed origin of the tenant's keys; the guest's booking page if omitted.",
    ),
    cancel_url: ReturnUrl.optional().describe(
      "URL to return to without paying, on an allowed origin of the tenant's keys; the guest's booking page if omitted.",
    ),
    expected_amount: ExpectedBalance,
  })
  .describe("The booking to pay, and where the guest returns to.");
export type NewCheckout = z.output<typeof NewCheckout>;
export const Checkout = z
  .object({
    payment_id: PaymentId,
    session_id: z.string().describe("ID of the checkout session at the payment provider."),
    checkout_url: z.string().describe("URL of the checkout for the guest."),
    status: PaymentState,
    amount: z.int().describe("Amount to pay, in minor units of `currency`."),
    currency: CurrencyCode,
    expires_at: Instant.nullable().describe(
      "When the checkout expires, in UTC; null if it doesn't.",
    ),
    fee_applied: z.boolean().describe("Whether the platform fee is taken."),
  })
  .describe("A checkout where the guest pays.");
export type Checkout = z.infer<typeof Checkout>;

export const NewRefund = z
  .strictObject({
    payment_id: Id.optional().describe(
      "ID of the payment to refund; if omitted, the booking's own payments, latest first. Only its ID refunds a second payment.",
    ),
    amount: Amount.min(1)
      .optional()
      .describe("Amount to refund in minor units; all that can still be refunded if omitted."),
    write_off: z
      .literal(true)
      .optional()
      .describe(
        "Settles the booking's balance without money instead: a credit is kept, or a debt waived; audited.",
      ),
    reason: text(500).optional().describe("Reason for the audit log, at most 500 characters."),
  })
  .refine(
    ({ amount, payment_id, write_off }) =>
      write_off === undefined || (amount ?? payment_id) === undefined,
    {
      error: "Give an amount back, or write the balance off; not both.",
      path: ["write_off"],
    },
  )
  .describe("A refund to make, or a balance to write off.");
export type NewRefund = z.output<typeof NewRefund>;
export const RequestedRefunds = z
  .object({ refunds: z.array(Refund).describe("Refunds requested.") })
  .describe("The refunds requested; several if the booking was paid in several payments.");

export const HandBack = z
  .strictObject({
    refund_id: Id.optional().describe(
      "ID of the refund that was handed back; all that are `owed` for the booking if omitted.",
    ),
  })
  .describe("The cash refund that the guest has now.");
export type HandBack = z.output<typeof HandBack>;
export const HandedBack = z
  .object({ refunds: z.array(Refund).describe("Refunds confirmed by this call.") })
  .describe("The refunds confirmed; none if none was owed any more.");

export const ReceivedWebhook = z
  .object({
    received: z.boolean().describe("Always true, also for events that aren't used."),
  })
  .describe("Confirmation that the webhook was received.");
const WEBHOOK_BYTES = 256 * 1024;

export const payments = {
  list: operation({
    method: "GET",
    path: "/api/payments",
    caller: session("admin", { test_key: "test_data" }),
    summary: "List payments with their refunds, newest first",
    query: PaymentFilter,
    returns: pageOf(Payment),
  }),
  get: operation({
    method: "GET",
    path: "/api/payments/:id",
    caller: session("admin", { test_key: "test_data" }),
    summary: "Get a payment with its refunds and disputes",
    params: IdParams,
    returns: Payment,
  }),
  createSession: operation({
    method: "POST",
    path: "/api/payments/create-session",
    caller: session("staff", { test_key: "test_data" }),
    summary:
      "Open a checkout for the balance of a booking on the tenant's connected account; an open one is returned again",
    body: NewCheckout,
    returns: Checkout,
    status: 201,
    location: "/api/payments/:payment_id",
    errors: [
      "not_found",
      "booking_not_payable",
      "price_changed",
      "not_connected",
      "slot_unavailable",
      "amount_below_minimum",
      "provider_unavailable",
    ],
  }),
  decideFee: operation({
    method: "POST",
    path: "/api/bookings/:id/fees",
    caller: session("staff", { test_key: "test_data" }),
    summary:
      "Charge a fee for a late cancellation or a no-show to the card on file, or stop it; the card is charged after the response",
    params: IdParams,
    body: FeeDecision,
    returns: Booking,
    idempotent: true,
    errors: ["not_found", "booking_not_payable", "not_connected"],
  }),
  payLink: operation({
    method: "POST",
    path: "/api/bookings/:id/pay-link",
    caller: session("staff", { test_key: "test_data" }),
    summary: "Get the payment link of an unpaid booking, and email it to the guest if requested",
    params: IdParams,
    body: NewPayLink,
    returns: PayLink,
    idempotent: true,
    errors: [
      "not_found",
      "booking_not_payable",
      "price_changed",
      "hold_expired",
      "not_connected",
      "amount_below_minimum",
    ],
  }),
  refund: operation({
    method: "POST",
    path: "/api/bookings/:id/refund",
    caller: session("admin", { test_key: "test_data" }),
    summary: "Refund a booking in full or in part, or write off its balance",
    params: IdParams,
    body: NewRefund,
    returns: RequestedRefunds,
    status: 202,
    idempotent: true,
    errors: ["not_found"],
  }),
  handBack: operation({
    method: "POST",
    path: "/api/bookings/:id/handed-back",
    caller: session("staff"),
    summary: "Confirm that money paid on site was handed back to the guest",
    params: IdParams,
    body: HandBack,
    returns: HandedBack,
    idempotent: true,
    errors: ["not_found"],
  }),
  ...paymentConnection,
  attention: operation({
    method: "GET",
    path: "/api/attention",
    caller: session("admin"),
    summary:
      "List what needs attention, at most 20 of a kind: payment mismatches, failed refunds, disputes with their deadline, prices that can't be paid, approvals, failing webhooks, bounced email, overbookings, bookings outside hours, services with no free time in 14 days, unusually few bookings, connected calendars that can't be read or suddenly have far fewer events, bookings at their busy times, and bookings moved or deleted there",
    query: PageQuery,
    returns: pageOf(AttentionItem),
  }),
  receivePayprovider: operation({
    method: "POST",
    path: "/api/webhooks/payprovider",
    caller: provider("payprovider", WEBHOOK_BYTES),
    limit: "provider",
    summary: "Receive signed payment updates from the payment provider",
    returns: ReceivedWebhook,
    errors: ["integration_disabled", "bad_signature"],
  }),
  receiveLegacypay: operation({
    method: "POST",
    path: "/api/webhooks/legacypay",
    caller: provider("legacypay", WEBHOOK_BYTES),
    limit: "provider",
    summary: "Same as /api/webhooks/payprovider, for the older provider",
    returns: ReceivedWebhook,
    errors: ["integration_disabled", "bad_signature"],
  }),
};
