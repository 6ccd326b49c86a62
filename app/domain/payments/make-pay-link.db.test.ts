import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { findMessages } from "~/testing/payable-calls";
import { pool } from "~/lib/db.server";
import {
  atProvider,
  checkout,
  makePaidService,
  takeWebhooks,
  waitingBooking,
} from "~/testing/payment-calls";
import { signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import { makePayLink } from "./make-pay-link.server";

// The desk requests payment by a link that works as long as the booking is payable.

test("a link is created and emailed for unpaid bookings only", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  const { url, sent_to } = await makePayLink(owner, id, { send: false }, null);
  expect(url).toMatch(/\/manage\/[^/]+\/pay$/);
  expect(sent_to).toBeNull();
  const payLink = makePayLink(owner, id, { send: true, expected_amount: 2000 }, null);
  await expect(payLink).rejects.toMatchObject({
    code: "price_changed",
    extra: { details: { expected_amount: 2000, amount: 2500 } },
  });
  const mailed = await makePayLink(owner, id, { send: true, expected_amount: 2500 }, null);
  expect(mailed).toMatchObject({ url, sent_to: expect.stringContaining("@") as string });
  const [message, ...others] = await findMessages(owner, id);
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    kind: "payment_request",
    recipient: mailed.sent_to,
    is_rendered: true,
  });
  expect(message!.html).toContain(url);
  await pool.query(sql`update booking set customer_email = null where id = ${id}`);
  await expect(makePayLink(owner, id, { send: true }, null)).rejects.toMatchObject({
    code: "validation_failed",
  });
  const { session_id } = await checkout(owner, id);
  await atProvider(session_id, "pay");
  await takeWebhooks(owner);
  await expect(makePayLink(owner, id, { send: false }, null)).rejects.toMatchObject({
    code: "booking_not_payable",
  });
});

test("there is no link without a payment account", async () => {
  const { owner, slots, account } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  await standIn.control(`accounts/${account}/disconnect`, {});
  await takeWebhooks(owner);
  await expect(makePayLink(owner, id, { send: false }, null)).rejects.toMatchObject({
    code: "not_connected",
  });
});

test("a checkout is created once per Idempotency-Key and replayed", async () => {
  const { owner, slots } = await makePaidService();
  const booking_id = await waitingBooking(owner, slots[0]!.id);
  const cookie = await signIn(owner);
  const open = () =>
    call("/api/payments/create-session", {
      cookie,
      body: { booking_id },
      headers: { "Idempotency-Key": "pay" },
    });
  const [first, again] = [await open(), await open()];
  expect([first.status, again.status, again.headers.get("Idempotency-Replayed")]).toEqual([
    201,
    201,
    "true",
  ]);
  expect(await again.text()).toBe(await first.text());
  const made = await pool.query(sql`select from payment where tenant_id = ${owner.tenant.id}`);
  expect(made.rowCount).toBe(1);
});

test("a checkout is opened only for the displayed balance", async () => {
  const { owner, slots } = await makePaidService();
  const booking_id = await waitingBooking(owner, slots[0]!.id);
  const cookie = await signIn(owner);
  const open = (expected_amount: number) =>
    call("/api/payments/create-session", { cookie, body: { booking_id, expected_amount } });
  const refused = await open(2000);
  expect(refused.status).toBe(409);
  expect(await json(refused)).toMatchObject({
    error: { code: "price_changed", details: { expected_amount: 2000, amount: 2500 } },
  });
  const made = () => pool.query(sql`select from payment where tenant_id = ${owner.tenant.id}`);
  expect((await made()).rowCount).toBe(0);
  expect(await json(await open(2500))).toMatchObject({ amount: 2500 });
  // The open checkout has that amount, too.
  expect((await open(2000)).status).toBe(409);
  expect((await made()).rowCount).toBe(1);
});
