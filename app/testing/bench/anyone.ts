import { createHash } from "node:crypto";
import type pg from "pg";
import { idOf, keyText, SLOTS_PER_RESOURCE, sqlIdOf, STEP_MINUTES } from "./dataset";

// A company whose services are each offered by several people, or by one, in three lengths.

export const COMPANY = 2_000_001_000;
export const PEOPLE = 8;
export const LENGTHS = [30, 60, 90];
/** Services of several people; as many again of one person each. */
export const SERVICES = 50;
/**
 * Makes more different answers than the product caches. The first slot is at 08:00 UTC, so that no
 * day changes in zones up to eight hours behind.
 */
export const ZONES = Array.from({ length: 8 }, (_, hours) => `Etc/GMT+${hours + 1}`);

const numberOf = (people: "one" | "anyone", n: number) =>
  COMPANY + (people === "anyone" ? n : SERVICES + n);
export const serviceOf = (people: "one" | "anyone", n: number): string =>
  idOf("schedule", numberOf(people, n));

/** Fills a migrated database; its indexes may be missing. */
export async function seedAnyone(client: pg.Client, base: string): Promise<void> {
  const tenant = sqlIdOf("tenant", String(COMPANY));
  const id = (kind: Parameters<typeof sqlIdOf>[0], n: string) =>
    sqlIdOf(kind, `${COMPANY}::bigint + ${n}`);
  const text = keyText("pk_live_", COMPANY, 0);
  await client.query(
    `insert into tenant (id, name, slug, time_zone, currency)
     values (${tenant}, 'Anyone', 'anyone', 'Europe/Amsterdam', 'EUR')`,
  );
  await client.query(
    `insert into api_key (tenant_id, id, kind, mode, name, key_hash, prefix, last4, scopes, last_used_at)
     values (${tenant}, ${tenant}, 'publishable', 'live', 'Benchmark', $1, left($2::text, 12), right($2::text, 4),
       '{config:read,availability:read}', now() + interval '1 day')`,
    [createHash("sha256").update(text).digest(), text],
  );
  // Person p belongs to service p / PEOPLE; the last people have a service each.
  await client.query(
    `create temp table person as select p, case when p < ${SERVICES * PEOPLE} then p / ${PEOPLE} else p - ${SERVICES * (PEOPLE - 1)} end as service
     from generate_series(0, ${SERVICES * (PEOPLE + 1) - 1}) p`,
  );
  await client.query(
    `insert into resource (tenant_id, id, type, name, capacity, longest_minutes, position)
     select ${tenant}, ${id("resource", "p")}, 'person', 'Person ' || p, 1, ${LENGTHS.at(-1)}, p from person`,
  );
  await client.query(
    `insert into schedule (tenant_id, id, name, time_zone, rules, min_notice_minutes, duration_minutes, length_options)
     select distinct ${tenant}, ${id("schedule", "service")}, 'Service ' || service, 'Europe/Amsterdam', '[]'::jsonb, 0, ${LENGTHS[0]}, $1::jsonb from person`,
    [JSON.stringify(LENGTHS.slice(1).map((minutes) => ({ minutes })))],
  );
  await client.query(
    `insert into schedule_resource (tenant_id, schedule_id, resource_id)
     select ${tenant}, ${id("schedule", "service")}, ${id("resource", "p")} from person`,
  );
  await client.query(
    `insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity, taken, open_until)
     select ${tenant}, ${id("slot", `p * ${SLOTS_PER_RESOURCE} + n`)}, ${id("resource", "p")}, ${id("schedule", "service")}, at, ends, at, ends, 1, 0, at + interval '${LENGTHS.at(-1)} minutes'
     from person, generate_series(0, ${SLOTS_PER_RESOURCE - 1}) n,
       lateral (select $1::timestamptz + n * interval '${STEP_MINUTES} minutes' as at) x, lateral (select at + interval '${LENGTHS[0]} minutes' as ends) y`,
    [base],
  );
  await client.query("drop table person");
}
