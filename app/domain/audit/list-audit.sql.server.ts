import sql, { join, empty, type Sql as Part } from "sql-template-tag";
import type { AuditFilter, AuditRow } from "~/contract/audit";
import type { PageOf } from "~/contract/common";
import { AppError } from "~/lib/app-error";
import { COUNT_LIMIT, readCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import type { Sql } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { instantRange, toRfc3339 } from "~/lib/time";
import type { StaffActor } from "../identity/actor";

const SORT = "-at";

interface Row extends Omit<AuditRow, "at"> {
  at: Date;
}

/**
 * The audit log, newest first. Dates are days in the tenant's zone. Users and keys have their
 * present names. Throws rate_limited and not_ready (heavyRead).
 */
export function listAudit(actor: StaffActor, filter: AuditFilter): Promise<PageOf<AuditRow>> {
  return heavyRead(actor.tenant.id, (db) => readPage(db, actor, filter));
}

async function readPage(
  db: Sql,
  actor: StaffActor,
  filter: AuditFilter,
): Promise<PageOf<AuditRow>> {
  const where = conditions(actor, filter);
  const place = filter.cursor === undefined ? empty : afterCursor(filter.cursor);
  const found = await db.query<Row>(
    sql`select r.id, r.at, r.action, r.entity, r.entity_id, r.diff, r.request_id,
          json_build_object('kind', r.actor->>'kind', 'id', r.actor->>'id', 'name', coalesce(u.name, k.name)) as actor
        from (select r.tenant_id, r.id, r.at, r.action, r.entity, r.entity_id, r.diff, r.request_id, r.actor from audit_row r where ${where} ${place} order by r.at desc, r.id desc limit ${filter.limit + 1}) r
        left join tenant_user u on u.tenant_id = r.tenant_id and u.id::text = r.actor->>'id'
        left join api_key k on k.tenant_id = r.tenant_id and k.id::text = r.actor->>'id'
        order by r.at desc, r.id desc`,
  );
  const total = wantsTotal(filter) ? await countAudit(db, where) : undefined;
  const page = toPage(
    found.rows,
    filter.limit,
    (row) => writeCursor(SORT, [row.at.toISOString(), row.id]),
    total,
  );
  return { ...page, data: page.data.map((row) => ({ ...row, at: toRfc3339(row.at.getTime()) })) };
}

async function countAudit(db: Sql, where: Part): Promise<number> {
  const counted = await db.query<{ count: number }>(
    sql`select count(*)::int from (select 1 from audit_row r where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return counted.rows[0]?.count ?? 0;
}

function afterCursor(cursor: string): Part {
  const [at = "", id = ""] = readCursor(SORT, cursor, 2);
  if (Number.isNaN(Date.parse(at)) || !/^[0-9a-f-]{36}$/.test(id))
    throw new AppError("validation_failed", "That cursor does not belong to this list.");
  return sql`and (r.at, r.id) < (${at}::timestamptz, ${id}::uuid)`;
}

function conditions(actor: StaffActor, filter: AuditFilter): Part {
  const { from, to } = instantRange({ from: filter.from, to: filter.to }, actor.tenant.time_zone);
  const parts = [
    sql`r.tenant_id = ${actor.tenant.id}`,
    filter.entity && sql`r.entity = ${filter.entity}`,
    filter.entity_id && sql`r.entity_id = ${filter.entity_id}`,
    filter.actor && sql`r.actor->>'id' = ${filter.actor}`,
    filter.action && sql`r.action = ${filter.action}`,
    from && sql`r.at >= ${from}`,
    to && sql`r.at < ${to}`,
  ];
  return join(
    parts.filter((part): part is Part => Boolean(part)),
    " and ",
  );
}
