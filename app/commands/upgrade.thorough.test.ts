import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "~/lib/ids";
import { withDatabase } from "./database-url";
import { applyMigrations } from "./schema-engine";

// A database as the first migration made it, with rows in every table, brought up to today's by the rest.

const name = `upgrade_${newId().replaceAll("-", "")}`;
const url = withDatabase(process.env.DIRECT_DATABASE_URL!, name);
const admin = new pg.Client({ connectionString: process.env.DIRECT_DATABASE_URL });
const client = new pg.Client({ connectionString: url });
const folder = mkdtempSync(join(tmpdir(), "first-"));
const [tenant, other] = [newId(), newId()];
const ids = new Map<string, string>();

interface Column {
  table: string;
  name: string;
  type: string;
  has_default: boolean;
}
/** What a column's checks ask for; anything else follows from its type. */
const VALUES: Record<string, unknown> = {
  currency: "EUR",
  price_amount: 100,
  time_zone: "Europe/Amsterdam",
  "tenant_user.role": "owner",
  "api_key.kind": "publishable",
  "api_key.mode": "live",
  "api_key.role": null,
  "slot.status": "open",
  "slot.taken": 1,
  "slot.capacity": 1,
  "slot.origin": "generated",
  "booking.status": "confirmed",
  "booking.payment_status": "none",
  "booking.source": "api",
  "booking.pending_reason": null,
  "booking.cancelled_by": null,
  "booking.resource_name": "Room",
  "claim.lane": 0,
  "webhook_delivery.status": "pending",
  starts_at: "2030-01-01T10:00:00Z",
  occupies_from: "2030-01-01T10:00:00Z",
  ends_at: "2030-01-01T11:00:00Z",
  occupies_to: "2030-01-01T11:00:00Z",
};
const PARENTS: Record<string, string> = {
  user_id: "tenant_user",
  subscription_id: "webhook_subscription",
  delivery_id: "webhook_delivery",
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
  if (name === "tenant_id") return owner;
  if (name === "id" && column.type === "uuid") return idOf(table, owner);
  if (name.endsWith("_id") && column.type === "uuid")
    return idOf(PARENTS[name] ?? name.replace(/_id$/, ""), owner);
  if (column.type === "bytea") return Buffer.from(`${table} ${name} ${owner}`);
  if (column.type === "uuid[]" || column.type === "text[]") return [];
  if (column.type === "jsonb") return "{}";
  if (/^(integer|bigint)$/.test(column.type)) return 60;
  if (/timestamp|date/.test(column.type)) return "2030-01-01T00:00:00Z";
  return `${table} ${name} ${owner}`;
}

async function fill(owner: string): Promise<void> {
  const { rows } = await client.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, a.atthasdef as has_default
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations' order by c.relname, a.attnum`,
  );
  const tables = groups(rows);
  await client.query("set session_replication_role = replica"); // in any order; what refers to what is held to at the end
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

/** A message with its job, as they were before jobs named the tenant. */
async function queueMessage(owner: string): Promise<void> {
  const id = idOf("message", owner);
  await client.query(
    `insert into message (tenant_id, id, kind, channel, audience, recipient, locale)
     values ($1, $2, 'booking_confirmed', 'email', 'customer', 'guest@example.test', 'en')`,
    [owner, id],
  );
  await client.query("select pgboss.create_queue('message.send', '{}')");
  await client.query("insert into pgboss.job (name, data) values ('message.send', $1)", [
    { message_id: id },
  ]);
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
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> '_prisma_migrations'",
  );
  before = await counts(rows.map((row) => row.name));
  await bringUpTo(migrations.slice(0, migrations.indexOf("20261121130000_ops")));
  await queueMessage(tenant);
  await queueMessage(other);
  await applyMigrations(url);
});
afterAll(async () => {
  await client.end();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  rmSync(folder, { recursive: true });
});

test("every row of the first version is there after the last migration", async () => {
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

test("the job of a message that waited for it names the message's tenant", async () => {
  const { rows } = await client.query(
    "select data from pgboss.job where name = 'message.send' order by created_on",
  );
  expect(rows).toEqual(
    [tenant, other].map((owner) => ({
      data: { tenant_id: owner, message_id: idOf("message", owner) },
    })),
  );
});

test("the product reads them", async () => {
  vi.stubEnv("DATABASE_URL", url);
  vi.resetModules();
  const [{ loadBooking }, db] = await Promise.all([
    import("~/domain/bookings/load-booking.sql.server"),
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
