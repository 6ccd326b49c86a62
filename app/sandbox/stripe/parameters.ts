import type Stripe from "stripe";
import { type Shape, type ShapeOf, WireError } from "./form";

// Parameters of the endpoints. The shapes of created objects are checked against the SDK's types:
// parameters missing in the pinned version don't compile here and are refused by the stand-in.

/** Of POST /v1/checkout/sessions, the part that the product sends. */
export const SESSION_SHAPE = {
  mode: ["payment"],
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
    fields: { application_fee_amount: "integer", description: "text", metadata: "metadata" },
  },
  adaptive_pricing: { fields: { enabled: "boolean" } },
  payment_method_configuration: "text",
  excluded_payment_method_types: "texts",
  expand: "texts",
} satisfies ShapeOf<Stripe.Checkout.SessionCreateParams>;
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
  created: { fields: { gte: "integer" } },
  starting_after: "text",
  expand: "texts",
};
export const READ_SHAPE: Shape = { expand: "texts" };

export const refuse = (message: string, param: string, code: string | null = null) =>
  new WireError(400, "invalid_request_error", message, code, param);

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
