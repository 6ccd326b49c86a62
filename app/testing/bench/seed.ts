import { createHash } from "node:crypto";
import pg from "pg";
import type { KeyPrefix } from "~/domain/api-keys/key-format";
import { migrationSettings } from "~/commands/session-settings";
import {
  CAPACITY,
  COUNTERS,
  type Dataset,
  FAMILY_NAMES,
  FIRST_NAMES,
  HOT_SLOTS,
  keysPerTenant,
  keyText,
  MAIL_HOSTS,
  resourcesOf,
  resourcesPerTenant,
  SLOT_MINUTES,
  SLOTS_PER_RESOURCE,
  sqlIdOf,
  STEP_MINUTES,
} from "./dataset";
import { seedAnyone } from "./anyone";
import { seedDesk } from "./desk";
import { seedNeeds } from "./needs";

/** No other connections compete. */
const LOCK_SECONDS = 10;

/**
 * Fills a migrated, empty database. Indexes are built after the rows; taken, claims, bookings and
 * events are consistent.
 */
export async function seed(databaseUrl: string, dataset: Dataset): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: "-c maintenance_work_mem=512MB -c work_mem=64MB",
  });
  await client.connect();
  try {
    await migrationSettings(client, LOCK_SECONDS); // millions of rows exceed the usual timeouts
    await client.query("set session_replication_role = replica"); // no foreign key checks: the ids are right by construction
    const restore = await dropIndexes(client);
    await seedTenants(client, dataset);
    await seedSlots(client, dataset);
    await seedBookings(client, dataset);
    if (dataset.has_desk) await seedDesk(client);
    if (dataset.has_desk) await seedAnyone(client, dataset.base);
    if (dataset.has_desk) await seedNeeds(client, dataset.base);
    if (dataset.has_worker) await forgetSchedules(client);
    for (const statement of restore) await client.query(statement);
    await countDays(client);
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}

const FILLED = ["slot", "booking", "claim", "event", "customer"];

/**
 * Drops all indexes and exclusion constraints of the big tables except keys; returns the statements
 * that recreate them.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const constraints = await client.query<{ drop: string; restore: string }>(
    `select format('alter table %I drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %I add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
     from pg_constraint where contype = 'x' and conrelid::regclass::text = any($1)`,
    [FILLED],
  );
  const indexes = await client.query<{ drop: string; restore: string }>(
    `select format('drop index %I', indexname) as drop, indexdef as restore from pg_indexes
     where tablename = any($1) and not exists (select 1 from pg_constraint where conname = indexname)`,
    [FILLED],
  );
  const all = [...constraints.rows, ...indexes.rows];
  for (const { drop } of all) await client.query(drop);
  return all.map(({ restore }) => restore);
}

async function seedTenants(client: pg.Client, dataset: Dataset): Promise<void> {
  await client.query(
    `insert into tenant (id, name, slug, time_zone, currency)
     select ${sqlIdOf("tenant", "n")}, 'Tenant ' || n, 'tenant-' || n, 'Europe/Amsterdam', 'EUR' from generate_series(0, ${dataset.tenants - 1}) n`,
  );
  const keys = [...keyRows(dataset, "pk_live_"), ...keyRows(dataset, "sk_live_")];
  await client.query(
    // Marked as just used: last use is written once a minute per key, which a short run over many
    // keys would hit too often.
    `insert into api_key (tenant_id, id, kind, mode, name, key_hash, prefix, last4, scopes, role, last_used_at)
     select k.tenant_id, k.id, k.kind, 'live', 'Benchmark', k.hash, left(k.text, 12), right(k.text, 4),
       case when k.kind = 'publishable' then '{config:read,availability:read,bookings:write,bookings:read,verification:write}'::text[] else '{}' end,
       case when k.kind = 'secret' then 'admin' end, now() + interval '1 day'
     from json_to_recordset($1) k (tenant_id uuid, id uuid, kind text, hash bytea, text text)`,
    [JSON.stringify(keys)],
  );
}

function keyRows(dataset: Dataset, prefix: KeyPrefix) {
  const kind = prefix.startsWith("pk") ? "publishable" : "secret";
  const each = keysPerTenant(dataset, kind);
  return Array.from({ length: dataset.tenants * each }, (_, n) => {
    const text = keyText(prefix, Math.floor(n / each), n % each);
    const id = (kind === "secret" ? 1_000_000 : 0) + n;
    return {
      tenant_id: `01900001-0000-7000-8000-${Math.floor(n / each)
        .toString(16)
        .padStart(12, "0")}`,
      id: `01900008-0000-7000-8000-${id.toString(16).padStart(12, "0")}`,
      kind,
      hash: `\\x${createHash("sha256").update(text).digest("hex")}`,
      text,
    };
  });
}

const slotColumns =
  "tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity, taken";
const span = `interval '${SLOT_MINUTES} minutes'`;

async function seedSlots(client: pg.Client, dataset: Dataset): Promise<void> {
  const resources = resourcesOf(dataset);
  const tenant = sqlIdOf("tenant", `r / ${resourcesPerTenant(dataset)}`);
  const services: [
    resource: string,
    schedule: string,
    tenant: string,
    series: string,
    capacity: number,
  ][] = [
    [
      sqlIdOf("resource", "r"),
      sqlIdOf("schedule", "r"),
      tenant,
      `generate_series(0, ${resources - 1}) r`,
      CAPACITY,
    ],
    [
      sqlIdOf("hot", "r"),
      sqlIdOf("hot", "r"),
      sqlIdOf("tenant", "0"),
      `generate_series(0, ${HOT_SLOTS - 1}) r`,
      dataset.hot_capacity,
    ],
  ];
  for (const [resource, schedule, owner, series, capacity] of services) {
    await client.query(
      `insert into resource (tenant_id, id, type, name, capacity, longest_minutes)
       select ${owner}, ${resource}, 'room', 'Resource ' || r, ${capacity}, ${SLOT_MINUTES} from ${series}`,
    );
    await client.query(
      `insert into schedule (tenant_id, id, name, time_zone, rules, min_notice_minutes)
       select ${owner}, ${schedule}, 'Service ' || r, 'Europe/Amsterdam', '[]', 0 from ${series}`,
    );
    await client.query(
      `insert into schedule_resource (tenant_id, schedule_id, resource_id) select ${owner}, ${schedule}, ${resource} from ${series}`,
    );
  }
  await client.query(
    `insert into slot (${slotColumns})
     select ${tenant}, ${sqlIdOf("slot", "n")}, ${sqlIdOf("resource", "r")}, ${sqlIdOf("schedule", "r")}, at, at + ${span}, at, at + ${span},
       ${CAPACITY}, case when ${hasBooking(dataset, "n")} and ${isLive("n")} then 1 else 0 end
     from generate_series(0, ${dataset.slots - 1}) n, lateral (select n / ${SLOTS_PER_RESOURCE} as r,
       '${dataset.base}'::timestamptz + n % ${SLOTS_PER_RESOURCE} * interval '${STEP_MINUTES} minutes' as at) x`,
  );
  await client.query(
    `insert into slot (${slotColumns})
     select ${sqlIdOf("tenant", "0")}, ${sqlIdOf("hot", "n")}, ${sqlIdOf("hot", "n")}, ${sqlIdOf("hot", "n")}, at, at + ${span}, at, at + ${span}, ${dataset.hot_capacity}, 0
     from generate_series(0, ${HOT_SLOTS - 1}) n, (select '${dataset.base}'::timestamptz as at) x`,
  );
  await client.query(
    "create table bench_counter (tenant_id uuid, id uuid, capacity int, taken int, primary key (tenant_id, id)) with (fillfactor = 85)",
  );
  await client.query(
    `insert into bench_counter select ${sqlIdOf("tenant", "0")}, ${sqlIdOf("slot", "n")}, 1000000, 0 from generate_series(0, ${COUNTERS - 1}) n`,
  );
}

/** As after the product has generated slots: no booking is the first to count its day. */
async function countDays(client: pg.Client): Promise<void> {
  await client.query(
    "select recount_days(tenant_id, resource_id, min(starts_at), max(starts_at)) from slot group by tenant_id, resource_id",
  );
}

async function forgetSchedules(client: pg.Client): Promise<void> {
  for (const table of ["slot", "booking"])
    await client.query(`update ${table} set schedule_id = null`);
  for (const table of ["schedule_resource", "schedule"]) await client.query(`delete from ${table}`);
}

const hasBooking = ({ slots, bookings }: Dataset, n: string) => `${n} % ${slots / bookings} = 0`;
/** One of ten bookings is cancelled. */
const isLive = (slot: string) => `${slot} / 7 % 10 <> 0`;

const sqlPick = (names: string[], n: string) =>
  `('{${names.join(",")}}'::text[])[1 + ${n} % ${names.length}]`;

async function seedBookings(client: pg.Client, dataset: Dataset): Promise<void> {
  const { bookings, slots, tenants } = dataset;
  const perSlot = slots / bookings;
  // Each customer belongs to the tenant they book with: five bookings each with a single tenant,
  // otherwise one.
  const customer = tenants === 1 ? "b / 5" : "b";
  await client.query(
    `create temp table made as select b, n, c, lower(first || '.' || family || '.' || c || '@' || host) as email, first || ' ' || family as name,
       '+31 6 ' || lpad((c::bigint * 7919 % 100000000)::text, 8, '0') as phone, '${dataset.base}'::timestamptz + n % ${SLOTS_PER_RESOURCE} * interval '${STEP_MINUTES} minutes' as at,
       ${sqlIdOf("tenant", `n / ${SLOTS_PER_RESOURCE} / ${resourcesPerTenant(dataset)}`)} as tenant_id, now() - b * interval '7 seconds' as made_at
     from (select b, (b::bigint * ${perSlot})::int as n, ${customer} as c from generate_series(0, ${bookings - 1}) b) x,
       lateral (select ${sqlPick(FIRST_NAMES, "c")} as first, ${sqlPick(FAMILY_NAMES, "(c * 7::bigint)")} as family, ${sqlPick(MAIL_HOSTS, "c")} as host) y`,
  );
  await client.query(
    `insert into customer (tenant_id, id, email, name, phone) select distinct on (c) tenant_id, ${sqlIdOf("customer", "c")}, email, name, phone from made order by c`,
  );
  await client.query(
    `insert into booking (tenant_id, id, reference, resource_id, resource_name, schedule_id, slot_id, status, starts_at, ends_at, time_zone,
       customer_id, customer_name, customer_email, customer_phone, source, event_count, created_at, updated_at)
     select tenant_id, ${sqlIdOf("booking", "b")}, upper(lpad(to_hex((b::bigint * 2654435761 + 97) % 4294967296), 8, '0')), ${sqlIdOf("resource", `n / ${SLOTS_PER_RESOURCE}`)}, 'Resource ' || n / ${SLOTS_PER_RESOURCE},
       ${sqlIdOf("schedule", `n / ${SLOTS_PER_RESOURCE}`)}, ${sqlIdOf("slot", "n")}, case when not (${isLive("n")}) then 'cancelled' when b % 5 = 1 then 'paid' else 'confirmed' end,
       at, at + ${span}, 'Europe/Amsterdam', ${sqlIdOf("customer", "c")}, name, email, phone, 'widget', 1, made_at, made_at from made`,
  );
  await client.query(
    `insert into claim (tenant_id, booking_id, lane, resource_id, starts_at, ends_at)
     select tenant_id, ${sqlIdOf("booking", "b")}, 0, ${sqlIdOf("resource", `n / ${SLOTS_PER_RESOURCE}`)}, at, at + ${span} from made where ${isLive("n")}`,
  );
  await client.query(
    `insert into event (tenant_id, id, type, booking_id, sequence, body, created_at, relayed_at, position)
     select tenant_id, ${sqlIdOf("event", "b")}, 'booking.created', ${sqlIdOf("booking", "b")}, 1, json_build_object('booking_id', b, 'customer', name)::text,
       made_at, made_at, b + 1 from made`,
  );
  await client.query("drop table made");
}
