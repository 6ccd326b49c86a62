import sql, { join, type Sql as Part } from "sql-template-tag";
import type { NewWidgetWaitlistEntry, WaitlistEntry, WaitlistFilter } from "~/contract/waitlist";
import { COUNT_LIMIT } from "~/lib/cursor.server";
import { pool, type Sql } from "~/lib/db.server";
import { hasRoom, isInWindow } from "../bookings/change/waiting.sql.server";
import { isOpen, slotReason } from "../seats/slot-parts.sql";
import { slotsInLength } from "../seats/slots-in-length.sql";

/** The requested time and party; `length_minutes` null: its own length. */
interface Wanted {
  length_minutes: number | null;
  party_size: number;
}

/**
 * Why the party cannot book a time (slotReason; null: they can), and how many wait for it; null:
 * there is no such time.
 */
export async function readWaiting(
  db: Sql,
  tenantId: string,
  slotId: string,
  { length_minutes, party_size }: Wanted,
): Promise<{ reason: string | null; before: number } | null> {
  const state = await db.query<{ reason: string | null; before: number }>(
    sql`select ${slotReason(tenantId, party_size)} as reason, (select count(*)::int from waitlist_entry e
          where e.tenant_id = ${tenantId} and e.slot_id = s.id and e.resource_id = s.resource_id and e.starts_at = s.starts_at
            and e.status = 'waiting') as before
        from ${length_minutes === null ? sql`slot` : slotsInLength(tenantId, length_minutes)} s
        left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id
        where s.tenant_id = ${tenantId} and s.id = ${slotId}`,
  );
  return state.rows[0] ?? null;
}

/** The place of an entry. */
interface Place {
  tenant_id: string;
  resource_id: string;
  starts_at: Date;
}

export async function insertEntry(
  db: Sql,
  id: string,
  { tenant_id, resource_id, starts_at }: Place,
  {
    slot_id,
    party_size,
    length_minutes,
    customer,
  }: Omit<NewWidgetWaitlistEntry, "length_minutes"> & Wanted,
): Promise<void> {
  await db.query(
    sql`insert into waitlist_entry (tenant_id, id, slot_id, resource_id, starts_at, length_minutes, party_size, email, customer)
        values (${tenant_id}, ${id}, ${slot_id}, ${resource_id}, ${starts_at}, ${length_minutes}, ${party_size}, ${customer.email}, ${customer})`,
  );
}

export interface EntryRow extends Omit<WaitlistEntry, "starts_at" | "created_at" | "customer"> {
  customer: { name: string; email: string; phone?: string | null };
  starts_at: Date;
  created_at: Date;
}

const ENTRY = sql`id, slot_id, resource_id, starts_at, length_minutes, party_size, customer, status, booking_id, created_at`;

/** Selects the entries of a filter, optionally restricted to some resources. */
export function entriesOf(
  tenantId: string,
  resourceIds: string[] | null,
  filter: WaitlistFilter,
): Part {
  const conditions = [
    sql`tenant_id = ${tenantId}`,
    ...(resourceIds ? [sql`resource_id = any(${resourceIds}::uuid[])`] : []),
    ...(filter.slot_id ? [sql`slot_id = ${filter.slot_id}`] : []),
    ...(filter.resource_id ? [sql`resource_id = ${filter.resource_id}`] : []),
    ...(filter.status ? [sql`status = any(${filter.status}::text[])`] : []),
  ];
  return join(conditions, " and ");
}

/** The first entries matching `where` in the order they came, after a cursor. */
export async function findEntries(
  where: Part,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<EntryRow[]> {
  const beyond = after
    ? [sql`(created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`]
    : [];
  const found = await pool.query<EntryRow>(
    sql`select ${ENTRY} from waitlist_entry
        where ${join([where, ...beyond], " and ")} order by created_at, id limit ${limit}`,
  );
  return found.rows;
}

/** One entry; for people limited to some resources, only of those. */
export async function findEntry(
  tenantId: string,
  resourceIds: string[] | null,
  id: string,
): Promise<EntryRow | undefined> {
  const where = entriesOf(tenantId, resourceIds, { limit: 1 });
  const found = await pool.query<EntryRow>(
    sql`select ${ENTRY} from waitlist_entry where ${where} and id = ${id}`,
  );
  return found.rows[0];
}

export async function countEntries(where: Part): Promise<number> {
  const counted = await pool.query<{ count: number }>(
    sql`select count(*)::int from (select 1 from waitlist_entry where ${where} limit ${COUNT_LIMIT}) counted`,
  );
  return counted.rows[0]!.count; // an aggregate is one row
}

/** Removes a waiting guest from the list; false: there is no such entry, of these resources. */
export async function endEntry(
  db: Sql,
  tenantId: string,
  id: string,
  resourceIds: string[] | null,
): Promise<boolean> {
  const left = await db.query(
    sql`update waitlist_entry set status = 'left' where tenant_id = ${tenantId} and id = ${id} and status = 'waiting'
        and (${resourceIds}::uuid[] is null or resource_id = any(${resourceIds}::uuid[]))`,
  );
  return left.rowCount === 1;
}

/** Ends entries for times that have started. */
export async function endPast(tenantId: string): Promise<void> {
  await pool.query(
    sql`update waitlist_entry set status = 'ended' where tenant_id = ${tenantId} and status = 'waiting' and starts_at <= now()`,
  );
}

/** The times with waiting entries that have room for them now. */
export async function findFreed(
  tenantId: string,
): Promise<{ resource_id: string; starts_at: Date }[]> {
  const found = await pool.query<{ resource_id: string; starts_at: Date }>(
    sql`select distinct e.resource_id, e.starts_at from waitlist_entry e
        join slot s on s.tenant_id = ${tenantId} and s.id = e.slot_id
        left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id
        where e.tenant_id = ${tenantId} and e.status = 'waiting' and ${isOpen(sql`s`)} and ${isInWindow(sql`now()`)} and ${hasRoom(tenantId)}`,
  );
  return found.rows;
}
