import { processSettings as settings, standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Deposit } from "~/contract/schedules";
import { enqueue } from "~/jobs/queue.server";
import { pool } from "~/lib/db.server";
import { FAULT_POINTS, type FaultPoint } from "~/lib/fault-point.server";
import { noShow } from "~/testing/card-calls";
import { signIn } from "~/testing/factory";
import {
  atProvider,
  cancel,
  events,
  makePaidService,
  paidBooking,
  paymentsOf,
  refundsOf,
  stateOf,
  takeWebhooks,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { sendQueuedMails } from "~/testing/send-queued-mails";
import { startWeb, type WebProcess } from "~/testing/web-process";
import { startWorkerProcess, type WorkerProcess } from "~/testing/worker-process";
import { untilTrue } from "~/testing/webhook-receivers";
import { getBooking } from "../bookings/read/get-booking.server";
import { closeDueAccounts } from "../account/close-account.server";
import { decideBookingFee } from "./decide-fee.server";
import { settleQueued } from "./sync-payment.server";

// The process is killed (kill -9) between any two steps of checkout and refund. The next process
// recovers, and money and seat agree: nothing is charged twice, no refund is lost or sent twice.

let web: WebProcess;
let worker: WorkerProcess | undefined;
const driven = new Set<FaultPoint>();

beforeAll(async () => {
  web = await startWeb(settings());
});
beforeEach(() => {
  standIn.received.length = 0;
});
afterAll(async () => {
  await web.stop();
  await worker?.kill("SIGKILL");
  standIn.close();
});

/**
 * A web process that exits at this point; resolves with the answer to `send`, or null if it exited
 * first.
 */
async function askDying(
  point: FaultPoint,
  send: (url: string) => Promise<Response>,
): Promise<Response | null> {
  driven.add(point);
  const dying = await startWeb({ ...settings(), FAULT_POINT: point });
  try {
    return await send(dying.url);
  } catch {
    return null;
  } finally {
    await dying.end();
  }
}

const post = (url: string, path: string, cookie: string, body: object) =>
  fetch(url + path, {
    method: "POST",
    headers: {
      Cookie: cookie,
      "Content-Type": "application/json",
      "Sec-Fetch-Site": "same-origin",
    },
    body: JSON.stringify(body),
  });

const sessionsFor = (id: string) =>
  Object.values(standIn.sandbox.state.data.sessions).filter(
    ({ object }) => object.metadata?.booking_id === id,
  );

const refundsAtProvider = (chargeRef: string) =>
  Object.values(standIn.sandbox.state.data.refunds).filter(
    ({ object }) => object.payment_intent === chargeRef,
  );

describe("a web process killed while opening a checkout", () => {
  test.each<[FaultPoint, Deposit | null]>([
    ["checkout.written", null],
    ["checkout.asked", null],
    ["snapshot.read", null],
    ["snapshot.written", null],
    ["snapshot.committed", null],
    ["checkout.asked", { percent: 25 }],
    ["snapshot.committed", { percent: 25 }],
  ])("at %s leaves one checkout that is paid once, of the deposit %j", async (point, deposit) => {
    const { owner, slots } = await makePaidService(1, { deposit });
    const id = await waitingBooking(owner, slots[0]!.id);
    const cookie = await signIn(owner);
    const open = (url: string) =>
      post(url, "/api/payments/create-session", cookie, { booking_id: id });
    expect(await askDying(point, open)).toBeNull();
    expect(await paymentsOf(id)).toHaveLength(1);
    const again = await open(web.url);
    expect(again.status).toBe(201);
    const { session_id } = (await again.json()) as { session_id: string };
    expect(sessionsFor(id).map(({ object }) => object.id)).toEqual([session_id]);
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    expect(await stateOf(id)).toEqual({ status: "paid", payment_status: "paid", seats: 1 });
    const amount = deposit === null ? 2500 : 625;
    expect(await paymentsOf(id)).toMatchObject([{ status: "paid", session_id, amount }]);
  });

  test("without a retry leaves a checkout that the sweep closes with its hold", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    const cookie = await signIn(owner);
    const open = (url: string) =>
      post(url, "/api/payments/create-session", cookie, { booking_id: id });
    expect(await askDying("checkout.asked", open)).toBeNull();
    await cancel(owner, id);
    await work(owner);
    expect(sessionsFor(id).map(({ object }) => object.status)).toEqual(["expired"]);
    expect(await paymentsOf(id)).toMatchObject([{ status: "expired", next_sync_at: null }]);
  });
});

test("a webhook is processed once after its web process is killed", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  const opened = await post(web.url, "/api/payments/create-session", await signIn(owner), {
    booking_id: id,
  });
  const { session_id } = (await opened.json()) as { session_id: string };
  await atProvider(session_id, "pay");
  const webhook = standIn.received.find(({ body }) =>
    body.toString().includes("checkout.session.completed"),
  )!;
  const sendWebhook = (url: string) =>
    fetch(`${url}/api/webhooks/payprovider`, {
      method: "POST",
      headers: webhook.headers,
      body: new Uint8Array(webhook.body),
    });
  expect(await askDying("webhook.taken", sendWebhook)).toBeNull();
  expect((await sendWebhook(web.url)).status).toBe(200);
  const jobs =
    await pool.query(sql`select 1 from pgboss.job where name = 'payments.settle' and singleton_key is not null
    and data ->> 'tenant_id' = ${owner.tenant.id} and state = 'created'`);
  expect(jobs.rowCount).toBe(1);
  const [payment] = await paymentsOf(id);
  await settleQueued({ tenant_id: owner.tenant.id, payment_id: payment!.id });
  expect((await events(id)).filter((type) => type === "paid")).toEqual(["paid"]);
});

test("a refund is sent once after its web process is killed", async () => {
  const { owner, id } = await paidBooking();
  const cookie = await signIn(owner);
  const refund = (url: string) => post(url, `/api/bookings/${id}/refund`, cookie, { amount: 1000 });
  expect(await askDying("refund.requested", refund)).toBeNull();
  await work(owner);
  const [payment] = await paymentsOf(id);
  expect(refundsAtProvider(payment!.charge_ref!)).toHaveLength(1);
  expect(await refundsOf(id)).toMatchObject([{ status: "succeeded", amount: 1000 }]);
});

describe("a web process killed while deleting a company", () => {
  test.each<FaultPoint>([
    "closing.begun",
    "closing.ended",
    "closing.settled",
    "closing.disconnected",
  ])("at %s: the next one continues and refunds everyone", async (point) => {
    const { owner, id, account } = await paidBooking();
    const [payment] = await paymentsOf(id);
    const cookie = await signIn(owner);
    const body = {
      confirm_name: owner.tenant.name,
      confirm_phrase: "delete permanently",
      cancel_and_refund: true,
    };
    const remove = (url: string) => post(url, "/api/account/delete", cookie, body);
    expect(await askDying(point, remove)).toBeNull();
    const there = () =>
      pool.query(sql`select 1 from tenant where id = ${owner.tenant.id} and is_closing`);
    expect((await there()).rowCount).toBe(1);
    await closeDueAccounts();
    expect((await there()).rowCount).toBe(1); // until its guest was notified
    await sendQueuedMails(owner);
    await closeDueAccounts();
    expect((await there()).rowCount).toBe(0);
    expect(refundsAtProvider(payment!.charge_ref!).map(({ object }) => object.amount)).toEqual([
      2500,
    ]);
    expect(standIn.sandbox.state.data.accounts[account]!.is_connected).toBe(false);
  });
});

describe("a worker killed during a refund", () => {
  test.each<FaultPoint>([
    "snapshot.read",
    "snapshot.written",
    "snapshot.committed",
    "refund.sending",
    "refund.sent",
  ])("at %s refunds once, after a restart", async (point) => {
    driven.add(point);
    const { owner, id } = await paidBooking();
    await cancel(owner, id);
    worker = await startWorkerProcess("127.0.0.1:1", { ...settings(), FAULT_POINT: point });
    const [payment] = await paymentsOf(id);
    await untilTrue(() => !isAlive(worker!.pid));
    expect(await refundsOf(id)).toMatchObject([{ status: "requested" }]);
    await letAMinutePass(payment!.id);
    worker = await startWorkerProcess("127.0.0.1:1", settings());
    await enqueue("payments.sweep", {}, { singletonKey: "now" });
    await untilTrue(async () => (await stateOf(id)).status === "refunded");
    await worker.kill("SIGTERM");
    worker = undefined;
    expect(refundsAtProvider(payment!.charge_ref!).map(({ object }) => object.amount)).toEqual([
      2500,
    ]);
    expect(await stateOf(id)).toEqual({ status: "refunded", payment_status: "refunded", seats: 0 });
    expect(await refundsOf(id)).toMatchObject([{ status: "succeeded", amount: 2500 }]);
  });
});

describe("a worker killed while charging a fee", () => {
  test.each<FaultPoint>([
    "checkout.asked",
    "snapshot.read",
    "snapshot.written",
    "snapshot.committed",
  ])("at %s charges once, after a restart", async (point) => {
    const { owner, id } = await noShow();
    await decideBookingFee(owner, id, { kind: "no_show", decision: "charge" }, null);
    const payment = (await paymentsOf(id)).find(({ purpose }) => purpose === "no_show")!;
    worker = await startWorkerProcess("127.0.0.1:1", { ...settings(), FAULT_POINT: point });
    await untilTrue(() => !isAlive(worker!.pid));
    await letAMinutePass(payment.id);
    worker = await startWorkerProcess("127.0.0.1:1", settings());
    await enqueue("payments.sweep", {}, { singletonKey: "now" });
    const feesOf = async () => (await getBooking(owner, id)).fees;
    await untilTrue(async () => (await feesOf())[0]?.status === "paid");
    await worker.kill("SIGTERM");
    worker = undefined;
    const charged = Object.values(standIn.sandbox.state.data.intents).filter(
      ({ object }) => object.metadata.booking_id === id,
    );
    expect(charged.map(({ object }) => object.amount)).toEqual([2000]);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Makes everything due for the sweep, without waiting for the job held by the killed worker. */
async function letAMinutePass(paymentId: string): Promise<void> {
  await pool.query(
    sql`update payment set next_sync_at = next_sync_at - interval '1 minute' where tenant_id is not null and id = ${paymentId}`,
  );
}

test("covers every fault point of payments", () => {
  const ofPayments = FAULT_POINTS.filter((point) => !/^(pull|push|disconnect)\./.test(point)); // the others concern calendars
  expect([...driven].sort()).toEqual(ofPayments.sort());
});
