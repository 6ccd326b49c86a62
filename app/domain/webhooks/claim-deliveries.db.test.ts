import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pool, prisma, transaction } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { relayEvents } from "../events/relay.server";
import type { UserActor } from "../identity/actor";
import {
  attemptDelivery,
  claimDeliveries,
  type ClaimedDelivery,
  releaseLeases,
  renewLeases,
} from "./deliver.server";
import {
  deleteEverything,
  makeAllDue,
  makeEvents,
  makeSubscription,
  reaching,
  type Receiver,
  startReceiver,
} from "~/testing/webhook-receivers";

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

const onlyDelivery = (subscription_id: string) =>
  prisma.webhookDelivery.findFirstOrThrow({
    where: { subscription_id },
    include: { attempt_log: true },
  });

describe("a lease", () => {
  test.each([204, 500])(
    "reserves a delivery until it expires; a former holder cannot record (%i)",
    async (status) => {
      let answer = status;
      const receiver = await receive((response) => response.writeHead(answer).end());
      const { id } = await waiting(receiver.url);
      const [slow] = await claim();
      expect(await claim()).toEqual([]);
      await pool.query("update webhook_delivery set leased_until = now() - interval '1 second'");
      const [next] = await claim();
      expect(next?.id).toBe(slow?.id);

      expect(await attemptDelivery(slow as ClaimedDelivery, NEVER, reaching([receiver.host]))).toBe(
        false,
      );
      expect(await onlyDelivery(id)).toMatchObject({
        status: "pending",
        attempts: 0,
        attempt_log: [],
      });
      answer = 204;
      expect(await attemptDelivery(next as ClaimedDelivery, NEVER, reaching([receiver.host]))).toBe(
        true,
      );
      expect(await onlyDelivery(id)).toMatchObject({ status: "succeeded", attempts: 1 });
    },
  );

  test("is renewed by its holder only", async () => {
    const { id } = await waiting("https://example.com/");
    const [held] = (await claim()) as [ClaimedDelivery];
    await pool.query("update webhook_delivery set leased_until = now() + interval '1 second'");
    expect(await renewLeases([held])).toEqual(new Set([held.lease_id]));
    expect(((await onlyDelivery(id)).leased_until?.getTime() ?? 0) - Date.now()).toBeGreaterThan(
      8000,
    );
    expect(await renewLeases([{ ...held, lease_id: held.id }])).toEqual(new Set());
  });

  test("when released frees the delivery immediately", async () => {
    await waiting("https://example.com/");
    const claimed = await claim();
    await releaseLeases(claimed);
    expect((await claim()).map((delivery) => delivery.id)).toEqual(
      claimed.map((delivery) => delivery.id),
    );
  });

  test("of an aborted attempt records nothing", async () => {
    const receiver = await receive(() => undefined);
    const { id } = await waiting(receiver.url);
    const [delivery] = (await claim()) as [ClaimedDelivery];
    expect(
      await attemptDelivery(
        delivery,
        AbortSignal.abort(new Error("stopped")),
        reaching([receiver.host]),
      ),
    ).toBe(false);
    expect(await onlyDelivery(id)).toMatchObject({ attempts: 0, attempt_log: [] });
  });
});

describe("claiming", () => {
  const countBy = (claimed: ClaimedDelivery[]) => {
    const counts: Record<string, number> = {};
    for (const { subscription_id } of claimed)
      counts[subscription_id] = (counts[subscription_id] ?? 0) + 1;
    return counts;
  };

  test("claims at most four deliveries of an endpoint, also concurrently", async () => {
    const { id } = await waiting("https://example.com/", 20);
    const claimAtOnce = async () => (await Promise.all(Array.from({ length: 8 }, claim))).flat();
    let claimed = await claimAtOnce();
    for (let round = 0; round < 20; round++) {
      expect(countBy(claimed)).toEqual({ [id]: 4 });
      await releaseLeases(claimed);
      claimed = await claimAtOnce();
    }
    await releaseLeases(claimed.slice(0, 1));
    expect(countBy(await claim())).toEqual({ [id]: 1 });
  });

  test("claims one at a time from a failing endpoint", async () => {
    const { id } = await waiting("https://example.com/", 20);
    await pool.query("update webhook_subscription set failure_count = 5");
    const claimed = await claim();
    expect(countBy(claimed)).toEqual({ [id]: 1 });
    expect(claimed[0]?.is_failing).toBe(true);
    await pool.query("update webhook_subscription set failure_count = 0");
    expect(countBy(await claim())).toEqual({ [id]: 3 });
  });

  test("takes endpoints in turn: one's backlog does not hide another's newest delivery", async () => {
    const backlog = await makeSubscription(actor, "https://backlog.example.com/");
    for (let made = 0; made < 50; made++) await makeEvents(actor, ["booking.created"]);
    await relayEvents(1000);
    await pool.query("update webhook_delivery set next_attempt_at = now() - interval '1 hour'");
    actor = await makeTenant();
    const fresh = await waiting("https://fresh.example.com/");
    expect(countBy(await claimDeliveries(2, 2))).toEqual({ [backlog.id]: 1, [fresh.id]: 1 });
  });

  /** Thousands of replays of one event wait for a subscription, due for an hour. */
  const backlogOf = async (count: number) => {
    const { id } = await waiting("https://backlog.example.com/");
    await pool.query(
      `insert into webhook_delivery (tenant_id, id, event_id, subscription_id, origin, next_attempt_at)
        select tenant_id, gen_random_uuid(), event_id, subscription_id, 'replay', now() - make_interval(secs => 3600 + number)
        from webhook_delivery, generate_series(1, $2) as number where subscription_id = $1`,
      [id, count],
    );
    return id;
  };

  test("prefers new deliveries over a backlog of any tenant or endpoint", async () => {
    const backlog = await backlogOf(5000);
    const sameTenant = await makeSubscription(actor, "https://fresh.example.com/", [
      "booking.paid",
    ]);
    const [own] = await makeEvents(actor, ["booking.created"]);
    await makeEvents(actor, ["booking.paid"]);
    await relayEvents(1000);
    actor = await makeTenant();
    const otherTenant = await waiting("https://other.example.com/");
    await claimDeliveries(1, 1); // the round may be at any point
    await pool.query("update webhook_delivery set lease_id = null, leased_until = null");
    let claimed = await claimDeliveries(4, 4);
    if (
      claimed.some((one) => one.subscription_id === backlog) &&
      !claimed.some((one) => one.event_id === own)
    ) {
      await releaseLeases(claimed); // one claim in four begins with the oldest
      claimed = await claimDeliveries(4, 4);
    }
    expect(Object.keys(countBy(claimed)).sort()).toEqual(
      [backlog, sameTenant.id, otherTenant.id].sort(),
    );
    expect(claimed.map((one) => one.event_id)).toContain(own);
  });

  test("works off backlogs: one claim in four starts with the oldest", async () => {
    const backlog = await backlogOf(50);
    const oldest = await prisma.webhookDelivery.findFirstOrThrow({
      where: { subscription_id: backlog },
      orderBy: { next_attempt_at: "asc" },
    });
    let times = 0;
    for (let round = 0; round < 8; round++) {
      const claimed = await claim();
      if (claimed.some((one) => one.id === oldest.id)) times++;
      await releaseLeases(claimed);
    }
    expect(times).toBe(2);
  });

  test("concurrent senders claim distinct deliveries", async () => {
    for (let made = 0; made < 5; made++) {
      actor = await makeTenant();
      await waiting(`https://many-${made}.example.com/`, 4);
    }
    const hands: string[] = [];
    while (hands.length < 20)
      hands.push(
        ...(await Promise.all([claim(), claim(), claim()])).flat().map((delivery) => delivery.id),
      );
    expect(new Set(hands).size).toBe(20);
    expect(hands).toHaveLength(20);
  });

  test("prefers working endpoints, with a share for failing ones", async () => {
    const failing = [];
    for (let made = 0; made < 5; made++)
      failing.push((await makeSubscription(actor, "https://down.example.com/")).id);
    await pool.query("update webhook_subscription set failure_count = 9");
    const healthy = await waiting("https://up.example.com/", 3);
    const first = await claimDeliveries(4, 2);
    expect(countBy(first)[healthy.id]).toBe(3);
    expect(first.filter((delivery) => delivery.is_failing)).toHaveLength(1);
    expect(await claimDeliveries(100, 2)).toHaveLength(2);
    expect(await claimDeliveries(100, 0)).toEqual([]);
  });

  test("skips locked deliveries", async () => {
    const { id } = await waiting("https://example.com/", 2);
    const [written, free] = await prisma.webhookDelivery.findMany({
      where: { subscription_id: id },
    });
    await transaction(async (db) => {
      await db.query("select 1 from webhook_delivery where id = $1 for update", [written!.id]);
      for (let round = 0; round < 4; round++) {
        const claimed = await claim(); // one in four begins with the oldest
        expect(claimed.map((delivery) => delivery.id)).toEqual([free!.id]);
        await releaseLeases(claimed);
      }
    });
    expect((await claim()).map((delivery) => delivery.id).sort()).toEqual(
      [written!.id, free!.id].sort(),
    );
  });

  test("skips disabled subscriptions and future deliveries", async () => {
    await waiting("https://example.com/");
    await pool.query("update webhook_delivery set next_attempt_at = now() + interval '1 second'");
    expect(await claim()).toEqual([]);
    await makeAllDue();
    await pool.query("update webhook_subscription set disabled_at = now()");
    expect(await claim()).toEqual([]);
  });
});
