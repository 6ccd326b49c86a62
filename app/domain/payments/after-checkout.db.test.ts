import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import type { PublicBooking } from "~/contract/bookings";
import { findBaseKeyCaller } from "~/domain/api-keys/base-key-actor.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import * as bookRoute from "~/pages/public/book/route";
import { renderedPage } from "~/testing/rendered-page";
import {
  atProvider,
  cancel,
  checkout,
  makePaidService,
  stateOf,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { call, json } from "~/testing/request";

const { loader: bookPage } = renderedPage("book/:slug", bookRoute);

// Back from the checkout in any browser: the page shows the true state, even when no webhook
// arrived.

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

async function startCheckout() {
  const { owner, slots } = await makePaidService();
  const inThreeDays = Date.now() + 3 * 86_400_000;
  const id = await waitingBooking(
    owner,
    slots.find(({ starts_at }) => starts_at.getTime() > inThreeDays)!.id,
  );
  const { session_id } = await checkout(owner, id);
  const { key } = (await findBaseKeyCaller(owner.tenant.slug, null))!; // each company has one
  const ask = async (query: string) => {
    // The provider is queried at most every two seconds.
    await pool.query(
      sql`update payment set asked_at = asked_at - interval '3 seconds' where booking_id = ${id}`,
    );
    const answer = await call(`/api/bookings/by-session?${query}`, { key });
    return { status: answer.status, body: (await json(answer)) as unknown as PublicBooking };
  };
  return { owner, id, session_id, ask };
}

/** The company's page, as a browser without scripts gets it. */
async function pageOf(owner: UserActor, query: string): Promise<string> {
  const { slug } = owner.tenant;
  const request = new Request(`http://127.0.0.1/book/${slug}?${query}`, {
    headers: { "Accept-Language": "en" },
  });
  return (await bookPage({ request })).text();
}

test("a booking's id reveals the kind of location, but not the link", async () => {
  const { owner, id, ask } = await startCheckout();
  await pool.query(
    sql`update schedule set location = '{"kind": "jitsi", "text": null}' where tenant_id = ${owner.tenant.id}`,
  );
  expect((await ask(`booking_id=${id}`)).body.location).toEqual({
    kind: "jitsi",
    text: null,
    url: null,
  });
});

describe("a lost webhook", () => {
  test.each(["session_id", "booking_id"])(
    "is compensated by querying with the %s",
    async (name) => {
      const { id, session_id, ask } = await startCheckout();
      await atProvider(session_id, "pay");
      const { body } = await ask(`${name}=${name === "session_id" ? session_id : id}`);
      expect(body).toMatchObject({ id, status: "paid", payment_status: "paid", refund_amount: 0 });
      expect(await stateOf(id)).toMatchObject({ status: "paid" });
    },
  );

  test("is compensated by the company's page", async () => {
    const { owner, session_id } = await startCheckout();
    expect(await pageOf(owner, `session_id=${session_id}`)).toContain("Waiting for payment");
    await atProvider(session_id, "pay");
    // The provider is queried at most every two seconds.
    await pool.query(
      sql`update payment set asked_at = asked_at - interval '3 seconds' where session_id = ${session_id}`,
    );
    expect(await pageOf(owner, `session_id=${session_id}&asked=1`)).toContain("Confirmed and paid");
  });
});

test("a booking cancelled meanwhile says so, with its refund", async () => {
  const { owner, id, session_id, ask } = await startCheckout();
  await atProvider(session_id, "pay");
  await ask(`session_id=${session_id}`);
  await cancel(owner, id);
  const { body } = await ask(`booking_id=${id}`);
  expect(body).toMatchObject({ status: "cancelled", refund_amount: 2500 });
  const html = await pageOf(owner, `session_id=${session_id}`);
  expect(html).toContain("Cancelled");
  expect(html).toContain("Refunded: €25.00.");
  await work(owner);
  expect((await ask(`booking_id=${id}`)).body).toMatchObject({
    status: "refunded",
    refund_amount: 2500,
  });
});

test("other companies' bookings and those without a payment are not found; one parameter is required", async () => {
  const { session_id, id } = await startCheckout();
  const other = await startCheckout();
  expect((await other.ask(`session_id=${session_id}`)).status).toBe(404);
  expect((await other.ask(`booking_id=${id}`)).status).toBe(404);
  for (const query of ["", `session_id=${session_id}&booking_id=${id}`])
    expect((await other.ask(query)).status).toBe(422);
  expect(await pageOf(other.owner, `session_id=${session_id}`)).not.toContain(
    "Waiting for payment",
  );
});
