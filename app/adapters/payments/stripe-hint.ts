import { z } from "zod";
import { text } from "~/contract/common";
import { ProviderError, type WebhookHint } from "./port";

const Name = text(255, 1);
/**
 * The fields read from an event (Stripe API reference, Event): of its object only what identifies
 * the payment.
 */
const StripeEvent = z.object({
  id: Name,
  type: Name,
  livemode: z.boolean(),
  account: Name.nullish(),
  data: z.object({
    object: z.looseObject({
      id: Name.nullish(),
      payment_intent: z.union([Name, z.object({ id: Name }).transform(({ id }) => id)]).nullish(),
    }),
  }),
});

/**
 * Parses an event about a payment; other subscribed types are acknowledged and ignored. Throws
 * ProviderError invalid.
 */
export function toHint(sent: unknown): WebhookHint {
  const { data: event } = StripeEvent.safeParse(sent);
  if (event === undefined)
    throw new ProviderError("invalid", "The signed payload is not an event.", true);
  const { type, livemode } = event;
  const { id: session_id, payment_intent: charge_ref } = event.data.object;
  const hint = { event_id: event.id, livemode, organization_id: event.account ?? null };
  const ignored: WebhookHint = { ...hint, kind: "ignored", type };
  switch (type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return session_id == null
        ? ignored
        : { ...hint, kind: "payment", session_id, charge_ref: null };
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return charge_ref == null
        ? ignored
        : { ...hint, kind: "payment", session_id: null, charge_ref };
    case "account.application.deauthorized":
      return { ...hint, kind: "disconnected" };
    case "account.updated":
      return { ...hint, kind: "account_changed" };
    default:
      return ignored;
  }
}
