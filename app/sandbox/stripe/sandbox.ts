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

/** What the stand-in is told: the platform's keys, where webhooks go, and where its own pages are reached. */
export interface StripeSandboxOptions extends WireCredentials {
  webhook: WebhookTarget | null;
  origin: () => string;
  /** Keeps its memory in this file; null: only as long as the process lives. */
  file: string | null;
}

/** Stripe's wire on this machine, as far as the product uses it: Connect OAuth, Checkout, refunds and signed events. */
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
