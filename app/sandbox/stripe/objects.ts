import type Stripe from "stripe";
import { type Form, numberAt, recordAt, textAt } from "./form";
import type { IntentDraft, KeptCard, SandboxState } from "./state";

// API objects with every field that the SDK's types require, null where Stripe sends null.

export function makeSession(
  state: SandboxState,
  form: Form,
  origin: string,
  currency: string,
  amount: number,
): Stripe.Checkout.Session {
  const id = state.id("cs_test");
  const isSetup = textAt(form, "mode") === "setup";
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: listed(form, "allowed_payment_method_types"),
    amount_subtotal: isSetup ? null : amount,
    amount_total: isSetup ? null : amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: textAt(form, "cancel_url") ?? null,
    client_reference_id: textAt(form, "client_reference_id") ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: state.now(),
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: messageAt(form),
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: textAt(form, "customer_creation") ?? "if_required",
    customer_details: null,
    customer_email: textAt(form, "customer_email") ?? null,
    discounts: [],
    excluded_payment_method_types: Object.values(recordAt(form, "excluded_payment_method_types")),
    expires_at: numberAt(form, "expires_at") ?? state.now() + 86_400,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: textAt(form, "locale") ?? null,
    managed_payments: null,
    metadata: recordAt(form, "metadata"),
    mode: isSetup ? "setup" : "payment",
    origin_context: null,
    payment_intent: null, // null until somebody confirms (Stripe changelog, 2022-08-01)
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: isSetup ? "no_payment_required" : "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: textAt(form, "success_url") ?? null,
    total_details: isSetup ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${origin}/c/pay/${id}`,
    wallet_options: null,
  };
}

const listed = (form: Form, name: string): string[] | null => {
  const all = Object.values(recordAt(form, name));
  return all.length === 0 ? null : all;
};

const messageAt = (form: Form): { message: string } | null => {
  const message = textAt(form, "custom_text", "submit", "message");
  return message === undefined ? null : { message };
};

/** A payment method as the product reads it. */
export const toPaymentMethod = ({ id, customer, brand, last4 }: KeptCard) => ({
  id,
  object: "payment_method",
  type: "card",
  customer,
  card: { brand, last4 },
  livemode: false,
  metadata: {},
});

export function makeSetupIntent(
  state: SandboxState,
  card: KeptCard,
  metadata: Record<string, string>,
): Stripe.SetupIntent {
  const id = state.id("seti");
  return {
    id,
    object: "setup_intent",
    created: state.now(),
    customer: card.customer,
    livemode: false,
    metadata,
    payment_method: card.id,
    status: "succeeded",
    usage: "off_session",
  } as Stripe.SetupIntent; // the part that the product reads
}

export function makeIntent(
  state: SandboxState,
  session: Pick<Stripe.Checkout.Session, "amount_total" | "currency">,
  { fee, description, metadata }: IntentDraft,
): Stripe.PaymentIntent {
  const id = state.id("pi");
  return {
    id,
    object: "payment_intent",
    amount: session.amount_total ?? 0,
    amount_capturable: 0,
    amount_received: 0,
    application_fee_amount: fee,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret`,
    confirmation_method: "automatic",
    created: state.now(),
    currency: session.currency ?? "",
    customer: null,
    description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata,
    next_action: null,
    payment_method: null,
    payment_method_types: ["card"],
    processing: null,
    receipt_email: null,
    status: "requires_payment_method",
    transfer_group: null,
    allowed_payment_method_types: null,
    application: null,
    customer_account: null,
    excluded_payment_method_types: null,
    managed_payments: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_record: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
  };
}

export function makeCharge(
  state: SandboxState,
  intent: Stripe.PaymentIntent,
  origin: string,
  method: string,
): Stripe.Charge {
  const id = state.id("ch");
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    application_fee_amount: intent.application_fee_amount,
    captured: true,
    created: state.now(),
    currency: intent.currency,
    disputed: false,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: intent.metadata,
    paid: true,
    payment_intent: intent.id,
    receipt_url: `${origin}/receipts/${id}`,
    refunded: false,
    status: "succeeded",
    application: null,
    application_fee: null,
    balance_transaction: null,
    calculated_statement_descriptor: null,
    customer: null,
    description: null,
    failure_balance_transaction: null,
    fraud_details: null,
    on_behalf_of: null,
    outcome: null,
    payment_method: null,
    payment_method_details: { type: method },
    receipt_email: null,
    receipt_number: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  };
}

/** Stripe's fee of a card payment: 1.5 % and 25 cents. */
export const cardFee = (amount: number): number =>
  Math.min(Math.round(amount * 0.015) + 25, amount);

/**
 * The booking of a charge on its account, in the account's currency (at 1:1): its own fee and the
 * platform's.
 */
export function toBalanceTransaction(
  { id, amount, created, application_fee_amount }: Stripe.Charge,
  currency: string,
): Stripe.BalanceTransaction {
  const own = cardFee(amount);
  const platform = application_fee_amount ?? 0;
  const detail = (type: string, part: number) => ({
    amount: part,
    application: null,
    currency,
    description: null,
    type,
  });
  return {
    id: id.replace("ch_", "txn_"),
    object: "balance_transaction",
    amount,
    available_on: created,
    balance_type: "payments",
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee: own + platform,
    fee_details: [
      detail("stripe_fee", own),
      ...(platform > 0 ? [detail("application_fee", platform)] : []),
    ],
    net: amount - own - platform,
    reporting_category: "charge",
    source: id,
    status: "available",
    type: "charge",
  };
}

export function makeRefund(
  state: SandboxState,
  intent: Stripe.PaymentIntent,
  amount: number,
  form: Form,
): Stripe.Refund {
  return {
    id: state.id("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: intent.latest_charge,
    created: state.now(),
    currency: intent.currency,
    failure_reason: undefined,
    metadata: recordAt(form, "metadata"),
    payment_intent: intent.id,
    reason: textAt(form, "reason") ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
    customer: null,
    customer_account: null,
    payment_method: null,
  };
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
  enhanced_evidence: {},
};

export function makeDispute(
  state: SandboxState,
  charge: Stripe.Charge,
  reason: string,
  dueBy: number,
): Stripe.Dispute {
  return {
    id: state.id("dp"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: state.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: dueBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  };
}

/** A list object; everything fits on one page. */
export const toList = (url: string, data: unknown[]) => ({
  object: "list",
  url,
  has_more: false,
  data,
});
