import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "~/lib/ids";
import { withDatabase } from "./database-url";
import { applyMigrations } from "./schema-engine";

// Creates a database with the baseline, fills every table, and applies all later migrations and one
// more.

const name = `upgrade_${newId().replaceAll("-", "")}`;
const url = withDatabase(process.env.DIRECT_DATABASE_URL!, name);
const admin = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
const client = new pg.Client({ connectionString: url });
const folder = mkdtempSync(join(tmpdir(), "first-"));
const BASELINE = "20261127030000_baseline";
const [tenant, other] = [newId(), newId()];
const ids = new Map<string, string>();

interface Column {
  table: string;
  name: string;
  type: string;
  has_default: boolean;
  /** First value that a check of the column allows. */
  allowed: string | null;
  /** The table that a foreign key of the column refers to. */
  parent: string | null;
}
/**
 * Values that the checks require; the first of a list of allowed values is taken from the check.
 */
const VALUES: Record<string, unknown> = {
  currency: "EUR",
  time_zone: "Europe/Amsterdam",
  lane: 0,
  hold_id: null,
  block_id: null,
  starts_at: "2030-01-01T10:00:00Z",
  occupies_from: "2030-01-01T10:00:00Z",
  ends_at: "2030-01-01T11:00:00Z",
  occupies_to: "2030-01-01T11:00:00Z",
  "api_key.role": null,
  "booking.status": "confirmed",
  "booking.pending_reason": null,
  "booking.cancelled_by": null,
  "booking.resource_name": "Room",
  "calendar_feed.user_id": null,
  "hold.expires_at": "2030-01-01T00:10:00Z",
  "schedule_resource.pending_from": null,
  "schedule_resource.pending_until": null,
  "slot.taken": 1,
  "slot.capacity": 1,
};
function idOf(table: string, owner: string): string {
  const key = `${table} ${owner}`;
  if (!ids.has(key)) ids.set(key, table === "tenant" ? owner : newId());
  return ids.get(key)!;
}

function valueOf(column: Column, owner: string): unknown {
  const { table, name } = column;
  if (`${table}.${name}` in VALUES) return VALUES[`${table}.${name}`];
  if (name in VALUES) return VALUES[name];
  if (column.allowed !== null) return column.allowed;
  if (name === "tenant_id") return owner;
  if (name === "id" && column.type === "uuid") return idOf(table, owner);
  if (column.parent !== null && column.type === "uuid") return idOf(column.parent, owner);
  if (column.type === "uuid") return newId();
  if (column.type === "boolean") return true;
  if (column.type === "tstzmultirange") return "{}";
  if (column.type === "bytea") return Buffer.from(`${table} ${name} ${owner}`);
  if (column.type === "uuid[]" || column.type === "text[]") return [];
  if (column.type === "jsonb") return "{}";
  if (/^(integer|bigint)$/.test(column.type)) return 60;
  if (/timestamp|date/.test(column.type)) return "2030-01-01T00:00:00Z";
  return `${table} ${name} ${owner}`;
}

async function fill(owner: string): Promise<void> {
  const { rows } = await client.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.atthasdef as has_default,
       (select (regexp_match(pg_get_constraintdef(k.oid), '\\m' || a.attname || ' = ANY \\(ARRAY\\[''([^'']+)'))[1]
          from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as allowed,
       (select k.confrelid::regclass::text
          from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conkey[cardinality(k.conkey)] = a.attnum limit 1) as parent
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('_prisma_migrations', 'sql_function_file') order by c.relname, a.attnum`,
  );
  const tables = groups(rows);
  await client.query("set session_replication_role = replica"); // rows go in in any order; foreign keys are checked at the end
  for (const [table, columns] of tables) {
    const given = columns.filter(
      (column) =>
        !column.has_default || `${table}.${column.name}` in VALUES || column.name === "tenant_id",
    );
    const list = given.map((column) => `"${column.name}"`).join(", ");
    const places = given.map((_, index) => `$${index + 1}`).join(", ");
    await client.query(
      `insert into "${table}" (${list}) values (${places})`,
      given.map((column) => valueOf(column, owner)),
    );
  }
  await client.query("set session_replication_role = origin");
}

function groups(rows: Column[]): Map<string, Column[]> {
  const found = new Map<string, Column[]>();
  for (const row of rows) found.set(row.table, [...(found.get(row.table) ?? []), row]);
  return found;
}

async function counts(tables: string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of tables)
    found[table] = Number((await client.query(`select count(*) from "${table}"`)).rows[0].count);
  return found;
}

/** An example of the next release's migration. */
const EXAMPLE = `
  create table example (
    tenant_id uuid not null references tenant (id) on delete cascade,
    id uuid not null,
    booking_id uuid,
    primary key (tenant_id, id),
    foreign key (tenant_id, booking_id) references booking (tenant_id, id)
  );
  alter table booking add column example_note text not null default 'none';
  create index booking_example_note on booking (tenant_id, example_note);`;

function writeExample(after: string): void {
  const example = join(folder, `${BigInt(after.split("_")[0]!) + 1n}_example`);
  mkdirSync(example);
  writeFileSync(join(example, "migration.sql"), EXAMPLE);
}

let before: Record<string, number>;

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name}`);
  const migrations = readdirSync("prisma/migrations")
    .filter((entry) => /^\d/.test(entry))
    .sort();
  const bringUpTo = async (some: string[]) => {
    for (const each of some)
      cpSync(join("prisma/migrations", each), join(folder, each), { recursive: true });
    await applyMigrations(url, folder);
  };
  await bringUpTo(migrations.slice(0, 1));
  await client.connect();
  await fill(tenant);
  await fill(other);
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('_prisma_migrations', 'sql_function_file')",
  );
  before = await counts(rows.map((row) => row.name));
  await applyMigrations(url); // the functions too
  writeExample(migrations.at(-1)!);
  await bringUpTo(migrations);
});
afterAll(async () => {
  await client.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true });
});

test("every row of the baseline is there after the last migration", async () => {
  expect(Object.keys(before).length).toBeGreaterThan(15);
  expect(Object.values(before).every((count) => count === 2)).toBe(true);
  expect(await counts(Object.keys(before))).toEqual(before);
});

test("every constraint holds for them", async () => {
  const found = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype in ('f', 'c') and connamespace = 'public'::regnamespace`,
  );
  await client.query("begin");
  for (const { owner, name, definition } of found.rows) {
    await client.query(`alter table ${owner} drop constraint ${name}`);
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`);
  }
  await client.query("rollback");
});

test("the example migration was applied to them", async () => {
  const { rows } = await client.query("select distinct example_note from booking");
  expect(rows).toEqual([{ example_note: "none" }]);
});

test("a database from before 1.0.0 is refused, with instructions for exporting its rows", async () => {
  await client.query(
    "update _prisma_migrations set migration_name = '20261120000000_start' where migration_name = $1",
    [BASELINE],
  );
  await expect(applyMigrations(url)).rejects.toThrow(/before 1\.0\.0.*export its rows/);
  await client.query(
    "update _prisma_migrations set migration_name = $1 where migration_name = '20261120000000_start'",
    [BASELINE],
  );
});

test("the product can read them", async () => {
  vi.stubEnv("DATABASE_URL", url);
  vi.resetModules();
  const [{ loadBooking }, db] = await Promise.all([
    import("~/domain/bookings/read/load-booking.sql.server"),
    import("~/lib/db.server"),
  ]);
  const loaded = await loadBooking(db.pool, tenant, idOf("booking", tenant), false);
  expect(loaded.row).toMatchObject({
    id: idOf("booking", tenant),
    status: "confirmed",
    resource_name: "Room",
  });
  expect(await db.prisma.slot.findMany({ where: { tenant_id: tenant } })).toMatchObject([
    { taken: 1, status: "open" },
  ]);
  await db.closeDatabase();
  vi.unstubAllEnvs();
});
