import type Stripe from "stripe";
import { type Form, recordAt, type Shape, type ShapeOf, textAt, WireError } from "./form";

// Parameters of the endpoints. The shapes of created objects are checked against the SDK's types:
// parameters missing in the pinned version don't compile here and are refused by the stand-in.

/** Of POST /v1/checkout/sessions, the part that the product sends. */
export const SESSION_SHAPE = {
  mode: ["payment", "setup"],
  currency: "text",
  customer_creation: ["always", "if_required"],
  line_items: {
    list: {
      fields: {
        quantity: "integer",
        price_data: {
          fields: {
            currency: "text",
            unit_amount: "integer",
            product_data: { fields: { name: "text" } },
          },
        },
      },
    },
  },
  success_url: "text",
  cancel_url: "text",
  client_reference_id: "text",
  customer_email: "text",
  locale: ["auto", "en", "nl", "de", "fr", "es"],
  expires_at: "integer",
  metadata: "metadata",
  payment_intent_data: {
    fields: {
      application_fee_amount: "integer",
      description: "text",
      metadata: "metadata",
      setup_future_usage: ["off_session", "on_session"],
    },
  },
  setup_intent_data: { fields: { description: "text", metadata: "metadata" } },
  consent_collection: {
    fields: { payment_method_reuse_agreement: { fields: { position: ["auto", "hidden"] } } },
  },
  custom_text: { fields: { submit: { fields: { message: "text" } } } },
  allowed_payment_method_types: "texts",
  adaptive_pricing: { fields: { enabled: "boolean" } },
  payment_method_configuration: "text",
  excluded_payment_method_types: "texts",
  expand: "texts",
} satisfies ShapeOf<Stripe.Checkout.SessionCreateParams>;
/** Of POST /v1/payment_intents: a charge of a kept card. */
export const INTENT_SHAPE = {
  amount: "integer",
  currency: "text",
  customer: "text",
  payment_method: "text",
  off_session: "boolean",
  confirm: "boolean",
  error_on_requires_action: "boolean",
  automatic_payment_methods: {
    fields: { enabled: "boolean", allow_redirects: ["always", "never"] },
  },
  application_fee_amount: "integer",
  description: "text",
  metadata: "metadata",
} satisfies Shape;
/** Of POST /v1/refunds. */
export const REFUND_SHAPE = {
  payment_intent: "text",
  amount: "integer",
  reason: ["duplicate", "fraudulent", "requested_by_customer"],
  refund_application_fee: "boolean",
  metadata: "metadata",
} satisfies ShapeOf<Stripe.RefundCreateParams>;
export const LIST_SHAPE: Shape = {
  limit: "integer",
  payment_intent: "text",
  customer: "text",
  created: { fields: { gte: "integer" } },
  starting_after: "text",
  expand: "texts",
};
export const READ_SHAPE: Shape = { expand: "texts" };

export const refuse = (message: string, param: string, code: string | null = null) =>
  new WireError(400, "invalid_request_error", message, code, param);

/** Stripe's rules for a session in its mode, in addition to unknown parameters. */
export function checkMode(form: Form): void {
  const has = (...path: string[]) =>
    textAt(form, ...path) !== undefined || Object.keys(recordAt(form, ...path)).length > 0;
  const isSetup = textAt(form, "mode") === "setup";
  const allowed = Object.values(recordAt(form, "allowed_payment_method_types"));
  const excluded = Object.values(recordAt(form, "excluded_payment_method_types"));
  if (isSetup && form.line_items !== undefined)
    throw refuse("You can not pass `line_items` in `setup` mode.", "line_items");
  if (isSetup && form.payment_intent_data !== undefined)
    throw refuse("You can not pass `payment_intent_data` in `setup` mode.", "payment_intent_data");
  if (isSetup && form.adaptive_pricing !== undefined)
    throw refuse("You can not pass `adaptive_pricing` in `setup` mode.", "adaptive_pricing");
  if (isSetup && !has("currency") && allowed.length === 0)
    throw refuse(
      "`currency` is required in `setup` mode when `allowed_payment_method_types` is not set.",
      "currency",
      "parameter_missing",
    );
  if (!isSetup && form.line_items === undefined)
    throw refuse("`line_items` is required in `payment` mode.", "line_items", "parameter_missing");
  if (!isSetup && form.setup_intent_data !== undefined)
    throw refuse("You can only pass `setup_intent_data` in `setup` mode.", "setup_intent_data");
  const isReused = isSetup || has("payment_intent_data", "setup_future_usage");
  if (!isReused && has("consent_collection", "payment_method_reuse_agreement"))
    throw refuse(
      "`payment_method_reuse_agreement` needs a payment method that is reused.",
      "consent_collection[payment_method_reuse_agreement]",
    );
  if ((textAt(form, "custom_text", "submit", "message") ?? "").length > 1200)
    throw refuse("Text may be up to 1200 characters in length.", "custom_text[submit][message]");
  if (allowed.length > 0 && excluded.length > 0)
    throw refuse(
      "Pass `allowed_payment_method_types` or `excluded_payment_method_types`, not both.",
      "excluded_payment_method_types",
    );
}

/**
 * Currencies whose amounts end in zeros (Stripe, Supported currencies: three-decimal currencies,
 * special cases).
 */
const ZEROS: Record<string, number> = {
  bhd: 10,
  jod: 10,
  kwd: 10,
  omr: 10,
  tnd: 10,
  isk: 100,
  ugx: 100,
};

/** Refuses amounts whose final digits card networks reject. */
export function checkDigits(amount: number, currency: string, param: string): void {
  if (amount % (ZEROS[currency] ?? 1) !== 0)
    throw refuse(
      `Invalid integer: ${amount} must end in zeros in ${currency}.`,
      param,
      "parameter_invalid_integer",
    );
}
