import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { Stripe } from "stripe";
import { describe, expect, test, vi } from "vitest";
import type { SystemActor, UserActor } from "~/domain/identity/actor";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { answerRequest } from "~/testing/request";
import {
  atProvider,
  checkout,
  events,
  makePaidService,
  paymentsOf,
  stateOf,
  takeWebhook,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { applySnapshot } from "./apply-snapshot.server";

// Payment webhooks: accepted only with a signature, and only for the account's own payments.

/** A booking paid at the provider, and the webhook as it was sent. */
async function paidAtProvider() {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  const { session_id } = await checkout(owner, id);
  await atProvider(session_id, "pay");
  await standIn.sandbox.events.settled();
  const webhook = standIn.received
    .splice(0)
    .find(({ body }) => body.toString().includes("checkout.session.completed"))!;
  await pool.query(
    sql`update payment set next_sync_at = null where tenant_id = ${owner.tenant.id}`,
  );
  return { owner, id, session_id, body: webhook.body.toString() };
}

async function sendWebhook(body: string, signature: string | null): Promise<Response> {
  const headers = {
    "Content-Type": "application/json",
    ...(signature !== null && { "Stripe-Signature": signature }),
  };
  const request = new Request(`${env.BASE_URL}/api/webhooks/payprovider`, {
    method: "POST",
    headers,
    body,
  });
  return answerRequest(request);
}

const signed = (body: string, secret: string, timestamp = Math.floor(Date.now() / 1000)) =>
  Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
const secrets = () => process.env.PAYPROVIDER_WEBHOOK_SECRETS!.split(",");

/** Whether the tenant's payment is queued for a sync. */
async function isSyncDue(owner: UserActor): Promise<boolean> {
  const found = await pool.query<{ is_due: boolean }>(
    sql`select bool_or(next_sync_at is not null) as is_due from payment where tenant_id = ${owner.tenant.id}`,
  );
  return found.rows[0]!.is_due ?? false; // null without payments
}

/** Runs the queued sync as a worker does. */
async function ask(owner: UserActor): Promise<void> {
  await work(owner);
  await pool.query(
    sql`update payment set next_sync_at = null where tenant_id = ${owner.tenant.id}`,
  );
}

describe("a webhook", () => {
  test("without a valid signature is refused", async () => {
    const { owner, id, body } = await paidAtProvider();
    const [first = ""] = secrets();
    const wrong = [
      null,
      "",
      "t=1,v1=00",
      signed(body, "whsec_somebody_else"),
      signed(`${body} `, first),
      signed(body, first, Math.floor(Date.now() / 1000) - 3600),
    ];
    for (const signature of wrong) {
      const answer = await sendWebhook(body, signature);
      expect([signature, answer.status]).toEqual([signature, 400]);
      expect(await answer.json()).toMatchObject({ error: { code: "bad_signature" } });
    }
    expect(await isSyncDue(owner)).toBe(false);
    expect(await events(id)).not.toContain("paid");
  });

  test("is verified and read once, before anything else", async () => {
    const { owner, body } = await paidAtProvider();
    const verify = vi.spyOn(Stripe.webhooks, "constructEvent");
    expect((await sendWebhook(body, signed(body, secrets()[0]!))).status).toBe(200);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
    expect(await isSyncDue(owner)).toBe(true);
  });

  test("is accepted with both secrets during a rotation", async () => {
    for (const secret of secrets()) {
      const { owner, body } = await paidAtProvider();
      expect((await sendWebhook(body, signed(body, secret))).status).toBe(200);
      expect(await isSyncDue(owner)).toBe(true);
    }
  });

  test("that is repeated after processing is a no-op", async () => {
    const { owner, id, body } = await paidAtProvider();
    const again = () =>
      takeWebhook({
        body: Buffer.from(body),
        headers: new Headers({ "Stripe-Signature": signed(body, secrets()[0]!) }),
      });
    await again();
    await ask(owner);
    expect(await stateOf(id)).toMatchObject({ status: "paid", payment_status: "paid" });
    await Promise.all(Array.from({ length: 50 }, again));
    expect(await isSyncDue(owner)).toBe(false);
    expect((await events(id)).filter((type) => type === "paid")).toEqual(["paid"]);
  });

  test("that arrives during a query is not lost to its older result", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    const { session_id } = await checkout(owner, id);
    const [payment] = await paymentsOf(id);
    const requestedAt = await databaseNow(pool);
    const open = await standIn.provider.getPayment(payment!.organization_id!, session_id);
    standIn.received.length = 0;
    await atProvider(session_id, "pay");
    await standIn.sandbox.events.settled();
    for (const webhook of standIn.received.splice(0)) await takeWebhook(webhook);
    const actor: SystemActor = { kind: "system", tenant: owner.tenant, request_id: null };
    await transaction((db) => applySnapshot(db, actor, payment!, open, requestedAt));
    const { rows } = await pool.query<{ is_soon: boolean }>(
      sql`select next_sync_at <= current_timestamp + interval '1 minute' as is_soon from payment where id = ${payment!.id}`,
    );
    expect(rows).toEqual([{ is_soon: true }]);
  });

  test("of the other mode or a foreign account is ignored", async () => {
    const { owner, id, body } = await paidAtProvider();
    const other = await makePaidService();
    const event = JSON.parse(body) as { livemode: boolean; account: string };
    for (const change of [
      { livemode: true },
      { account: other.account },
      { account: "acct_of_nobody" },
    ]) {
      const changed = JSON.stringify({ ...event, ...change });
      expect((await sendWebhook(changed, signed(changed, secrets()[0]!))).status).toBe(200);
      expect([change, await isSyncDue(owner), await isSyncDue(other.owner)]).toEqual([
        change,
        false,
        false,
      ]);
    }
    expect(await events(id)).not.toContain("paid");
  });
});
