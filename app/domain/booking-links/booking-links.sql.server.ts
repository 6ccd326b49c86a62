import sql, { empty, join, type Sql as Part } from "sql-template-tag";
import type { LinkCustomer, LinkState, NewBookingLink } from "~/contract/booking-links";
import { MAX_BOOKING_LINKS } from "~/contract/limits";
import { COUNT_LIMIT } from "~/lib/cursor.server";
import { pool, prepared, type Sql } from "~/lib/db.server";

/** A stored booking link with its state. */
export interface LinkRow {
  id: string;
  schedule_id: string;
  name: string | null;
  max_uses: number | null;
  uses: number;
  expires_at: Date | null;
  customer: LinkCustomer | null;
  state: LinkState;
  created_at: Date;
}

/** The counts and state of booking_link_refusal (booking-link.sql), as SQL parts for links `l`. */
const usesOf = (
  tenantId: string,
): Part => sql`(select count(*)::int from booking b where b.tenant_id = ${tenantId} and b.booking_link_id = l.id and b.livemode and b.status <> 'expired'
  and (b.status <> 'pending' or b.expires_at is null or b.expires_at > now()))`;
const COLUMNS = sql`id, schedule_id, name, max_uses, uses, expires_at, customer, created_at,
  case when ended_at is not null then 'ended' when expires_at <= now() then 'expired' when max_uses <= uses then 'used_up' else 'active' end as state`;
const counted = (tenantId: string, where: Part): Part =>
  sql`select l.*, ${usesOf(tenantId)} as uses from booking_link l where ${where}`;

/**
 * A tenant's links: of one schedule, and for people limited to some resources only of their
 * schedules.
 */
export function linksOf(
  tenantId: string,
  resourceIds: string[] | null,
  scheduleId: string | undefined,
): Part {
  const conditions = [
    sql`l.tenant_id = ${tenantId}`,
    ...(scheduleId === undefined ? [] : [sql`l.schedule_id = ${scheduleId}`]),
    ...(resourceIds === null
      ? []
      : [
          sql`exists (select from schedule_resource sr where sr.tenant_id = ${tenantId} and sr.schedule_id = l.schedule_id
            and sr.resource_id = any(${resourceIds}::uuid[]))`,
        ]),
  ];
  return join(conditions, " and ");
}

/** The links matching `where`, newest first, after a cursor. */
export async function findLinks(
  tenantId: string,
  where: Part,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<LinkRow[]> {
  const beyond = after
    ? sql`and (l.created_at, l.id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : empty;
  const found = await pool.query<LinkRow>(
    sql`select ${COLUMNS} from (${counted(tenantId, sql`${where} ${beyond} order by l.created_at desc, l.id desc limit ${limit}`)}) l
        order by created_at desc, id desc`,
  );
  return found.rows;
}

export async function countLinks(where: Part): Promise<number> {
  const found = await pool.query<{ count: number }>(
    sql`select count(*)::int from (select 1 from booking_link l where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return found.rows[0]!.count; // an aggregate is one row
}

/** A link of a tenant; for people limited to some resources, of one of their schedules. */
export async function findLink(
  db: Sql,
  tenantId: string,
  resourceIds: string[] | null,
  id: string,
): Promise<LinkRow | null> {
  const where = linksOf(tenantId, resourceIds, undefined);
  const found = await db.query<LinkRow>(
    prepared(sql`select ${COLUMNS} from (${counted(tenantId, sql`${where} and l.id = ${id}`)}) l`),
  );
  return found.rows[0] ?? null;
}

/** Serialises inserts, so that the count stays valid. false: the limit is reached. */
export async function insertLink(
  db: Sql,
  tenantId: string,
  id: string,
  { schedule_id, name, max_uses, expires_at, customer }: NewBookingLink,
): Promise<boolean> {
  await db.query(sql`select 1 from tenant where id = ${tenantId} for no key update`);
  const made = await db.query(
    sql`insert into booking_link (tenant_id, id, schedule_id, name, max_uses, expires_at, customer)
        select ${tenantId}::uuid, ${id}::uuid, ${schedule_id}::uuid, ${name}::text, ${max_uses}::int, ${expires_at}::timestamptz,
          ${customer === null ? null : JSON.stringify(customer)}::jsonb
        where (select count(*) from booking_link where tenant_id = ${tenantId} and ended_at is null) < ${MAX_BOOKING_LINKS}::int`,
  );
  return made.rowCount !== 0;
}

/** false: it had ended before. */
export async function endLink(db: Sql, tenantId: string, id: string, at: Date): Promise<boolean> {
  const ended = await db.query(
    sql`update booking_link set ended_at = ${at}::timestamptz where tenant_id = ${tenantId} and id = ${id} and ended_at is null`,
  );
  return ended.rowCount !== 0;
}
