import { sentTo } from "~/testing/outbox";
import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { pool } from "~/lib/db.server";
import { aCustomer, signIn } from "~/testing/factory";
import {
  atProvider,
  checkout,
  makePaidService,
  paidBooking,
  paymentsOf,
  refundsOf,
  stateOf,
  takeWebhooks,
  waitingBooking,
} from "~/testing/payment-calls";
import { sendQueuedMails } from "~/testing/send-queued-mails";
import { call, json } from "~/testing/request";
import type { UserActor } from "../identity/actor";

// A company that is deleted keeps no guest's money: checkouts end, payments in progress are
// awaited, paid amounts are refunded, the account is disconnected, and only then is anything
// deleted.

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

const remove = async (owner: UserActor, more: object = {}) =>
  call("/api/account/delete", {
    cookie: await signIn(owner),
    body: { confirm_name: owner.tenant.name, confirm_phrase: "delete permanently", ...more },
  });
const isGone = async ({ tenant }: UserActor) =>
  (await pool.query(sql`select 1 from tenant where id = ${tenant.id}`)).rowCount === 0;
const accountOf = (id: string) => standIn.sandbox.state.data.accounts[id]!;
const sessionOf = (id: string) => standIn.sandbox.state.data.sessions[id]!.object;
const refundsAt = (chargeRef: string) =>
  Object.values(standIn.sandbox.state.data.refunds).filter(
    ({ object }) => object.payment_intent === chargeRef,
  );

test("ends open checkouts and disconnects the account before anything is deleted", async () => {
  const { owner, slots, account } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  const { session_id } = await checkout(owner, id);
  expect((await remove(owner)).status).toBe(204);
  expect(sessionOf(session_id).status).toBe("expired");
  expect(accountOf(account).is_connected).toBe(false);
  expect(await isGone(owner)).toBe(true);
});

test("refunds payments, including one that arrives during closing", async () => {
  const { owner, id, account } = await paidBooking();
  const [paid] = await paymentsOf(id);
  expect((await json(await remove(owner))).error).toMatchObject({
    code: "in_use",
    details: { paid_bookings: 1 },
  });
  const closing = await remove(owner, { cancel_and_refund: true });
  expect(closing.status).toBe(202);
  expect(await json(closing)).toMatchObject({
    state: "waiting",
    refunds_under_way: 0,
    unsent_messages: 5,
  });
  const guest = await pool.query<{ customer_email: string }>(
    sql`select customer_email from booking where id = ${id}`,
  );
  await sendQueuedMails(owner);
  expect(
    (await sentTo(guest.rows[0]!.customer_email)).map(({ subject }) => subject),
  ).toContainEqual(expect.stringMatching(/^Cancelled: /));
  expect((await remove(owner)).status).toBe(204);
  expect(refundsAt(paid!.charge_ref!).map(({ object }) => object.amount)).toEqual([2500]);
  expect(accountOf(account).is_connected).toBe(false);
  const late = await makePaidService();
  const waiting = await waitingBooking(late.owner, late.slots.at(-1)!.id);
  const { session_id } = await checkout(late.owner, waiting);
  await atProvider(session_id, "pay"); // its webhook is still in flight
  expect((await remove(late.owner)).status).toBe(202);
  await sendQueuedMails(late.owner);
  expect((await remove(late.owner)).status).toBe(204);
  const intent = String(sessionOf(session_id).payment_intent);
  expect(refundsAt(intent).map(({ object }) => object.amount)).toEqual([2500]);
});

test("waits for an undecided payment, reports it on each call, and accepts no bookings", async () => {
  const { owner, slots, account } = await makePaidService();
  const id = await waitingBooking(owner, slots.at(-1)!.id);
  const { session_id } = await checkout(owner, id);
  await atProvider(session_id, "later");
  await takeWebhooks(owner);
  const first = await remove(owner, { cancel_and_refund: true });
  expect(first.status).toBe(202);
  expect(await json(first)).toMatchObject({
    state: "waiting",
    processing: 1,
    open_checkouts: 0,
    refunds_under_way: 0,
  });
  expect(accountOf(account).is_connected).toBe(true);
  const input = NewBooking.parse({ slot_id: slots[0]!.id, customer: aCustomer() });
  await expect(
    createBooking({ ...owner, tenant: { ...owner.tenant } }, input, null),
  ).rejects.toThrow();
  const status = await call("/api/account/deletion", { cookie: await signIn(owner) });
  expect(await json(status)).toMatchObject({ state: "waiting", processing: 1 });
  await standIn.control(`payments/${session_id}/outcome`, { outcome: "succeeded" });
  await takeWebhooks(owner);
  expect((await remove(owner)).status).toBe(202); // the guest has to be notified
  await sendQueuedMails(owner);
  expect((await remove(owner)).status).toBe(204);
  const intent = String(sessionOf(session_id).payment_intent);
  expect(refundsAt(intent).map(({ object }) => object.amount)).toEqual([2500]);
  expect(accountOf(account).is_connected).toBe(false);
  expect(await isGone(owner)).toBe(true);
});

test("a worker continues, and staff are alerted if a refund fails or nothing is decided in 14 days", async () => {
  const { owner, id } = await paidBooking();
  await standIn.control("faults", [
    { route: "POST /v1/refunds", kind: "status", status: 400, times: 1 },
  ]);
  const answer = await remove(owner, { cancel_and_refund: true });
  expect(answer.status).toBe(202);
  expect(await json(answer)).toMatchObject({ state: "refund_failed", failed_refunds: 1 });
  expect(await refundsOf(id)).toMatchObject([{ status: "failed" }]);
  await pool.query(
    sql`update tenant set closing = jsonb_set(closing, '{requested_at}', to_jsonb(now() - interval '15 days')) where id = ${owner.tenant.id}`,
  );
  const attention = await call("/api/attention", { cookie: await signIn(owner) });
  expect(((await json(attention)).data as { kind: string }[]).map(({ kind }) => kind)).toContain(
    "account_closing",
  );
  const { closeDueAccounts } = await import("./close-account.server");
  await closeDueAccounts();
  expect(await isGone(owner)).toBe(false);
  await sendQueuedMails(owner);
  expect((await remove(owner, { failed_refunds_settled: true })).status).toBe(204);
});

test("keeps everything while the provider is down, and continues later", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  await checkout(owner, id);
  await standIn.control("faults", [
    { route: "POST /v1/checkout/sessions", kind: "no_answer", times: 3 },
  ]);
  const answer = await remove(owner);
  expect(answer.status).toBe(202);
  expect(await json(answer)).toMatchObject({ state: "provider_unavailable", open_checkouts: 1 });
  expect(await stateOf(id)).toMatchObject({ status: "pending" });
  const { closeDueAccounts } = await import("./close-account.server");
  await closeDueAccounts();
  expect(await isGone(owner)).toBe(true);
});
