import sql from "sql-template-tag";
import { expect } from "vitest";
import { sweepHolds } from "~/domain/bookings/change/expire-holds.server";
import { pool } from "~/lib/db.server";
import { cancel, letHoldEnd, stateOf, takeWebhook, takeWebhooks, work } from "./payment-calls";
import { refundBooking } from "~/domain/payments/refund-booking.server";
import { syncOnReturn } from "~/domain/payments/sync-on-return.server";
import { partialRefunds } from "./payment-race-refunds";
import { standIn } from "./payments-on";
import {
  type Race,
  PAID,
  pay,
  deliverWebhooks,
  faults,
  takenByAnother,
  byHand,
  webhooksOf,
  paidThenRefundFails,
} from "./payment-race-parts";

// Races between guest, time, staff and provider: how the stand-in produces each, and the required
// end state.

export const races: Record<string, Race> = {
  "the same webhook fifty times": {
    drive: async (stage) => {
      await pay(stage);
      const [webhook] = webhooksOf("checkout.session.completed");
      await Promise.all(Array.from({ length: 50 }, () => takeWebhook(webhook!)));
      await deliverWebhooks(stage);
    },
    booking: ["paid", "paid", 1],
    payments: [{ status: "paid" }],
    events: PAID,
  },
  "webhooks in the wrong order, twice": {
    drive: async (stage) => {
      await standIn.control("webhooks", { reorder: true, duplicate: 1 });
      await pay(stage);
      await standIn.control("webhooks", {});
      await deliverWebhooks(stage);
    },
    booking: ["paid", "paid", 1],
    payments: [{ status: "paid" }],
    events: PAID,
  },
  "the guest is back before the webhook": {
    drive: async (stage) => {
      await pay(stage);
      // Ages the last read beyond the two seconds in which the provider is not queried again.
      await pool.query(
        sql`update payment set asked_at = asked_at - interval '3 seconds' where tenant_id = ${stage.owner.tenant.id}`,
      );
      await syncOnReturn(stage.owner.tenant.id, stage.id);
      expect(await stateOf(stage.id)).toMatchObject({ status: "paid" });
      await deliverWebhooks(stage);
    },
    booking: ["paid", "paid", 1],
    payments: [{ status: "paid" }],
    events: PAID,
  },
  "the webhook is before the guest": {
    drive: async (stage) => {
      await pay(stage);
      await deliverWebhooks(stage);
      await syncOnReturn(stage.owner.tenant.id, stage.id);
    },
    booking: ["paid", "paid", 1],
    payments: [{ status: "paid" }],
    events: PAID,
  },
  "the guest says in the address that it was paid": {
    drive: ({ owner, id }) => syncOnReturn(owner.tenant.id, id),
    booking: ["pending", "open", 1],
    payments: [{ status: "open" }],
    events: [],
  },
  "the webhook is lost": {
    drive: async (stage) => {
      await standIn.control("webhooks", { drop: true });
      await pay(stage);
      await standIn.control("webhooks", {});
      await work(stage.owner);
    },
    booking: ["paid", "paid", 1],
    payments: [{ status: "paid" }],
    events: PAID,
  },
  "the hold ends while the checkout is open": {
    drive: async (stage) => {
      await letHoldEnd(stage.owner, stage.id);
      await sweepHolds();
      await work(stage.owner);
      await pay(stage); // too late: the checkout is closed
      await deliverWebhooks(stage);
    },
    booking: ["expired", "failed", 0],
    payments: [{ status: "expired" }],
    events: ["cancelled"],
  },
  "paid after the hold has ended, the seat is free": {
    drive: async (stage) => {
      await letHoldEnd(stage.owner, stage.id);
      await sweepHolds();
      await pay(stage);
      await deliverWebhooks(stage);
    },
    booking: ["paid", "paid", 1],
    payments: [{ status: "paid" }],
    events: ["cancelled", "confirmed", "paid"],
  },
  "paid after the hold has ended, somebody else has the seat": {
    drive: async (stage) => {
      await letHoldEnd(stage.owner, stage.id);
      await takenByAnother(stage);
      await pay(stage);
      await deliverWebhooks(stage);
    },
    booking: ["refunded", "refunded", 0],
    payments: [{ status: "refunded", attention: null }],
    refunds: [{ status: "succeeded", reason: "late_payment", amount: 2500 }],
    events: ["cancelled", "updated", "refunded"],
  },
  "staff cancel while the checkout is open": {
    drive: async (stage) => {
      await cancel(stage.owner, stage.id);
      await work(stage.owner);
      await pay(stage); // too late
      await deliverWebhooks(stage);
    },
    booking: ["cancelled", "failed", 0],
    payments: [{ status: "expired" }],
    events: ["cancelled"],
  },
  "staff cancel, and it was paid meanwhile": {
    drive: async (stage) => {
      await cancel(stage.owner, stage.id);
      await pay(stage);
      await deliverWebhooks(stage);
    },
    booking: ["refunded", "refunded", 0],
    payments: [{ status: "refunded" }],
    refunds: [{ status: "succeeded", reason: "late_payment", amount: 2500 }],
    events: ["cancelled", "updated", "refunded"],
  },
  "late money of which a part has been given back at the provider": {
    drive: async (stage) => {
      await cancel(stage.owner, stage.id);
      await pay(stage);
      const { payment_intent } = standIn.sandbox.state.data.sessions[stage.session_id]!.object;
      await fetch(`${standIn.origin}/v1/refunds`, {
        method: "POST",
        headers: { Authorization: "Bearer sk_test_platform", "Stripe-Account": stage.account },
        body: new URLSearchParams({ payment_intent: String(payment_intent), amount: "400" }),
      });
      await deliverWebhooks(stage);
    },
    booking: ["refunded", "refunded", 0],
    payments: [{ status: "refunded", attention: null }],
    refunds: [
      { status: "succeeded", reason: "provider", amount: 400 },
      { status: "succeeded", reason: "late_payment", amount: 2100 },
    ],
    events: ["cancelled", "updated", "refunded", "refunded"],
  },
  "paid by hand and online": {
    drive: async (stage) => {
      await byHand(stage);
      await pay(stage);
      await deliverWebhooks(stage);
    },
    booking: ["paid", "paid", 1],
    payments: [{ status: "refunded", is_surplus: true }, { status: "paid" }],
    refunds: [{ status: "succeeded", reason: "second_payment", amount: 2500 }],
    events: [...PAID, "refunded"],
  },
  "another amount than ours": {
    drive: async (stage) => {
      const session = standIn.sandbox.state.data.sessions[stage.session_id]!.object;
      session.amount_total = 2400;
      await pay(stage);
      await deliverWebhooks(stage);
    },
    booking: ["pending", "open", 1],
    payments: [{ status: "paid", attention: "amount_mismatch" }],
    events: [],
  },
  "the answer to a refund is lost": {
    drive: async (stage) => {
      await pay(stage);
      await deliverWebhooks(stage);
      await faults({ route: "POST /v1/refunds", kind: "drop_after_commit", times: 3 });
      await refundBooking(stage.owner, stage.id, {}, null);
      await work(stage.owner);
      await work(stage.owner);
    },
    booking: ["refunded", "refunded", 0],
    payments: [{ status: "refunded" }],
    refunds: [{ status: "succeeded", reason: "requested", amount: 2500 }],
    events: [...PAID, "refunded"],
  },
  ...partialRefunds,
  "a refund is refused": {
    drive: async (stage) => {
      await pay(stage);
      await deliverWebhooks(stage);
      await faults({ route: "POST /v1/refunds", kind: "status", status: 400, times: 1 });
      await refundBooking(stage.owner, stage.id, {}, null);
      await work(stage.owner);
    },
    booking: ["paid", "paid", 1],
    payments: [{ status: "paid", attention: "refund_failed" }],
    refunds: [{ status: "failed", reason: "requested", amount: 2500 }],
    events: PAID,
  },
  "a refund fails later, after a cancellation": {
    drive: (stage) =>
      paidThenRefundFails(stage, () => cancel(stage.owner, stage.id, { refund: { mode: "full" } })),
    booking: ["cancelled", "paid", 0],
    payments: [{ status: "paid", attention: "refund_failed" }],
    refunds: [{ status: "failed", reason: "requested", amount: 2500 }],
    events: [...PAID, "cancelled", "refunded", "reinstated"],
  },
  "a refund of a part fails later": {
    drive: (stage) =>
      paidThenRefundFails(stage, () =>
        refundBooking(stage.owner, stage.id, { amount: 1000 }, null),
      ),
    booking: ["paid", "paid", 1],
    payments: [{ status: "paid", attention: "refund_failed" }],
    refunds: [{ status: "failed", reason: "requested", amount: 1000 }],
    events: [...PAID, "refunded", "updated"],
  },
  "a refund fails later, the seat is free": {
    drive: (stage) =>
      paidThenRefundFails(stage, () => refundBooking(stage.owner, stage.id, {}, null)),
    booking: ["paid", "paid", 1],
    payments: [{ status: "paid", attention: "refund_failed" }],
    refunds: [{ status: "failed", reason: "requested", amount: 2500 }],
    events: [...PAID, "refunded", "reinstated"],
  },
  "a refund fails later, somebody else has the seat": {
    drive: (stage) =>
      paidThenRefundFails(
        stage,
        () => refundBooking(stage.owner, stage.id, {}, null),
        () => takenByAnother(stage),
      ),
    booking: ["cancelled", "paid", 0],
    payments: [{ status: "paid", attention: "refund_failed" }],
    refunds: [{ status: "failed", reason: "requested", amount: 2500 }],
    events: [...PAID, "refunded", "reinstated"],
  },
  "an event of the other mode": {
    drive: async (stage) => {
      await pool.query(
        sql`update payment_connection set livemode = true where tenant_id = ${stage.owner.tenant.id}`,
      );
      await pay(stage);
      await standIn.sandbox.events.settled();
      for (const webhook of standIn.received.splice(0)) await takeWebhook(webhook);
      const jobs = await pool.query(
        sql`select 1 from provider_event where tenant_id = ${stage.owner.tenant.id}`,
      );
      expect(jobs.rowCount).toBe(0);
    },
    booking: ["pending", "open", 1],
    payments: [{ status: "open" }],
    events: [],
  },
  "the account was disconnected at the provider": {
    drive: async (stage) => {
      await standIn.control(`accounts/${stage.account}/disconnect`, {});
      await takeWebhooks(stage.owner);
      await letHoldEnd(stage.owner, stage.id);
      await sweepHolds();
      await work(stage.owner);
    },
    booking: ["expired", "open", 0],
    payments: [{ status: "open" }],
    events: ["cancelled"],
  },
};
