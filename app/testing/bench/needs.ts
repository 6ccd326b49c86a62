import { createHash } from "node:crypto";
import type pg from "pg";
import {
  CAPACITY,
  idOf,
  keyText,
  SLOT_MINUTES,
  SLOTS_PER_RESOURCE,
  sqlIdOf,
  STEP_MINUTES,
} from "./dataset";
import { ZONES } from "./anyone";

// A company with services that take a person alone, and as many that also take a room and one of a
// group of two devices.

export const NEEDS_COMPANY = 2_000_002_000;
export const NEEDS_SERVICES = 50;
export type Taken = "a person" | "a person and two needs";

const numberOf = (taken: Taken, n: number) =>
  NEEDS_COMPANY + (taken === "a person" ? n : NEEDS_SERVICES + n);
export const needsServiceOf = (taken: Taken, n: number): string =>
  idOf("schedule", numberOf(taken, n));
export const needsSlotOf = (taken: Taken, n: number, slot: number): string =>
  idOf("slot", NEEDS_COMPANY + (numberOf(taken, n) - NEEDS_COMPANY) * SLOTS_PER_RESOURCE + slot);
export const needsZone = (i: number): string => ZONES[i % ZONES.length]!;

/** Fills a migrated database; its indexes may be missing. */
export async function seedNeeds(client: pg.Client, base: string): Promise<void> {
  const tenant = sqlIdOf("tenant", String(NEEDS_COMPANY));
  const id = (kind: Parameters<typeof sqlIdOf>[0], n: string) =>
    sqlIdOf(kind, `${NEEDS_COMPANY}::bigint + ${n}`);
  const text = keyText("pk_live_", NEEDS_COMPANY, 0);
  const all = 2 * NEEDS_SERVICES;
  // Persons come first, then three rooms and devices for each service with needs.
  const room = (n: string) => id("resource", `${all} + 3 * (${n} - ${NEEDS_SERVICES})`);
  const device = (n: string, which: number) =>
    id("resource", `${all} + 3 * (${n} - ${NEEDS_SERVICES}) + ${which}`);
  const group = (n: string) => id("hot", n);
  await client.query(
    `insert into tenant (id, name, slug, time_zone, currency)
     values (${tenant}, 'Needs', 'needs', 'Europe/Amsterdam', 'EUR')`,
  );
  await client.query(
    `insert into api_key (tenant_id, id, kind, mode, name, key_hash, prefix, last4, scopes, last_used_at)
     values (${tenant}, ${tenant}, 'publishable', 'live', 'Benchmark', $1, left($2::text, 12), right($2::text, 4),
       '{config:read,availability:read,bookings:write,bookings:read,verification:write}', now() + interval '1 day')`,
    [createHash("sha256").update(text).digest(), text],
  );
  await client.query(
    `insert into resource (tenant_id, id, type, name, capacity, longest_minutes, position)
     select ${tenant}, ${id("resource", "n")}, case when n < ${all} then 'person' else 'room' end, 'Resource ' || n, ${CAPACITY}, ${SLOT_MINUTES}, n
     from generate_series(0, ${all + 3 * NEEDS_SERVICES - 1}) n`,
  );
  await client.query(
    `insert into schedule (tenant_id, id, name, time_zone, rules, min_notice_minutes, duration_minutes, has_needs)
     select ${tenant}, ${id("schedule", "n")}, 'Service ' || n, 'Europe/Amsterdam', '[]'::jsonb, 0, ${SLOT_MINUTES}, n >= ${NEEDS_SERVICES}
     from generate_series(0, ${all - 1}) n`,
  );
  await client.query(
    `insert into schedule_resource (tenant_id, schedule_id, resource_id)
     select ${tenant}, ${id("schedule", "n")}, ${id("resource", "n")} from generate_series(0, ${all - 1}) n`,
  );
  const needing = `generate_series(${NEEDS_SERVICES}, ${all - 1}) n`;
  await client.query(
    `insert into resource_group (tenant_id, id, name) select ${tenant}, ${group("n")}, 'Devices ' || n from ${needing}`,
  );
  await client.query(
    `insert into resource_group_member (tenant_id, group_id, resource_id, position)
     select ${tenant}, ${group("n")}, ${device("n", 1)}, 0 from ${needing}
     union all select ${tenant}, ${group("n")}, ${device("n", 2)}, 1 from ${needing}`,
  );
  await client.query(
    `insert into service_need (tenant_id, schedule_id, no, resource_id, group_id)
     select ${tenant}, ${id("schedule", "n")}, 1, ${room("n")}, null from ${needing}
     union all select ${tenant}, ${id("schedule", "n")}, 2, null, ${group("n")} from ${needing}`,
  );
  await client.query(
    `insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity, taken)
     select ${tenant}, ${id("slot", `n * ${SLOTS_PER_RESOURCE} + s`)}, ${id("resource", "n")}, ${id("schedule", "n")}, at, ends, at, ends, ${CAPACITY}, 0
     from generate_series(0, ${all - 1}) n, generate_series(0, ${SLOTS_PER_RESOURCE - 1}) s,
       lateral (select $1::timestamptz + s * interval '${STEP_MINUTES} minutes' as at) x, lateral (select at + interval '${SLOT_MINUTES} minutes' as ends) y`,
    [base],
  );
}
