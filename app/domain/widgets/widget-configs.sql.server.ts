import sql, { empty } from "sql-template-tag";
import type { WidgetSettings } from "~/contract/widget-configs";
import { clock } from "~/lib/clock";
import { pool, type Sql } from "~/lib/db.server";
import type { WidgetConfig as ConfigRow } from "../../../prisma/generated/client";

/**
 * Serialises creating configurations and changing the default, so that counts stay valid until the
 * write.
 */
export async function lockConfigs(db: Sql, tenantId: string): Promise<void> {
  await db.query(sql`select 1 from tenant where id = ${tenantId} for no key update`);
}

/** `lock`: until the transaction ends. */
export async function findConfig(
  db: Sql,
  tenantId: string,
  id: string,
  lock = false,
): Promise<ConfigRow | undefined> {
  const found = await db.query<ConfigRow>(
    sql`select * from widget_config where tenant_id = ${tenantId} and id = ${id} ${lock ? sql`for update` : empty}`,
  );
  return found.rows[0];
}

/** The number of configurations, and of defaults among them: one, or none yet. */
export async function countConfigs(
  db: Sql,
  tenantId: string,
): Promise<{ all: number; defaults: number }> {
  const counted = await db.query<{ all: number; defaults: number }>(
    sql`select count(*)::int as all, (count(*) filter (where is_default))::int as defaults from widget_config
        where tenant_id = ${tenantId}`,
  );
  return counted.rows[0]!; // an aggregate is one row
}

export async function insertConfig(
  db: Sql,
  tenantId: string,
  {
    id,
    name,
    is_default,
    settings,
  }: Pick<ConfigRow, "id" | "name" | "is_default"> & { settings: WidgetSettings },
): Promise<ConfigRow> {
  const made = await db.query<ConfigRow>(
    sql`insert into widget_config (tenant_id, id, name, is_default, settings)
        values (${tenantId}, ${id}, ${name}, ${is_default}, ${JSON.stringify(settings)}) returning *`,
  );
  return made.rows[0]!; // an insert of one row
}

/** Updates a locked row. */
export async function writeConfig(
  db: Sql,
  { tenant_id, id }: ConfigRow,
  name: string,
  settings: WidgetSettings,
): Promise<ConfigRow> {
  const updated = await db.query<ConfigRow>(
    sql`update widget_config set name = ${name}, settings = ${JSON.stringify(settings)}, version = version + 1, updated_at = ${clock.date()}
        where tenant_id = ${tenant_id} and id = ${id} returning *`,
  );
  return updated.rows[0]!; // locked before
}

/** Makes a locked row the default instead of the present one. */
export async function makeDefault(db: Sql, { tenant_id, id }: ConfigRow): Promise<ConfigRow> {
  const now = clock.date();
  await db.query(
    sql`update widget_config set is_default = false, version = version + 1, updated_at = ${now}
        where tenant_id = ${tenant_id} and is_default`,
  );
  const updated = await db.query<ConfigRow>(
    sql`update widget_config set is_default = true, version = version + 1, updated_at = ${now}
        where tenant_id = ${tenant_id} and id = ${id} returning *`,
  );
  return updated.rows[0]!; // locked before
}

/** The keys that are bound to a configuration and were not revoked. */
export async function findBoundKeys(
  db: Sql,
  { tenant_id, id }: ConfigRow,
): Promise<{ id: string; name: string }[]> {
  const found = await db.query<{ id: string; name: string }>(
    sql`select id, name from api_key where tenant_id = ${tenant_id} and widget_config_id = ${id} and revoked_at is null order by id`,
  );
  return found.rows;
}

/** Deletes a configuration that no live key is bound to: revoked keys are only kept for the log. */
export async function removeConfig(db: Sql, { tenant_id, id }: ConfigRow): Promise<void> {
  await db.query(
    sql`update api_key set widget_config_id = null where tenant_id = ${tenant_id} and widget_config_id = ${id}`,
  );
  await db.query(sql`delete from widget_config where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Those of these resources or schedules that the tenant has. */
export async function findKnown(
  tenantId: string,
  table: "resource" | "schedule",
  ids: string[],
): Promise<Set<string>> {
  const found = await pool.query<{ id: string }>(
    table === "resource"
      ? sql`select id from resource where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`
      : sql`select id from schedule where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  );
  return new Set(found.rows.map(({ id }) => id));
}
