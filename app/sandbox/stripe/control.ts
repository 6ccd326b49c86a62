import express, { type Router } from "express";
import { z } from "zod";
import { answer } from "../answer";
import { type EventSender, promptly } from "./events";
import { disconnect } from "./oauth";
import { ending } from "./outcomes";
import type { SandboxState } from "./state";
import type { Fault } from "./faults";
import type { StripeWire } from "./wire";

const FaultInput = z.strictObject({
  route: z.string(),
  kind: z.enum(["status", "no_answer", "drop_after_commit", "kept_status", "kept_after_commit"]),
  status: z.int().optional(),
  times: z.int().min(1).default(1),
});
const PlanInput = z.strictObject({
  delay: z.int().min(0).max(10_000).default(0),
  duplicate: z.int().min(0).max(100).default(0),
  reorder: z.boolean().default(false),
  drop: z.boolean().default(false),
});
const PaymentOutcome = z.strictObject({
  /** What later charges of a kept card are refused with. */
  card: z.enum(["authentication_required", "expired_card", "card_declined"]).optional(),
  outcome: z.enum(["pay", "later", "fail", "expire", "succeeded", "failed"]),
});
const RefundOutcome = z.strictObject({ outcome: z.enum(["succeeded", "failed", "pending"]) });
const DisputeInput = z.strictObject({ reason: z.string().default("fraudulent") });
const DisputeOutcome = z.strictObject({
  // Any text, to test statuses unknown to the SDK.
  outcome: z.string().regex(/^[a-z_]+$/),
});
const AccountInput = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  charges_enabled: z.boolean().optional(),
  details_submitted: z.boolean().optional(),
  is_connected: z.boolean().optional(),
  minimum_amount: z.int().min(1).optional(),
  gone_method_set: z.string().optional(),
});

/** Lets tests control time, faults, webhook order, and outcomes of payments and refunds. */
export function controlRouter(
  state: SandboxState,
  events: EventSender,
  wire: StripeWire,
  origin: () => string,
): Router {
  const router = express.Router();
  router.use("/_sandbox", express.json());
  const done = (isDone: boolean) => ({ done: isDone });

  router.get("/_sandbox/requests", (_, response) => void response.json(wire.calls));
  router.post("/_sandbox/clock", (request, response) => {
    state.data.clock_offset = z
      .strictObject({ ahead_seconds: z.int() })
      .parse(request.body).ahead_seconds;
    response.json(done(true));
  });
  router.post("/_sandbox/faults", (request, response) => {
    wire.faults = z.array(FaultInput).parse(request.body) as Fault[];
    response.json(done(true));
  });
  router.post("/_sandbox/webhooks", (request, response) => {
    events.plan = { ...promptly, ...PlanInput.parse(request.body) };
    if (!events.plan.reorder) events.flush();
    response.json(done(true));
  });
  router.post(
    "/_sandbox/webhooks/resend",
    answer(async (request, response) => {
      const { ids = null } = z
        .strictObject({ ids: z.array(z.string()).optional() })
        .parse(request.body);
      const sent = events.resend(ids);
      await events.settled();
      response.json({ sent });
    }),
  );
  router.post(
    "/_sandbox/payments/:id/outcome",
    answer(async (request, response) => {
      const id = request.params.id!; // named in the path
      const { outcome, card = null } = PaymentOutcome.parse(request.body);
      const outcomes = {
        pay: () => ending.pay(state, events, origin(), id, card),
        later: () => ending.payLater(state, events, id),
        fail: () => ending.decline(state, events, id),
        expire: () => ending.expire(state, events, id),
        succeeded: () => ending.settle(state, events, origin(), id, "succeeded"),
        failed: () => ending.settle(state, events, origin(), id, "failed"),
      };
      const isDone = outcomes[outcome]();
      state.save();
      await events.settled();
      response.json(done(isDone));
    }),
  );
  router.post(
    "/_sandbox/refunds/:id/outcome",
    answer(async (request, response) => {
      const isDone = ending.settleRefund(
        state,
        events,
        request.params.id!,
        RefundOutcome.parse(request.body).outcome,
      );
      state.save();
      await events.settled();
      response.json(done(isDone));
    }),
  );
  router.post(
    "/_sandbox/payments/:id/dispute",
    answer(async (request, response) => {
      const id = ending.dispute(
        state,
        events,
        request.params.id!,
        DisputeInput.parse(request.body).reason,
      );
      state.save();
      await events.settled();
      response.json({ ...done(id !== null), id });
    }),
  );
  router.post(
    "/_sandbox/disputes/:id/outcome",
    answer(async (request, response) => {
      const isDone = ending.settleDispute(
        state,
        events,
        request.params.id!,
        DisputeOutcome.parse(request.body).outcome,
      );
      state.save();
      await events.settled();
      response.json(done(isDone));
    }),
  );
  router.post("/_sandbox/accounts", (request, response) => {
    const { gone_method_set, ...given } = AccountInput.parse(request.body);
    const change = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    );
    const known = given.id === undefined ? undefined : state.data.accounts[given.id];
    const account = known === undefined ? state.addAccount(change) : Object.assign(known, change);
    // Simulates that the owner deleted a set of payment methods at the provider.
    account.payment_method_configurations = account.payment_method_configurations.filter(
      ({ id }) => id !== gone_method_set,
    );
    state.save();
    response.json(account);
  });
  router.post("/_sandbox/accounts/:id/disconnect", (request, response) => {
    disconnect(state, events, request.params.id);
    response.json(done(true));
  });
  router.post("/_sandbox/reset", (_, response) => {
    wire.faults = [];
    wire.calls.length = 0;
    events.plan = promptly;
    state.reset();
    response.json(done(true));
  });
  return router;
}
