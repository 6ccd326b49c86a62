import { z } from "zod";
import { Amount, Id, IdParams, Instant, InstantInput, listOf, pageOf, PageQuery, text, webAddress } from "./common";
import { paymentConnection } from "./payment-connection";
import { operation, provider, session } from "./operation";
import { AttentionItem } from "./attention";
import { NewPayLink, PayLink } from "./pay-link";

/** Where a payment is. `created` is written before the provider is asked; the last three may still turn into `paid`. */
export const PaymentState = z.enum([
  "created",
  "open",
  "processing",
  "paid",
  "partially_refunded",
  "refunded",
  "failed",
  "canceled",
  "expired",
]);
export type PaymentState = z.infer<typeof PaymentState>;
export const RefundStatus = z.enum(["requested", "pending", "succeeded", "failed", "canceled"]);

export const Refund = z.object({
  id: Id,
  payment_id: Id,
  booking_id: Id,
  amount: z.int().describe("minor units of `currency`"),
  currency: z.string(),
  status: RefundStatus.describe("`failed` may come days after `succeeded`: the money is back on the account"),
  reason: z.string().describe("requested, policy, late_payment, second_payment, provider or offline"),
  failure_code: z.string().nullable(),
  created_at: Instant,
  completed_at: Instant.nullable(),
});
export type Refund = z.infer<typeof Refund>;

/** A guest has asked their bank for the money back. */
export const Dispute = z.object({
  id: Id,
  payment_id: Id,
  booking_id: Id,
  status: z
    .enum(["needs_response", "under_review", "won", "lost", "closed"])
    .describe("answered at the payment provider; `closed` ended without a decision, `lost` took the money"),
  reason: z.string().describe("the provider's word, such as fraudulent or product_not_received"),
  amount: z.int().describe("minor units of `currency`"),
  currency: z.string(),
  respond_by: Instant.nullable().describe("until when the company may answer; null: it cannot any more"),
  created_at: Instant,
  closed_at: Instant.nullable(),
});
export type Dispute = z.infer<typeof Dispute>;

export const Payment = z.object({
  id: Id,
  booking_id: Id,
  provider: z.enum(["payprovider", "legacypay", "offline"]).describe("offline: money received by hand"),
  session_id: z.string().nullable().describe("the provider's own id of the checkout"),
  status: PaymentState,
  amount: z.int().describe("minor units of `currency`"),
  currency: z.string(),
  fee_amount: z.int().describe("the platform's share of it, minor units, as it was taken"),
  fee_refunded_amount: z.int().describe("what of the share went back with refunds, minor units"),
  refunded_amount: z.int().describe("what of it went back, minor units"),
  receipt_url: z.string().nullable(),
  failure_code: z.string().nullable(),
  attention: z.string().nullable().describe("why a person has to look at it, e.g. amount_mismatch or refund_failed"),
  created_at: Instant,
  captured_at: Instant.nullable().describe("when the money came in"),
  refunds: z.array(Refund),
  disputes: z.array(Dispute),
});
export type Payment = z.infer<typeof Payment>;

export const PaymentFilter = PageQuery.extend({
  booking_id: Id.optional(),
  status: listOf(PaymentState).optional(),
  from: InstantInput.optional().describe("created at or after"),
  to: InstantInput.optional().describe("created before"),
});
export type PaymentFilter = z.output<typeof PaymentFilter>;

const ReturnUrl = webAddress("Use a web address.");
export const NewCheckout = z.strictObject({
  booking_id: Id,
  success_url: ReturnUrl.optional().describe(
    "on an allowed origin of the tenant's keys; the guest's own page when absent",
  ),
  cancel_url: ReturnUrl.optional().describe("as success_url"),
});
export type NewCheckout = z.output<typeof NewCheckout>;
export const Checkout = z.object({
  payment_id: Id,
  session_id: z.string(),
  checkout_url: z.string().describe("where the guest pays"),
  status: PaymentState,
  amount: z.int().describe("minor units"),
  currency: z.string(),
  expires_at: Instant.nullable().describe("until when it can be paid"),
  fee_applied: z.boolean().describe("whether the platform's share is taken"),
});
export type Checkout = z.infer<typeof Checkout>;

export const NewRefund = z
  .strictObject({
    payment_id: Id.optional().describe(
      "of which payment, as GET /api/payments?booking_id= lists them; without it the booking's own payments, the latest first. A payment that came in a second time is given back only by its id",
    ),
    amount: Amount.min(1).optional().describe("minor units; all that can still be given back, when absent"),
    write_off: z
      .literal(true)
      .optional()
      .describe(
        "instead of a refund: the booking's balance is settled without money, a credit kept or what is due not asked for; audited",
      ),
    reason: text(500).optional().describe("for the audit log"),
  })
  .refine(({ amount, payment_id, write_off }) => write_off === undefined || (amount ?? payment_id) === undefined, {
    error: "Give an amount back, or write the balance off; not both.",
    path: ["write_off"],
  });
export type NewRefund = z.output<typeof NewRefund>;
export const RequestedRefunds = z.object({ refunds: z.array(Refund) });

export const ReceivedWebhook = z.object({
  received: z.boolean().describe("always true: what does not concern us is received too"),
});
const WEBHOOK_BYTES = 256 * 1024;

export const payments = {
  list: operation({
    method: "GET",
    path: "/api/payments",
    caller: session("admin"),
    summary: "List payments with their refunds, the newest first",
    query: PaymentFilter,
    returns: pageOf(Payment),
  }),
  get: operation({
    method: "GET",
    path: "/api/payments/:id",
    caller: session("admin"),
    summary: "Get a payment with its refunds and disputes",
    params: IdParams,
    returns: Payment,
  }),
  createSession: operation({
    method: "POST",
    path: "/api/payments/create-session",
    caller: session("staff"),
    summary:
      "Open a checkout for what is due of a booking (its balance) on the tenant's connected account; one that is open already is answered again",
    body: NewCheckout,
    returns: Checkout,
    status: 201,
    errors: [
      "not_found",
      "booking_not_payable",
      "not_connected",
      "slot_unavailable",
      "amount_below_minimum",
      "provider_unavailable",
    ],
  }),
  payLink: operation({
    method: "POST",
    path: "/api/bookings/:id/pay-link",
    caller: session("staff"),
    summary: "The link by which a guest pays an unpaid booking online; mailed to them where that is asked for",
    params: IdParams,
    body: NewPayLink,
    returns: PayLink,
    idempotent: true,
    errors: ["not_found", "booking_not_payable", "hold_expired", "not_connected", "amount_below_minimum"],
  }),
  refund: operation({
    method: "POST",
    path: "/api/bookings/:id/refund",
    caller: session("admin"),
    summary: "Give money of a booking back, all of it or a part; or write its balance off",
    params: IdParams,
    body: NewRefund,
    returns: RequestedRefunds,
    status: 202,
    idempotent: true,
    errors: ["not_found"],
  }),
  ...paymentConnection,
  attention: operation({
    method: "GET",
    path: "/api/attention",
    caller: session("admin"),
    summary:
      "What a person has to look at, at most 20 of a kind: money that does not agree, disputes with the day by which they want an answer, prices and accounts that nobody can pay, approvals, failing webhooks, mail that came back, bookings over capacity or outside hours, services without a free time in 14 days, no bookings where there usually are some",
    query: PageQuery,
    returns: pageOf(AttentionItem),
  }),
  receivePayprovider: operation({
    method: "POST",
    path: "/api/webhooks/payprovider",
    caller: provider("payprovider", WEBHOOK_BYTES),
    limit: "provider",
    summary: "Payment state updates from the payment provider, signed",
    returns: ReceivedWebhook,
    errors: ["integration_disabled", "bad_signature"],
  }),
  receiveLegacypay: operation({
    method: "POST",
    path: "/api/webhooks/legacypay",
    caller: provider("legacypay", WEBHOOK_BYTES),
    limit: "provider",
    summary: "As /api/webhooks/payprovider, of the older provider",
    returns: ReceivedWebhook,
    errors: ["integration_disabled", "bad_signature"],
  }),
};
