import { expect, test } from "vitest";
import { relayEvents } from "~/domain/events/relay.server";
import { claimDeliveries } from "~/domain/webhooks/deliver.server";
import { makeEvents, makeSubscription } from "~/testing/webhook-receivers";
import { pool } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { queueFigures } from "./queue-figures.sql.server";
import { enqueue } from "./queue.server";

/** Seconds since `from`, allowing for elapsed time. */
const since = (from: number) =>
  expect.toSatisfy((seconds: number) => seconds >= from && seconds < from + 60);

test("reports runnable work and the age of its oldest item", async () => {
  const actor = await makeTenant();
  await makeSubscription(actor, "https://example.com/");
  for (let made = 0; made < 6; made++) await makeEvents(actor, ["booking.created"]);
  await pool.query("update event set created_at = now() - interval '90 seconds'");
  expect(await queueFigures()).toMatchObject({
    events: { waiting: 6, oldest_seconds: since(90) },
    deliveries: { waiting: 0, oldest_seconds: 0 },
  });

  await relayEvents(100);
  await pool.query("update webhook_delivery set next_attempt_at = now() - interval '30 seconds'");
  expect(await claimDeliveries(100, 100)).toHaveLength(4);
  expect(await queueFigures()).toMatchObject({
    events: { waiting: 0, oldest_seconds: 0 },
    deliveries: { waiting: 2, oldest_seconds: since(30) },
  });

  await pool.query("delete from pgboss.job");
  await enqueue("slots.ensure", { tenant_id: "t", schedule_id: "s" });
  await enqueue(
    "slots.ensure",
    { tenant_id: "t", schedule_id: "s" },
    { startAfter: new Date(Date.now() + 60_000) },
  );
  await pool.query(
    "update pgboss.job set start_after = now() - interval '10 seconds' where start_after < now()",
  );
  expect((await queueFigures()).jobs["slots.ensure"]).toEqual({
    waiting: 1,
    oldest_seconds: since(10),
  });
});
