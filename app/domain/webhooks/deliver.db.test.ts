import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pool, prisma } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { relayEvents } from "../events/relay.server";
import type { UserActor } from "../identity/actor";
import {
  attemptDelivery,
  claimDeliveries,
  type ClaimedDelivery,
  releaseLeases,
} from "./deliver.server";
import { ATTEMPT_DELAYS_MS } from "./delivery-schedule";
import { signBody } from "./signature";
import { rotateSecret, updateSubscription } from "./subscriptions.server";
import {
  deleteEverything,
  makeAllDue,
  makeEvents,
  makeSubscription,
  reaching,
  type Receiver,
  startReceiver,
} from "~/testing/webhook-receivers";
import { verifyDelivery } from "~/testing/verify-signature";

const NEVER = new AbortController().signal;
const claim = () => claimDeliveries(100, 100);
let actor: UserActor;
let receivers: Receiver[] = [];

beforeEach(async () => {
  await deleteEverything();
  actor = await makeTenant();
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receive(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers = [...receivers, receiver];
  return receiver;
}

/** A subscription with `count` waiting deliveries. */
async function waiting(url: string, count = 1) {
  const subscription = await makeSubscription(actor, url);
  for (let made = 0; made < count; made++) await makeEvents(actor, ["booking.created"]);
  await relayEvents(1000);
  return subscription;
}

/** Claims due deliveries and sends each once. */
async function sendAll(hosts: string[]): Promise<boolean[]> {
  return Promise.all(
    (await claim()).map((delivery) => attemptDelivery(delivery, NEVER, reaching(hosts))),
  );
}
const answerWith =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(`status ${status}`);
const subscriptionRow = (id: string) =>
  prisma.webhookSubscription.findFirstOrThrow({ where: { id } });
const deliveryRows = (subscription_id: string) =>
  prisma.webhookDelivery.findMany({
    where: { subscription_id },
    include: { attempt_log: true },
    orderBy: { id: "asc" },
  });
async function onlyDelivery(subscriptionId: string) {
  const [delivery, ...more] = await deliveryRows(subscriptionId);
  if (delivery === undefined || more.length > 0) throw new Error("expected one delivery");
  return delivery;
}

describe("a delivery", () => {
  test("sends the event's exact bytes, signed and logged", async () => {
    const receiver = await receive(answerWith(200));
    const { id, secret } = await waiting(receiver.url);
    expect(await sendAll([receiver.host])).toEqual([true]);

    const [received] = receiver.received;
    const event = await prisma.event.findFirstOrThrow({ where: { tenant_id: actor.tenant.id } });
    expect(received?.body).toBe(event.body);
    expect(verifyDelivery(received?.headers ?? {}, event.body, secret, Date.now())).toBe(true);
    expect(received?.headers).toMatchObject({
      "x-booking-event": "booking.created",
      "content-type": "application/json",
      "webhook-id": event.id,
    });

    const delivery = await onlyDelivery(id);
    expect(delivery).toMatchObject({
      status: "succeeded",
      attempts: 1,
      next_attempt_at: null,
      lease_id: null,
      leased_until: null,
    });
    expect(delivery.completed_at).not.toBeNull();
    expect(delivery.attempt_log).toMatchObject([
      {
        attempt: 1,
        request_url: receiver.url,
        response_code: 200,
        response_body: "status 200",
        error: null,
      },
    ]);
    expect(delivery.attempt_log[0]?.request_headers).toMatchObject({ "webhook-id": event.id });
    expect(await sendAll([receiver.host])).toEqual([]);
  });

  test("is attempted ten times on the schedule, the same bytes each time, and then given up", async () => {
    const receiver = await receive(answerWith(500));
    const { id } = await waiting(receiver.url);
    for (const [made, wait] of [...ATTEMPT_DELAYS_MS.slice(1), null].entries()) {
      await sendAll([receiver.host]);
      const delivery = await onlyDelivery(id);
      expect(delivery.attempts).toBe(made + 1);
      if (wait === null) {
        expect(delivery).toMatchObject({ status: "failed", next_attempt_at: null });
        break;
      }
      expect(await claim()).toEqual([]);
      const [{ ms = 0 } = {}] = (
        await pool.query<{ ms: number }>(
          `select (extract(epoch from d.next_attempt_at - a.started_at) * 1000)::float8 as ms from webhook_delivery d
            join webhook_attempt a on a.delivery_id = d.id where d.id = $1 order by a.attempt desc limit 1`,
          [delivery.id],
        )
      ).rows;
      expect(ms).toBeGreaterThanOrEqual(wait * 0.9);
      expect(ms).toBeLessThanOrEqual(wait * 1.1 + 1000); // the attempt itself takes a moment
      await makeAllDue();
    }
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map((delivery) => delivery.body)).size).toBe(1);
    expect(new Set(receiver.received.map((delivery) => delivery.headers["webhook-id"])).size).toBe(
      1,
    );
    await makeAllDue();
    expect(await claim()).toEqual([]);
  });

  test.each([
    [200, "succeeded"],
    [299, "succeeded"],
    [304, "pending"],
    [307, "pending"],
    [400, "pending"],
    [404, "pending"],
    [429, "pending"],
    [503, "pending"],
    [410, "failed"],
  ])("answered with %i is %s", async (status, expected) => {
    const receiver = await receive(answerWith(status));
    const { id } = await waiting(receiver.url);
    await sendAll([receiver.host]);
    expect(await onlyDelivery(id)).toMatchObject({
      status: expected,
      attempt_log: [{ response_code: status }],
    });
  });

  test("respects Retry-After", async () => {
    const receiver = await receive(answerWith(503, { "Retry-After": "7200" }));
    const { id } = await waiting(receiver.url);
    const before = Date.now();
    await sendAll([receiver.host]);
    const wait = ((await onlyDelivery(id)).next_attempt_at?.getTime() ?? 0) - before;
    expect(wait).toBeGreaterThanOrEqual(7_199_000);
    expect(wait).toBeLessThan(7_260_000);
  });

  test("to a forbidden address is not sent, and logged with the reason", async () => {
    const receiver = await receive();
    const { id } = await waiting(receiver.url);
    await sendAll([]);
    expect(receiver.received).toEqual([]);
    expect(await onlyDelivery(id)).toMatchObject({
      status: "pending",
      attempt_log: [{ response_code: null, error: "address_not_allowed" }],
    });
  });

  test("whose receiver hangs, resets or is gone is retried, with the reason logged", async () => {
    const hanging = await receive(() => undefined);
    const resetting = await receive((response) => response.socket?.resetAndDestroy());
    const closed = await receive();
    const subscriptions = [
      await waiting(hanging.url),
      await waiting(resetting.url),
      await waiting(closed.url),
    ];
    await closed.close();
    const network = reaching([hanging.host, resetting.host, closed.host], { total_ms: 3_000 });
    await Promise.all((await claim()).map((delivery) => attemptDelivery(delivery, NEVER, network)));
    const errors = await Promise.all(
      subscriptions.map(async ({ id }) => (await deliveryRows(id))[0]?.attempt_log[0]?.error),
    );
    expect(errors).toEqual(["timeout", "connection_reset", "connect_failed"]);
  });

  test("after a rotation carries both signatures for a day, then the new one", async () => {
    const receiver = await receive();
    const { id, secret } = await waiting(receiver.url, 2);
    const rotated = await rotateSecret(actor, id);
    const [first, second] = await claim();
    await attemptDelivery(first as ClaimedDelivery, NEVER, reaching([receiver.host]));
    const [received] = receiver.received;
    expect(String(received?.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    for (const known of [secret, rotated.secret])
      expect(verifyDelivery(received?.headers ?? {}, received?.body ?? "", known, Date.now())).toBe(
        true,
      );
    expect(received?.headers["x-booking-signature"]).toBe(signBody(received?.body ?? "", secret));
    expect(received?.headers["x-booking-signature-next"]).toBe(
      signBody(received?.body ?? "", rotated.secret),
    );

    await releaseLeases([second as ClaimedDelivery]);
    await pool.query(
      "update webhook_subscription set previous_secret_expires_at = now() - interval '1 second'",
    );
    await sendAll([receiver.host]);
    expect(String(receiver.received[1]?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
    expect(receiver.received[1]?.headers).not.toHaveProperty("x-booking-signature-next");
    expect(receiver.received[1]?.headers["x-booking-signature"]).toBe(
      signBody(receiver.received[1]?.body ?? "", rotated.secret),
    );
  });
});

describe("a subscription", () => {
  const failedFor = (id: string, days: number, failures: number) =>
    pool.query(
      "update webhook_subscription set failing_since = now() - make_interval(secs => $2), failure_count = $3 where id = $1",
      [id, days * 86_400, failures],
    );

  test("answered with 410 disables the endpoint and cancels waiting deliveries", async () => {
    const receiver = await receive(answerWith(410));
    const { id } = await waiting(receiver.url, 6);
    const [first] = await claim();
    await attemptDelivery(first as ClaimedDelivery, NEVER, reaching([receiver.host]));
    expect(await subscriptionRow(id)).toMatchObject({ disabled_reason: "gone" });
    const statuses = (await deliveryRows(id)).map((delivery) => delivery.status).sort();
    // Three are still leased by a sender.
    expect(statuses).toEqual(["cancelled", "cancelled", "failed", "pending", "pending", "pending"]);
    expect(await claim()).toEqual([]);
    const noticeMails = await pool.query(
      "select subject from message where kind = 'webhook_disabled' and subject like $1",
      [`%${receiver.host}%`],
    );
    expect(noticeMails.rowCount).toBe(1);
  });

  test("that nothing has reached for hours is reported once, and again when it is switched off", async () => {
    const receiver = await receive(answerWith(500));
    const { id } = await waiting(receiver.url, 2);
    await pool.query("update tenant set locale = 'de-DE' where id = $1", [actor.tenant.id]);
    const failOnce = async () => {
      await makeAllDue();
      await sendAll([receiver.host]);
    };
    const mails = async () => {
      const { rows } = await pool.query<{ kind: string; locale: string; subject: string }>(
        "select kind, locale, subject from message where tenant_id = $1 and kind like 'webhook_%' order by created_at, id",
        [actor.tenant.id],
      );
      return rows;
    };
    await failedFor(id, 0.08, 4); // just under two hours
    await failOnce();
    expect(await mails()).toEqual([]);
    await failedFor(id, 0.09, 6);
    await failOnce();
    await failOnce();
    const warning = {
      kind: "webhook_failing",
      locale: "de-DE",
      subject: `Webhooks an ${receiver.host} kommen nicht an`,
    };
    expect(await mails()).toEqual([warning]);
    // After a success, the next row of failures is reported again.
    await pool.query(
      "update webhook_subscription set warned_at = now() - interval '1 day' where id = $1",
      [id],
    );
    await failOnce();
    expect(await mails()).toEqual([warning, warning]);
    await failedFor(id, 5.01, 20);
    await failOnce();
    expect((await mails()).at(-1)).toEqual({
      kind: "webhook_disabled",
      locale: "de-DE",
      subject: `Webhooks an ${receiver.host} sind abgeschaltet`,
    });
  });

  test("whose address was stored in capitals is disabled by a 410 like any other", async () => {
    const receiver = await receive(answerWith(410));
    const { id } = await waiting(receiver.url.replace("http:", "HTTP:"));
    expect(await sendAll([receiver.host])).toEqual([true]);
    expect(await subscriptionRow(id)).toMatchObject({ disabled_reason: "gone" });
  });

  test.each([
    [5.01, 9, "failing"],
    [30, 200, "failing"],
    [4.99, 100, null],
    [6, 8, null],
  ])("failing again after %f days and %i failures: %s", async (days, failures, reason) => {
    const receiver = await receive(answerWith(500));
    const { id } = await waiting(receiver.url);
    await failedFor(id, days, failures);
    await sendAll([receiver.host]);
    expect(await subscriptionRow(id)).toMatchObject({
      disabled_reason: reason,
      failure_count: failures + 1,
    });
    expect((await subscriptionRow(id)).disabled_at !== null).toBe(reason !== null);
  });

  test("counts consecutive failures, also concurrent ones, and resets on success", async () => {
    let status = 500;
    const receiver = await receive((response) => answerWith(status)(response));
    const { id } = await waiting(receiver.url, 3);
    await sendAll([receiver.host]);
    const failing = await subscriptionRow(id);
    expect(failing.failure_count).toBe(3);
    expect(failing.failing_since).not.toBeNull();
    status = 204;
    await makeAllDue();
    await sendAll([receiver.host]);
    expect(await subscriptionRow(id)).toMatchObject({ failure_count: 0, failing_since: null });
  });

  test("disabled during a delivery gets no retry", async () => {
    const receiver = await receive(answerWith(500));
    const { id } = await waiting(receiver.url);
    const [delivery] = await claim();
    await updateSubscription(actor, id, { enabled: false });
    expect(
      await attemptDelivery(delivery as ClaimedDelivery, NEVER, reaching([receiver.host])),
    ).toBe(true);
    expect(await onlyDelivery(id)).toMatchObject({
      status: "cancelled",
      attempts: 1,
      next_attempt_at: null,
    });
  });
});
