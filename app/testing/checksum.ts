import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";

/** Cached: listing the tables takes longer than reading them. */
let tables: Promise<string[]> | undefined;

async function findTables(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'tenant_id' and table_schema = 'public' and table_name <> 'last_use' order by table_name`,
  );
  if (rows.length <= 20) throw new Error("Expected more tables.");
  return rows.map(({ name }) => name);
}

/**
 * A checksum of a tenant's rows in all tables, except for the traces that a call leaves on its
 * caller.
 */
export async function checksumOf({ tenant }: UserActor): Promise<string> {
  const row = "md5((to_jsonb(t) - '{last_used_at,last_seen_at,idle_expires_at}'::text[])::text)";
  const parts = (await (tables ??= findTables())).map(
    (name) => `select '${name}' as place, ${row} as row from ${name} t where tenant_id = $1`,
  );
  const all = [...parts, `select 'tenant', ${row} from tenant t where id = $1`].join(" union all ");
  const sum = await pool.query<{ sum: string }>(
    `select md5(string_agg(place || row, '' order by place, row)) as sum from (${all}) rows`,
    [tenant.id],
  );
  return sum.rows[0]!.sum;
}
