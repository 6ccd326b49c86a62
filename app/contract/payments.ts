import { z } from "zod";
import { Amount, Id, IdParams, Instant, InstantInput, listOf, pageOf, PageQuery, text } from "./common";
import {
  FeeConfig,
  ConnectStatus,
  ConnectAddress,
  ConnectExchange,
  ConnectQuery,
  ConnectReturn,
  ProfileChoice,
} from "./payment-connection";
import { operation, provider, session } from "./operation";

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

export const Payment = z.object({
  id: Id,
  booking_id: Id,
  provider: z.enum(["payprovider", "legacypay", "offline"]).describe("offline: money received by hand"),
  session_id: z.string().nullable().describe("the provider's own id of the checkout"),
  status: PaymentState,
  amount: z.int().describe("minor units of `currency`"),
  currency: z.string(),
  fee_amount: z.int().describe("the platform's share of it, minor units"),
  refunded_amount: z.int().describe("what of it went back, minor units"),
  receipt_url: z.string().nullable(),
  failure_code: z.string().nullable(),
  attention: z.string().nullable().describe("why a person has to look at it, e.g. amount_mismatch or refund_failed"),
  created_at: Instant,
  captured_at: Instant.nullable().describe("when the money came in"),
  refunds: z.array(Refund),
});
export type Payment = z.infer<typeof Payment>;

export const PaymentFilter = PageQuery.extend({
  booking_id: Id.optional(),
  status: listOf(PaymentState).optional(),
  from: InstantInput.optional().describe("created at or after"),
  to: InstantInput.optional().describe("created before"),
});
export type PaymentFilter = z.output<typeof PaymentFilter>;

const ReturnUrl = z
  .url({ protocol: /^https?$/, error: "Use a web address." })
  .max(2000, { error: "Use at most 2,000 characters." });
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

export const NewRefund = z.strictObject({
  amount: Amount.min(1).optional().describe("minor units; all that can still be given back, when absent"),
  reason: text(500).optional().describe("for the audit log"),
});
export type NewRefund = z.output<typeof NewRefund>;
export const RequestedRefunds = z.object({ refunds: z.array(Refund) });

/** What a person has to look at. */
export const AttentionItem = z.object({
  kind: z.enum([
    ...(["amount_mismatch", "refund_failed", "payment_without_booking", "payments_not_connected"] as const),
    ...(["approval_waiting", "webhook_failing", "mail_bounced"] as const),
    ...(["over_capacity", "outside_hours", "no_free_time", "calendar_quiet"] as const),
  ]),
  message: z.string().describe("what is wrong and what to do, in plain words"),
  booking_id: Id.nullable(),
  payment_id: Id.nullable(),
  schedule_id: Id.nullable(),
  subscription_id: Id.nullable(),
  message_id: Id.nullable(),
  at: Instant.nullable().describe("since when, or when what it is about begins; null: always so"),
  expires_at: Instant.nullable().describe("until when it can be dealt with"),
});
export type AttentionItem = z.infer<typeof AttentionItem>;

export const ReceivedWebhook = z.object({
  received: z.boolean().describe("always true: what does not concern us is received too"),
});
const WEBHOOK_BYTES = 256 * 1024;

const person = { secret_key: false } as const;
const connectErrors = ["integration_disabled", "provider_unavailable"] as const;

export const payments = {
  list: operation({
    method: "GET",
    path: "/api/payments",
    caller: session("admin"),
    summary: "List payments with their refunds, the newest first",
    query: PaymentFilter,
    returns: pageOf(Payment),
  }),
  createSession: operation({
    method: "POST",
    path: "/api/payments/create-session",
    caller: session("staff"),
    summary:
      "Open a checkout for a booking on the tenant's connected account; one that is open already is answered again",
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
  refund: operation({
    method: "POST",
    path: "/api/bookings/:id/refund",
    caller: session("admin"),
    summary: "Give money of a booking back, all of it or a part",
    params: IdParams,
    body: NewRefund,
    returns: RequestedRefunds,
    status: 202,
    idempotent: true,
    errors: ["not_found"],
  }),
  feeConfig: operation({
    method: "GET",
    path: "/api/payments/payprovider-fee-config",
    caller: session("admin"),
    summary: "Whether the platform's fee can be taken, asked of the provider now; every reason against it by its code",
    returns: FeeConfig,
  }),
  connect: operation({
    method: "GET",
    path: "/api/payprovider/connect",
    caller: session("admin", person),
    summary: "action=authorize sends the owner to the provider; action=status tells how the connection is",
    query: ConnectQuery,
    returns: ConnectStatus,
    errors: connectErrors,
  }),
  connectCallback: operation({
    method: "GET",
    path: "/api/payprovider/connect/callback",
    caller: session("owner", person),
    summary: "Where the provider sends the owner back to; goes on to the page they came from",
    query: ConnectReturn,
    status: 302,
    errors: [...connectErrors, "invalid_state", "organization_in_use"],
  }),
  clientLink: operation({
    method: "POST",
    path: "/api/payprovider/connect/client-link",
    caller: session("owner", person),
    summary:
      "The address at which a new account is opened, filled in with what is known of the company; sets the state cookie",
    returns: ConnectAddress,
    errors: connectErrors,
  }),
  exchange: operation({
    method: "POST",
    path: "/api/payprovider/connect",
    caller: session("owner", person),
    summary: "Finish a connection with the code and state that the provider gave",
    body: ConnectExchange,
    returns: ConnectStatus,
    errors: [...connectErrors, "invalid_state", "organization_in_use"],
  }),
  chooseProfile: operation({
    method: "PATCH",
    path: "/api/payprovider/connect/profile",
    caller: session("owner", person),
    summary: "Choose the profile to be paid through, where the account has several",
    body: ProfileChoice,
    returns: ConnectStatus,
    errors: [...connectErrors, "not_connected"],
  }),
  disconnect: operation({
    method: "DELETE",
    path: "/api/payprovider/connect",
    caller: session("owner", person),
    summary: "End the connection; open checkouts end too, what was paid stays",
    status: 204,
    errors: [...connectErrors, "not_connected"],
  }),
  legacyConnect: operation({
    method: "GET",
    path: "/api/legacypay/connect",
    caller: session("admin", person),
    summary: "As /api/payprovider/connect, for the older provider where it is switched on",
    query: ConnectQuery,
    returns: ConnectStatus,
    errors: connectErrors,
  }),
  legacyCallback: operation({
    method: "GET",
    path: "/api/legacypay/connect/callback",
    caller: session("owner", person),
    summary: "As /api/payprovider/connect/callback, for the older provider",
    query: ConnectReturn,
    status: 302,
    errors: [...connectErrors, "invalid_state", "organization_in_use"],
  }),
  attention: operation({
    method: "GET",
    path: "/api/attention",
    caller: session("admin"),
    summary:
      "What a person has to look at, at most 20 of a kind: money that does not agree, approvals, failing webhooks, mail that came back, bookings over capacity or outside hours, services without a free time in 14 days, no bookings where there usually are some",
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
