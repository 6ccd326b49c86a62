import type Stripe from "stripe";
import { type Form, numberAt, recordAt, textAt } from "./form";
import type { IntentDraft, SandboxAccount, SandboxState } from "./state";

// Objects of the wire with every field that the SDK's types call required for what the product reads; what Stripe sends as null is null.

/** The part of `T` that the stand-in fills; the rest of a wire object is not looked at by anybody. */
const wire = <T>(object: object): T => object as T;

export function makeSession(
  state: SandboxState,
  form: Form,
  origin: string,
  currency: string,
  amount: number,
): Stripe.Checkout.Session {
  const id = state.id("cs_test");
  return wire<Stripe.Checkout.Session>({
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
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
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: "if_required",
    customer_details: null,
    customer_email: textAt(form, "customer_email") ?? null,
    discounts: [],
    expires_at: numberAt(form, "expires_at") ?? state.now() + 86_400,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: textAt(form, "locale") ?? null,
    managed_payments: null,
    metadata: recordAt(form, "metadata"),
    mode: "payment",
    origin_context: null,
    payment_intent: null, // null until somebody confirms (Stripe changelog, 2022-08-01)
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
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
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${origin}/c/pay/${id}`,
    wallet_options: null,
  });
}

export function makeIntent(
  state: SandboxState,
  session: Stripe.Checkout.Session,
  { fee, description, metadata }: IntentDraft,
): Stripe.PaymentIntent {
  const id = state.id("pi");
  return wire<Stripe.PaymentIntent>({
    id,
    object: "payment_intent",
    amount: session.amount_total,
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
    currency: session.currency,
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
  });
}

export function makeCharge(state: SandboxState, intent: Stripe.PaymentIntent, origin: string): Stripe.Charge {
  const id = state.id("ch");
  return wire<Stripe.Charge>({
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
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
  });
}

export function makeRefund(
  state: SandboxState,
  intent: Stripe.PaymentIntent,
  amount: number,
  form: Form,
): Stripe.Refund {
  return wire<Stripe.Refund>({
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
  });
}

export function toAccount(account: SandboxAccount): Stripe.Account {
  const capability = account.charges_enabled ? "active" : "inactive";
  return wire<Stripe.Account>({
    id: account.id,
    object: "account",
    business_profile: { name: account.name, url: `https://${account.id.replace("_", "-")}.example.com`, mcc: null },
    business_type: "company",
    capabilities: { card_payments: capability, transfers: capability },
    charges_enabled: account.charges_enabled,
    controller: { type: "account" },
    country: account.country,
    created: 1_700_000_000,
    default_currency: account.currency,
    details_submitted: account.details_submitted,
    email: account.email,
    metadata: {},
    payouts_enabled: account.charges_enabled,
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: account.details_submitted ? [] : ["business_profile.url"],
      disabled_reason: account.details_submitted ? null : "requirements.past_due",
      errors: [],
      eventually_due: [],
      past_due: [],
      pending_verification: [],
    },
    type: "standard",
  });
}

export function toConfiguration({
  id,
  name,
  is_default,
}: SandboxAccount["payment_method_configurations"][number]): Stripe.PaymentMethodConfiguration {
  return wire<Stripe.PaymentMethodConfiguration>({
    id,
    object: "payment_method_configuration",
    active: true,
    application: null,
    is_default,
    livemode: false,
    name,
    parent: null,
  });
}

/** A list of the wire; everything fits on one page. */
export const toList = (url: string, data: unknown[]) => ({ object: "list", url, has_more: false, data });
