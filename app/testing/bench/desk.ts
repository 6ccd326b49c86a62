import { createHash } from "node:crypto";
import type pg from "pg";
import { sqlIdOf } from "./dataset";

// Adds one company whose dashboard is measured, and others that only keep a dashboard open.

/**
 * 40 people, 24 services, twelve of them with each person. Each person has eight bookings a day,
 * 240 days back and 30 ahead, and free slots of their services in between for three weeks.
 */
export const DESK = {
  resources: 40,
  services: 24,
  services_each: 12,
  days: 270,
  days_back: 240,
  times: 8,
};
const FREE_DAYS = 21;
export const DESK_BOOKINGS = DESK.resources * DESK.days * DESK.times;
/** Companies with one open dashboard each. */
export const WATCHING = 200;
/** First number of these tenants and resources, above those of the dataset. */
const FIRST = 2_000_000_000;

/** Session token of a company's owner: 0 is the one with bookings, the others only watch. */
export const sessionToken = (n: number): string => `benchmark-session-${n}`;

/** Fills a migrated database; its indexes may be missing. */
export async function seedDesk(client: pg.Client): Promise<void> {
  await client.query(
    `insert into tenant (id, name, slug, time_zone, currency)
     select ${sqlIdOf("tenant", `${FIRST}::bigint + n`)}, 'Desk ' || n, 'desk-' || n, 'Europe/Amsterdam', 'EUR' from generate_series(0, ${WATCHING}) n`,
  );
  await client.query(
    `insert into account (id, email) select ${sqlIdOf("tenant", `${FIRST}::bigint + n`)}, 'owner.' || n || '@desk.example' from generate_series(0, ${WATCHING}) n`,
  );
  await client.query(
    `insert into tenant_user (tenant_id, id, account_id, name, role, resource_ids)
     select id, id, id, 'Owner', 'owner', '{}' from account where email like 'owner.%@desk.example'`,
  );
  const sessions = Array.from({ length: WATCHING + 1 }, (_, n) => ({
    n,
    hash: `\\x${createHash("sha256").update(sessionToken(n)).digest("hex")}`,
  }));
  await client.query(
    `insert into session (token_hash, id, account_id, tenant_id, last_seen_at, idle_expires_at, expires_at)
     select hash, id, id, id, now() + interval '1 day', now() + interval '7 days', now() + interval '7 days'
     from json_to_recordset($1) s (n bigint, hash bytea), lateral (select ${sqlIdOf("tenant", `${FIRST}::bigint + n`)} as id) x`,
    [JSON.stringify(sessions)],
  );
  await seedBooked(client);
}

async function seedBooked(client: pg.Client): Promise<void> {
  const id = (kind: Parameters<typeof sqlIdOf>[0], n: string) =>
    sqlIdOf(kind, `${FIRST}::bigint + ${n}`);
  const tenant = id("tenant", "0");
  const { resources, services, services_each, days_back, times } = DESK;
  await client.query(
    `insert into resource (tenant_id, id, type, name, capacity, longest_minutes, position)
     select ${tenant}, ${id("resource", "r")}, 'person', 'Person ' || r, 1, 30, r from generate_series(0, ${resources - 1}) r`,
  );
  await client.query(
    `insert into schedule (tenant_id, id, name, time_zone, rules, min_notice_minutes, duration_minutes)
     select ${tenant}, ${id("schedule", "s")}, 'Service ' || s, 'Europe/Amsterdam',
       '[{"days":[1,2,3,4,5,6,7],"start":"08:00","end":"20:00"}]'::jsonb, 0, 30 from generate_series(0, ${services - 1}) s`,
  );
  await client.query(
    `insert into schedule_resource (tenant_id, schedule_id, resource_id)
     select ${tenant}, ${id("schedule", `(r + k) % ${services}`)}, ${id("resource", "r")}
     from generate_series(0, ${resources - 1}) r, generate_series(0, ${services_each - 1}) k`,
  );
  await client.query(
    `create temp table desk as select n, n * 4 / 7 as c, n % ${resources} as r, (n % ${resources} + n / ${resources} % ${services_each}) % ${services} as s,
       (current_date - ${days_back} + n / ${resources * times}) + interval '8 hours' + n / ${resources} % ${times} * interval '1 hour' as at,
       case when n % 17 = 0 then 'cancelled' when n / ${resources * times} >= ${days_back} then 'confirmed' when n % 19 = 0 then 'no_show' else 'completed' end as status
     from generate_series(0, ${DESK_BOOKINGS - 1}) n`,
  );
  await client.query(
    `insert into customer (tenant_id, id, email, name, phone)
     select ${tenant}, ${id("customer", "c")}, 'guest.' || c || '@desk.example', 'Guest ' || c, '+31 6 ' || lpad(c::text, 8, '0')
     from (select distinct c from desk) x`,
  );
  await client.query(
    `insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity, taken)
     select ${tenant}, ${id("slot", "n")}, ${id("resource", "r")}, ${id("schedule", "s")}, at, at + interval '30 minutes', at, at + interval '30 minutes', 1,
       case when status = 'cancelled' then 0 else 1 end from desk`,
  );
  // Half past each hour is free.
  await client.query(
    `insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity, taken)
     select ${tenant}, ${id("slot", `${DESK_BOOKINGS} + ((r * ${services_each} + k) * ${FREE_DAYS} + d) * 12 + t`)}, ${id("resource", "r")},
       ${id("schedule", `(r + k) % ${services}`)}, at, at + interval '30 minutes', at, at + interval '30 minutes', 1, 0
     from generate_series(0, ${resources - 1}) r, generate_series(0, ${services_each - 1}) k, generate_series(0, ${FREE_DAYS - 1}) d, generate_series(0, 11) t,
       lateral (select current_date + d + interval '8 hours 30 minutes' + t * interval '1 hour' as at) x`,
  );
  await client.query(
    `insert into booking (tenant_id, id, reference, resource_id, resource_name, schedule_id, slot_id, status, starts_at, ends_at, time_zone,
       customer_id, customer_name, customer_email, customer_phone, source, price_amount, currency, event_count, created_at, updated_at)
     select ${tenant}, ${id("booking", "n")}, 'D' || lpad(to_hex(n), 7, '0'), ${id("resource", "r")}, 'Person ' || r, ${id("schedule", "s")}, ${id("slot", "n")}, status,
       at, at + interval '30 minutes', 'Europe/Amsterdam', ${id("customer", "c")}, 'Guest ' || c, 'guest.' || c || '@desk.example', null,
       case when n % 3 = 0 then 'dashboard' else 'widget' end, 2500, 'EUR', 1, least(at, now()) - interval '2 days', least(at, now()) from desk`,
  );
  await client.query(
    `insert into claim (tenant_id, booking_id, lane, resource_id, starts_at, ends_at)
     select ${tenant}, ${id("booking", "n")}, 0, ${id("resource", "r")}, at, at + interval '30 minutes' from desk where status <> 'cancelled'`,
  );
  await client.query(
    `insert into event (tenant_id, id, type, booking_id, sequence, body, created_at, relayed_at, position)
     select ${tenant}, ${id("event", "n")}, 'booking.created', ${id("booking", "n")}, 1, json_build_object('booking_id', n)::text,
       least(at, now()) - interval '2 days', least(at, now()) - interval '2 days', n + 1 from desk`,
  );
  await client.query(
    `insert into payment (tenant_id, id, booking_id, provider, status, amount, currency, created_at, captured_at)
     select ${tenant}, ${id("booking", "n")}, ${id("booking", "n")}, 'offline', 'paid', 2500, 'EUR', at, at from desk where status = 'completed'`,
  );
  await client.query("drop table desk");
}
