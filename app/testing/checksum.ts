import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";

// Checksums of stored rows, without the traces that a call leaves on its caller: the time of a
// session's last use is written once a minute.
const TRACES = "'{last_used_at,last_seen_at,idle_expires_at}'::text[]";
const ROW = `md5((to_jsonb(t) - ${TRACES})::text)`;

/** Cached: listing the tables takes longer than reading them. */
let tables: Promise<{ name: string; has_tenant: boolean }[]> | undefined;

async function findTables(): Promise<{ name: string; has_tenant: boolean }[]> {
  const { rows } = await pool.query<{ name: string; has_tenant: boolean }>(
    `select t.table_name as name, exists (select from information_schema.columns c
       where c.table_schema = 'public' and c.table_name = t.table_name and c.column_name = 'tenant_id') as has_tenant
     from information_schema.tables t
     where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name <> 'last_use' order by 1`,
  );
  if (rows.length <= 25) throw new Error("Expected more tables.");
  return rows;
}

/** A checksum of a tenant's rows in all tables. */
export async function checksumOf({ tenant }: UserActor): Promise<string> {
  const found = (await (tables ??= findTables())).filter(({ has_tenant }) => has_tenant);
  const parts = found.map(({ name }) => partOf(name, "where t.tenant_id = $1"));
  return sumOf([...parts, partOf("tenant", "where t.id = $1")], [tenant.id]);
}

/** A checksum of all rows of all tables. */
export async function checksumOfAll(): Promise<string> {
  return sumOf(
    (await (tables ??= findTables())).map(({ name }) => partOf(name, "")),
    [],
  );
}

const partOf = (table: string, where: string): string =>
  `select '${table}' as place, ${ROW} as row from "${table}" t ${where}`;

async function sumOf(parts: string[], values: string[]): Promise<string> {
  const sum = await pool.query<{ sum: string }>(
    `select md5(string_agg(place || row, '' order by place, row)) as sum from (${parts.join(" union all ")}) rows`,
    values,
  );
  return sum.rows[0]!.sum;
}
