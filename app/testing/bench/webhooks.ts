import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import {
  idOf,
  keyText,
  resourcesPerTenant,
  SLOTS_PER_RESOURCE,
  sqlIdOf,
  type Dataset,
} from "./dataset";

// In the small dataset, tenant 0 has no subscription and tenant 1 has this many.

export const SUBSCRIPTIONS = 5;
const SUBSCRIBER = 1;
const LOOK_MS = 50;
/** The size of a booking event. */
const BODY = "x".repeat(1200);

/** Creates subscriptions through the product's API, which generates their secrets. */
export async function makeSubscriptions(port: number, receiver: string): Promise<void> {
  for (let n = 0; n < SUBSCRIPTIONS; n++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/webhooks/subscriptions`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${keyText("sk_live_", SUBSCRIBER, 0)}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ url: `http://${receiver}/${n}`, events: ["booking.created"] }),
    });
    if (answer.status !== 201)
      throw new Error(`No subscription: ${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

/** Inserts `count` due deliveries of relayed events, the same number per subscription. */
export async function makeBacklog(
  databaseUrl: string,
  dataset: Dataset,
  count: number,
): Promise<void> {
  const first = resourcesPerTenant(dataset) * SLOTS_PER_RESOURCE; // the subscriber's first booking
  await run(databaseUrl, (client) =>
    client.query(
      `with tenant as (select ${sqlIdOf("tenant", String(SUBSCRIBER))} as id),
         last as (select coalesce(max(sequence), 0) as number from event e, tenant t where e.tenant_id = t.id and e.booking_id = $1),
         made as (
           insert into event (tenant_id, id, type, booking_id, sequence, body, relayed_at)
           select t.id, gen_random_uuid(), 'booking.created', $1, last.number + n, $2, now()
           from tenant t, last, generate_series(1, $3::int) n returning tenant_id, id)
       insert into webhook_delivery (tenant_id, id, event_id, subscription_id)
       select m.tenant_id, gen_random_uuid(), m.id, s.id from made m join webhook_subscription s on s.tenant_id = m.tenant_id`,
      [idOf("booking", first), JSON.stringify({ body: BODY }), count / SUBSCRIPTIONS],
    ),
  );
}

/** Resolves when all events are relayed and all deliveries have ended. */
export async function untilDelivered(databaseUrl: string): Promise<void> {
  await run(databaseUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ waits: boolean }>(
        `select exists (select from event where relayed_at is null)
           or exists (select from webhook_delivery where status = 'pending') as waits`,
      );
      if (rows[0]?.waits !== true) return;
      await wait(LOOK_MS);
    }
  });
}

/** Seats sold of a slot, by its claims. */
export async function soldSeats(databaseUrl: string, slotId: string): Promise<number> {
  return run(databaseUrl, async (client) => {
    const { rows } = await client.query<{ sold: number }>(
      `select count(*)::int as sold from claim c join booking b on b.tenant_id = c.tenant_id and b.id = c.booking_id
       where b.slot_id = $1`,
      [slotId],
    );
    return rows[0]!.sold;
  });
}

async function run<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
