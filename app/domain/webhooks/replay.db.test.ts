import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EventBody } from "~/contract/events";
import { DeliveryFilter, ReplayRange, webhookEventTypes } from "~/contract/webhooks";
import { AppError } from "~/lib/app-error";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeTenant } from "~/testing/factory";
import { listEvents } from "../events/list-events.sql.server";
import { relayEvents } from "../events/relay.server";
import type { UserActor } from "../identity/actor";
import { attemptDelivery, claimDeliveries } from "./deliver.server";
import { getDelivery, listDeliveries } from "./deliveries.sql.server";
import { replayDelivery, replayRange, sendTestEvent } from "./replay.server";
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

let actor: UserActor;
let status = 200;
let receiver: Receiver;

beforeEach(async () => {
  await deleteEverything();
  actor = await makeTenant();
  status = 200;
  receiver = await startReceiver((response) => response.writeHead(status).end(`status ${status}`));
});
afterEach(() => receiver.close());

async function sendDue(): Promise<void> {
  for (;;) {
    const claimed = await claimDeliveries(100, 100);
    if (claimed.length === 0) return;
    await Promise.all(
      claimed.map((delivery) =>
        attemptDelivery(delivery, new AbortController().signal, reaching([receiver.host])),
      ),
    );
  }
}
const list = (filter: Record<string, unknown> = {}) =>
  listDeliveries(actor, DeliveryFilter.parse(filter));
const replayAll = (id: string, range: Record<string, unknown>) =>
  replayRange(actor, id, ReplayRange.parse(range));
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe("the delivery log", () => {
  test("shows request, attempts, responses and durations", async () => {
    const { id } = await makeSubscription(actor, receiver.url);
    const [event] = await makeEvents(actor, ["booking.created"]);
    await relayEvents(100);
    status = 500;
    await sendDue();
    status = 200;
    await makeAllDue();
    await sendDue();

    const { data } = await list();
    expect(data).toMatchObject([
      {
        subscription_id: id,
        event_id: event,
        type: "booking.created",
        origin: "event",
        status: "succeeded",
        attempts: 2,
        next_attempt_at: null,
        request_body: receiver.received[0]?.body,
        attempt_log: [
          {
            attempt: 1,
            request_url: receiver.url,
            response_code: 500,
            response_body: "status 500",
            error: null,
          },
          { attempt: 2, response_code: 200, response_body: "status 200", error: null },
        ],
      },
    ]);
    const [first] = data;
    expect(first?.attempt_log[0]?.request_headers["X-Booking-Event"]).toBe("booking.created");
    expect(first?.attempt_log[0]?.latency_ms).toBeGreaterThanOrEqual(0);
    expect(first?.attempt_log[0]?.started_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await getDelivery(actor, first?.id ?? "")).toEqual(first);
  });

  test("is filtered by subscription, booking, status, type and time, in pages", async () => {
    const both = await makeSubscription(actor, receiver.url, ["booking.created", "booking.paid"]);
    const paid = await makeSubscription(actor, receiver.url, ["booking.paid"]);
    const events: string[] = [];
    for (let booking = 0; booking < 3; booking++)
      events.push(...(await makeEvents(actor, ["booking.created", "booking.paid"])));
    await relayEvents(100);
    await pool.query("update webhook_delivery set status = 'failed' where subscription_id = $1", [
      paid.id,
    ]);
    await pool.query(
      "update webhook_delivery set created_at = now() - interval '1 hour' where subscription_id = $1",
      [both.id],
    );

    expect((await list({ subscription_id: both.id })).data).toHaveLength(6);
    const { rows } = await pool.query<{ booking_id: string }>(
      "select booking_id from event where id = $1",
      [events[2]],
    );
    const ofBooking = (await list({ booking_id: rows[0]!.booking_id })).data;
    expect(ofBooking.map(({ event_id }) => event_id).sort()).toEqual(
      [events[2], events[3], events[3]].sort(),
    );
    expect((await list({ status: "failed" })).data).toHaveLength(3);
    expect((await list({ status: "failed,pending" })).data).toHaveLength(9);
    expect((await list({ type: "booking.paid" })).data).toHaveLength(6);
    expect(
      (await list({ type: "booking.paid", subscription_id: both.id, status: "pending" })).data,
    ).toHaveLength(3);
    expect((await list({ from: minutesAgo(30) })).data).toHaveLength(3);
    expect((await list({ to: minutesAgo(30) })).data).toHaveLength(6);
    expect((await list({ from: "2020-01-01" })).data).toHaveLength(9);
    expect((await list({ to: "2020-01-01" })).data).toHaveLength(0);
    expect([
      (await list({ origin: "event" })).data.length,
      (await list({ origin: "replay,test" })).data.length,
    ]).toEqual([9, 0]);

    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { data, page } = await list({
        limit: "4",
        ...(cursor !== undefined && { cursor }),
        include: "total",
      });
      expect(page.total).toBe(9);
      seen.push(...data.map((delivery) => delivery.id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual((await list()).data.map((delivery) => delivery.id));
    expect(new Set(seen).size).toBe(9);
  });

  test("rejects foreign cursors", async () => {
    const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString("base64url");
    for (const cursor of [
      "x",
      forged(["-created_at", "x", newId()]),
      forged(["-created_at", "2027-01-01T00:00:00Z", "x"]),
      forged([]),
    ])
      expect(await codeOf(list({ cursor }))).toBe("validation_failed");
  });

  test("goes back 30 days, for the tenant only", async () => {
    await makeSubscription(actor, receiver.url);
    await makeEvents(actor, ["booking.created"]);
    await relayEvents(100);
    const [delivery] = (await list()).data;
    const stranger = await makeTenant();
    expect((await listDeliveries(stranger, DeliveryFilter.parse({}))).data).toEqual([]);
    expect(await codeOf(getDelivery(stranger, delivery?.id ?? ""))).toBe("not_found");
    expect(await codeOf(replayDelivery(stranger, delivery?.id ?? ""))).toBe("not_found");
    await pool.query("update webhook_delivery set created_at = now() - interval '31 days'");
    expect((await list()).data).toEqual([]);
  });
});

describe("a replay", () => {
  test("of one delivery sends the same bytes and id", async () => {
    const { secret } = await makeSubscription(actor, receiver.url);
    await makeEvents(actor, ["booking.created"]);
    await relayEvents(100);
    await sendDue();
    const [original] = (await list()).data;
    const replayed = await replayDelivery(actor, original?.id ?? "");
    expect(replayed).toMatchObject({
      origin: "replay",
      status: "pending",
      attempts: 0,
      event_id: original?.event_id,
      attempt_log: [],
    });
    await sendDue();
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.headers["x-booking-signature"]).toBe(first?.headers["x-booking-signature"]);
    expect(verifyDelivery(second?.headers ?? {}, second?.body ?? "", secret, Date.now())).toBe(
      true,
    );
  });

  test("of a range sends all its events, including undelivered ones", async () => {
    const events = await makeEvents(actor, [
      "booking.created",
      "booking.confirmed",
      "booking.paid",
      "booking.moved",
    ]);
    await relayEvents(100);
    const { id } = await makeSubscription(actor, receiver.url, ["booking.created", "booking.paid"]);
    await pool.query("update event set created_at = now() - interval '1 hour'");

    expect(await replayAll(id, { from: minutesAgo(120), to: minutesAgo(90) })).toEqual({
      queued: 0,
    });
    expect(await replayAll(id, { from: minutesAgo(30) })).toEqual({ queued: 0 });
    expect(await replayAll(id, { from: minutesAgo(120), types: ["booking.paid"] })).toEqual({
      queued: 1,
    });
    expect(await replayAll(id, { from: minutesAgo(120), types: ["booking.refunded"] })).toEqual({
      queued: 0,
    });
    await sendDue();
    expect(receiver.received.map((delivery) => delivery.headers["webhook-id"])).toEqual([
      events[2],
    ]);
    expect(await replayAll(id, { from: minutesAgo(120), only_missing: true })).toEqual({
      queued: 1,
    });
    await sendDue();
    expect(receiver.received[1]?.headers["webhook-id"]).toBe(events[0]);
    expect(await replayAll(id, { from: minutesAgo(120) })).toEqual({ queued: 2 });
  });

  test("refuses an empty range, and a disabled or unknown subscription", async () => {
    const { id } = await makeSubscription(actor, receiver.url);
    expect(await codeOf(replayAll(id, { from: minutesAgo(1), to: minutesAgo(2) }))).toBe(
      "validation_failed",
    );
    expect(await codeOf(replayAll(newId(), { from: minutesAgo(1) }))).toBe("not_found");
    await pool.query("update webhook_subscription set disabled_at = now()");
    expect(await codeOf(replayAll(id, { from: minutesAgo(1) }))).toBe("validation_failed");
    expect(await codeOf(sendTestEvent(actor, id, undefined))).toBe("validation_failed");
  });
});

describe("a test event", () => {
  test.each(webhookEventTypes)(
    "of %s arrives once, in the real format and marked",
    async (type) => {
      const { id, secret } = await makeSubscription(actor, receiver.url);
      const queued = await sendTestEvent(actor, id, type);
      expect(queued).toMatchObject({ origin: "test", type, status: "pending" });
      await sendDue();
      const [delivery] = receiver.received;
      const body: unknown = JSON.parse(delivery?.body ?? "");
      expect(body).toMatchObject({ type, test: true, tenant_id: actor.tenant.id });
      expect(EventBody.parse(body).data.booking.reference).toBe("TEST0000");
      expect(
        verifyDelivery(delivery?.headers ?? {}, delivery?.body ?? "", secret, Date.now()),
      ).toBe(true);
      expect(await getDelivery(actor, queued.id)).toMatchObject({ status: "succeeded" });
    },
  );

  test("is sent to no other subscription or feed", async () => {
    const { id } = await makeSubscription(actor, receiver.url);
    await makeSubscription(actor, receiver.url);
    await sendTestEvent(actor, id, undefined);
    expect(await relayEvents(100)).toBe(0);
    expect(await prisma.webhookDelivery.count()).toBe(1);
    expect((await listEvents(actor, { limit: 100 })).data).toEqual([]);
    expect(await replayAll(id, { from: minutesAgo(5) })).toEqual({ queued: 0 });
  });

  test("that fails is not retried and does not count against the endpoint", async () => {
    const { id } = await makeSubscription(actor, receiver.url);
    status = 500;
    const queued = await sendTestEvent(actor, id, undefined);
    await sendDue();
    expect(await getDelivery(actor, queued.id)).toMatchObject({
      status: "failed",
      attempts: 1,
      next_attempt_at: null,
    });
    expect(await prisma.webhookSubscription.findFirst({ where: { id } })).toMatchObject({
      failure_count: 0,
      failing_since: null,
    });
  });
});

test("a company has at most 10,000 pending replays", async () => {
  const { id } = await makeSubscription(actor, receiver.url);
  const [event] = await makeEvents(actor, ["booking.created"]);
  await relayEvents(100);
  const { data } = await list();
  await pool.query(
    `insert into webhook_delivery (tenant_id, id, event_id, subscription_id, origin, next_attempt_at)
     select $1, gen_random_uuid(), $2, $3, 'replay', now() + interval '1 day' from generate_series(1, 9999)`,
    [actor.tenant.id, event, id],
  );
  const range = { from: minutesAgo(60) };
  const results = await Promise.all([
    codeOf(replayAll(id, range)),
    codeOf(replayAll(id, range)),
    codeOf(replayAll(id, range)),
  ]);
  expect(results.sort()).toEqual([null, "validation_failed", "validation_failed"].sort());
  expect(await codeOf(replayDelivery(actor, data[0]!.id))).toBe("validation_failed");
  await pool.query(
    "update webhook_delivery set status = 'succeeded' where tenant_id = $1 and origin = 'replay'",
    [actor.tenant.id],
  );
  expect(await codeOf(replayDelivery(actor, data[0]!.id))).toBeNull();
});
