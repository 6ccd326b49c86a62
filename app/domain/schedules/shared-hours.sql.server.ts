import sql from "sql-template-tag";
import { MAX_HOURS } from "~/contract/limits";
import type { Hours } from "~/contract/hours";
import type { Sql } from "~/lib/db.server";

/** false, with nothing written: the company has reached the limit. */
export async function insertHours(
  db: Sql,
  tenantId: string,
  { id, name, time_zone, rules, overrides, valid_from, valid_to, created_at }: Hours,
): Promise<boolean> {
  const made = await db.query(
    sql`insert into hours (tenant_id, id, name, time_zone, rules, overrides, valid_from, valid_to, created_at, updated_at)
        select ${tenantId}::uuid, ${id}::uuid, ${name}::text, ${time_zone}::text, ${JSON.stringify(rules)}::jsonb,
          ${JSON.stringify(overrides)}::jsonb, ${valid_from}::date, ${valid_to}::date, ${created_at}::timestamptz, ${created_at}::timestamptz
        where (select count(*) from hours where tenant_id = ${tenantId}) < ${MAX_HOURS}::int`,
  );
  return made.rowCount !== 0;
}

/** Compare-and-swap on the version `from`; null if it has changed or was deleted. */
export async function overwriteHours(
  db: Sql,
  tenantId: string,
  from: Pick<Hours, "id" | "version">,
  { name, time_zone, rules, overrides, valid_from, valid_to }: Hours,
): Promise<{ version: number; updated_at: Date } | null> {
  const written = await db.query<{ version: number; updated_at: Date }>(
    sql`update hours set name = ${name}, time_zone = ${time_zone}, rules = ${JSON.stringify(rules)}::jsonb,
          overrides = ${JSON.stringify(overrides)}::jsonb, valid_from = ${valid_from}::date, valid_to = ${valid_to}::date,
          version = version + 1, updated_at = now()
        where tenant_id = ${tenantId} and id = ${from.id} and version = ${from.version} returning version, updated_at`,
  );
  return written.rows[0] ?? null;
}

/** Whether the hours still have this version; locks them until the transaction ends. */
export async function keepHours(
  db: Sql,
  tenantId: string,
  { id, version }: Pick<Hours, "id" | "version">,
) {
  const found = await db.query(
    sql`select 1 from hours where tenant_id = ${tenantId} and id = ${id} and version = ${version} for share`,
  );
  return found.rowCount !== 0;
}

export interface HoursUserIds {
  schedule_ids: string[];
  resource_ids: string[];
}

/** The ids of the services and resources that use these hours. */
export async function readUsers(db: Sql, tenantId: string, hoursId: string): Promise<HoursUserIds> {
  const found = await db.query<HoursUserIds>(
    sql`select array(select id from schedule where tenant_id = ${tenantId} and hours_id = ${hoursId} order by id) as schedule_ids,
          array(select id from resource where tenant_id = ${tenantId} and hours_id = ${hoursId} order by id) as resource_ids`,
  );
  return found.rows[0]!; // a select without a table has one row
}

/** Locks hours before deleting them; false if there are none. */
export async function lockHours(db: Sql, tenantId: string, id: string): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from hours where tenant_id = ${tenantId} and id = ${id} for update`,
  );
  return found.rowCount !== 0;
}

export async function deleteHours(db: Sql, tenantId: string, id: string): Promise<void> {
  await db.query(sql`delete from hours where tenant_id = ${tenantId} and id = ${id}`);
}
