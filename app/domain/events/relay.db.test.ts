import { describe, expect, test } from "vitest";
import { makeTenant } from "~/testing/factory";
import { pool, prisma, transaction } from "~/lib/db.server";
import { makeEvents, makeSubscription, untilTrue } from "~/testing/webhook-receivers";
import { relayEvents } from "./relay.server";

/** The number of statements in this database that wait for a lock. */
async function countBlocked(): Promise<number> {
  const found = await pool.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return found.rows[0]!.count;
}
const deliveriesOf = (subscription_id: string) =>
  prisma.webhookDelivery.findMany({
    where: { subscription_id },
    orderBy: { event: { position: "asc" } },
  });

describe("the relay", () => {
  test("writes one delivery per enabled subscription to the event's type, of the same tenant", async () => {
    const [actor, other] = [await makeTenant(), await makeTenant()];
    const created = await makeSubscription(actor, "https://example.com/", ["booking.created"]);
    const both = await makeSubscription(actor, "https://example.com/", [
      "booking.created",
      "booking.confirmed",
    ]);
    const off = await makeSubscription(actor, "https://example.com/", ["booking.created"]);
    const foreign = await makeSubscription(other, "https://example.com/", ["booking.created"]);
    await prisma.webhookSubscription.updateMany({
      where: { id: off.id },
      data: { disabled_at: new Date() },
    });
    const events = await makeEvents(actor, ["booking.created", "booking.confirmed"]);

    expect(await relayEvents(100)).toBe(2);
    expect((await deliveriesOf(created.id)).map((delivery) => delivery.event_id)).toEqual([
      events[0],
    ]);
    expect((await deliveriesOf(both.id)).map((delivery) => delivery.event_id)).toEqual(events);
    expect(await deliveriesOf(off.id)).toEqual([]);
    expect(await deliveriesOf(foreign.id)).toEqual([]);
    expect(await relayEvents(100)).toBe(0);
  });

  test("delivers types outside the five to nobody, even if a subscription names them", async () => {
    const actor = await makeTenant();
    const { id } = await makeSubscription(actor, "https://example.com/", [
      "booking.moved" as "booking.created",
    ]);
    await makeEvents(actor, ["booking.moved", "booking.completed"]);
    expect(await relayEvents(100)).toBe(2);
    expect(await deliveriesOf(id)).toEqual([]);
  });

  test("skips rolled-back events and finds late commits", async () => {
    const actor = await makeTenant();
    const { id } = await makeSubscription(actor, "https://example.com/");
    const [late = "", early = ""] = [
      ...(await makeEvents(actor, ["booking.created"])),
      ...(await makeEvents(actor, ["booking.created"])),
    ];
    // The older event is locked by an open transaction while the newer one is relayed.
    await transaction(async (db) => {
      await db.query("select 1 from event where id = $1 for update", [late]);
      expect(await relayEvents(100)).toBe(1);
    });
    expect((await deliveriesOf(id)).map((delivery) => delivery.event_id)).toEqual([early]);
    expect(await relayEvents(100)).toBe(1);
    // Its position in the feed is after events already seen.
    expect((await deliveriesOf(id)).map((delivery) => delivery.event_id)).toEqual([early, late]);
  });

  test("relays the other events if one's followers cannot be queued", async () => {
    const actor = await makeTenant();
    const { id } = await makeSubscription(actor, "https://example.com/");
    const events = [];
    for (let booking = 0; booking < 3; booking++)
      events.push(...(await makeEvents(actor, ["booking.created"])));
    await pool.query("update event set body = 'no JSON at all' where id = $1", [events[1]]);
    expect(await relayEvents(100)).toBe(3);
    expect((await deliveriesOf(id)).map((delivery) => delivery.event_id)).toEqual(events);
    const messages = await prisma.message.findMany({
      where: { tenant_id: actor.tenant.id, audience: "customer" },
    });
    expect(messages.map((message) => message.event_id).sort()).toEqual(
      [events[0], events[2]].sort(),
    );
  });

  test("yields to a running relay, so that feed positions follow commit order", async () => {
    const actor = await makeTenant();
    const { id } = await makeSubscription(actor, "https://example.com/");
    const first = await makeEvents(actor, ["booking.created"]);
    const second = await transaction(async (db) => {
      // Blocked halfway by a lock on the subscription.
      await db.query("select 1 from webhook_subscription where id = $1 for update", [id]);
      const working = relayEvents(100);
      await untilTrue(async () => (await countBlocked()) === 1);
      const later = await makeEvents(actor, ["booking.created"]);
      // The other relay does not wait for its turn: it returns immediately.
      let answer: number | null = null;
      let mostBlocked = 0;
      void relayEvents(100).then((relayed) => (answer = relayed));
      await untilTrue(async () => {
        mostBlocked = Math.max(mostBlocked, await countBlocked());
        return answer !== null || mostBlocked > 1;
      });
      expect([answer, mostBlocked]).toEqual([0, 1]);
      return { working, later };
    });
    expect(await second.working).toBe(1);
    expect(await relayEvents(100)).toBe(1);
    expect((await deliveriesOf(id)).map((delivery) => delivery.event_id)).toEqual([
      ...first,
      ...second.later,
    ]);
  });

  test("concurrent relays process each event once", async () => {
    const actor = await makeTenant();
    const { id } = await makeSubscription(actor, "https://example.com/", [
      "booking.created",
      "booking.confirmed",
    ]);
    for (let booking = 0; booking < 20; booking++)
      await makeEvents(actor, ["booking.created", "booking.confirmed"]);
    let relayed = 0;
    while (relayed < 40)
      relayed += (await Promise.all([relayEvents(7), relayEvents(7), relayEvents(7)])).reduce(
        (sum, count) => sum + count,
        0,
      );
    expect(relayed).toBe(40);
    expect(await deliveriesOf(id)).toHaveLength(40);
    const places = await prisma.event.findMany({
      where: { tenant_id: actor.tenant.id },
      orderBy: { position: "asc" },
    });
    expect(places.map((event) => Number(event.position))).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  });

  test("is fair among tenants despite a large backlog", async () => {
    const [busy, other] = [await makeTenant(), await makeTenant()];
    await makeEvents(busy, ["booking.created"]);
    await pool.query(
      `insert into event (tenant_id, id, type, booking_id, sequence, body, created_at)
        select tenant_id, gen_random_uuid(), 'booking.moved', booking_id, number + 1, body, created_at - interval '1 hour'
        from event, generate_series(1, 5000) as number where tenant_id = $1`,
      [busy.tenant.id],
    );
    const events = await makeEvents(other, ["booking.created"]);
    expect(await relayEvents(10)).toBe(11);
    const passedOn = await prisma.event.findMany({
      where: { tenant_id: other.tenant.id, position: { not: null } },
    });
    expect(passedOn.map((event) => event.id)).toEqual(events);
    await pool.query("delete from event where tenant_id = $1", [busy.tenant.id]);
  });

  test("numbers a booking's events in order", async () => {
    const actor = await makeTenant();
    for (let booking = 0; booking < 10; booking++)
      await makeEvents(actor, ["booking.created", "booking.confirmed", "booking.paid"]);
    while ((await relayEvents(7)) > 0);
    const { rows } = await pool.query(
      `select 1 from event a join event b using (tenant_id, booking_id)
        where a.tenant_id = $1 and a.sequence < b.sequence and a.position > b.position`,
      [actor.tenant.id],
    );
    expect(rows).toEqual([]);
  });
});
