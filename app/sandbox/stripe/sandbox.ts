import express, { type Router } from "express";
import { checkoutRouter } from "./checkout-page";
import { controlRouter } from "./control";
import { EventSender, type WebhookTarget } from "./events";
import { oauthRouter } from "./oauth";
import { SandboxState } from "./state";
import { StripeWire, type WireCredentials } from "./wire";

export interface StripeSandbox {
  router: Router;
  state: SandboxState;
  events: EventSender;
  wire: StripeWire;
}

/** Options: the platform's keys, the webhook target, and the URL of its pages. */
export interface StripeSandboxOptions extends WireCredentials {
  webhook: WebhookTarget | null;
  origin: () => string;
  /** File for its state; null: in memory only. */
  file: string | null;
}

/**
 * A local Stripe with what the product uses: Connect OAuth, Checkout, refunds and signed events.
 */
export function stripeSandbox({
  webhook,
  origin,
  file,
  ...credentials
}: StripeSandboxOptions): StripeSandbox {
  const state = new SandboxState(file);
  const events = new EventSender(state, webhook);
  const wire = new StripeWire(state, events, credentials, origin);
  const router = express.Router();
  router.use(controlRouter(state, events, wire, origin));
  router.use(oauthRouter(state, events, credentials));
  router.use(checkoutRouter(state, events, origin));
  router.use(wire.router());
  return { router, state, events, wire };
}
