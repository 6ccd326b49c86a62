import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { connectOverHttp } from "~/testing/connect-calls";
import { signIn } from "~/testing/factory";
import { call } from "~/testing/request";
import {
  atProvider,
  cancel,
  checkout,
  connectAccount,
  letHoldEnd,
  makePaidService,
  paidBooking,
  paymentsOf,
  refundsOf,
  stateOf,
  takeWebhooks,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { connectionStatus } from "./connect.server";

beforeEach(() => {
  standIn.sandbox.wire.faults = [];
  standIn.received.length = 0;
});

const sessionOf = (id: string) => standIn.sandbox.state.data.sessions[id]!.object;

test("disconnecting ends open checkouts first, so that no payment is missed", async () => {
  const { owner, slots, account } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  const { session_id } = await checkout(owner, id);
  const answer = await call("/api/payprovider/connect", {
    cookie: await signIn(owner),
    method: "DELETE",
  });
  expect(answer.status).toBe(204);
  expect(sessionOf(session_id).status).toBe("expired");
  expect(await paymentsOf(id)).toMatchObject([{ status: "expired" }]);
  expect(standIn.sandbox.state.data.accounts[account]!.is_connected).toBe(false);
  expect(await connectionStatus(owner, "payprovider")).toMatchObject({ connected: false });
});

test("disconnecting waits until the provider confirms the end of checkouts", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  await checkout(owner, id);
  await standIn.control("faults", [
    { route: "POST /v1/checkout/sessions", kind: "no_answer", times: 3 },
  ]);
  const answer = await call("/api/payprovider/connect", {
    cookie: await signIn(owner),
    method: "DELETE",
  });
  expect(answer.status).toBe(502);
  expect(await connectionStatus(owner, "payprovider")).toMatchObject({ connected: true });
});

test("another account can replace one whose checkouts have ended", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  const { session_id } = await checkout(owner, id);
  await connectOverHttp(await signIn(owner));
  expect(sessionOf(session_id).status).toBe("expired");
});

test("a payment during a disconnection is found after reconnecting", async () => {
  const { owner, slots, account } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  const { session_id } = await checkout(owner, id);
  await standIn.control(`accounts/${account}/disconnect`, {});
  await takeWebhooks(owner);
  await atProvider(session_id, "pay");
  await letHoldEnd(owner, id);
  await takeWebhooks(owner);
  expect(await stateOf(id)).toMatchObject({ payment_status: "open" });
  await connectAccount(owner, account);
  await work(owner);
  expect(await stateOf(id)).toMatchObject({ status: "paid", seats: 1 });
});

test("a refund that cannot be sent is shown to staff", async () => {
  const { owner, id, account } = await paidBooking();
  await standIn.control(`accounts/${account}/disconnect`, {});
  await takeWebhooks(owner);
  await cancel(owner, id);
  await work(owner);
  expect(await refundsOf(id)).toMatchObject([{ status: "failed", failure_code: "not_connected" }]);
  expect(await paymentsOf(id)).toMatchObject([{ attention: "refund_failed", next_sync_at: null }]);
});

test("a rejected platform key ends neither connection nor refunds", async () => {
  const { owner, id } = await paidBooking();
  await cancel(owner, id);
  await standIn.control("faults", [{ route: "", kind: "status", status: 401, times: 30 }]);
  await work(owner);
  expect(await refundsOf(id)).toMatchObject([{ status: "requested" }]);
  expect(await connectionStatus(owner, "payprovider")).toMatchObject({ connected: true });
  await standIn.control("faults", []);
  await work(owner);
  expect(await refundsOf(id)).toMatchObject([{ status: "succeeded" }]);
});

test("a refused checkout is not retried", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  await standIn.control("faults", [
    { route: "POST /v1/checkout/sessions", kind: "no_answer", times: 3 },
  ]);
  await expect(checkout(owner, id)).rejects.toMatchObject({ code: "provider_unavailable" });
  await standIn.control("faults", [
    { route: "POST /v1/checkout/sessions", kind: "status", status: 400, times: 9 },
  ]);
  await work(owner);
  expect(await paymentsOf(id)).toMatchObject([{ status: "failed", next_sync_at: null }]);
  await standIn.control("faults", []);
  expect(await checkout(owner, id)).toMatchObject({ status: "open" });
});

test("the platform's own account pays no fee", async () => {
  const { owner, slots } = await makePaidService(1, { account: "acct_platform000000" });
  const id = await waitingBooking(owner, slots[0]!.id);
  expect(await checkout(owner, id)).toMatchObject({ fee_applied: false, status: "open" });
  await pool.query(sql`delete from provider_account where organization_id = 'acct_platform000000'`);
});
