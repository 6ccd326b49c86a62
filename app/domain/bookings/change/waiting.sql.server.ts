import sql, { type Sql as Part } from "sql-template-tag";
import type { CustomerInput } from "~/contract/booking-inputs";
import type { Sql } from "~/lib/db.server";
import type { LockedResource } from "../../seats/lock-resource.sql.server";
import { isOpen } from "../../seats/slot-parts.sql";
import { hasUnmetNeed, OF_SLOT } from "../../seats/unmet-needs.sql";
import { slotsInLength } from "../../seats/slots-in-length.sql";
import type { Decision } from "./booking-command";
import type { BookingRow } from "../read/booking-row";

const NEEDS_OF_ENTRY = {
  ...OF_SLOT,
  ends: sql`coalesce(s.starts_at + e.length_minutes * interval '1 minute', s.ends_at)`,
};

/** An entry of the waiting list. */
export interface Waiting {
  id: string;
  slot_id: string;
  length_minutes: number | null;
  party_size: number;
  customer: CustomerInput;
}

/**
 * Whether slot `s` of schedule `sc` has room for the entry `e` in its requested length, and what it
 * needs is free.
 */
export const hasRoom = (
  tenantId: string,
): Part => sql`s.capacity - s.taken >= e.party_size and not (coalesce(sc.has_needs, false) and ${hasUnmetNeed(tenantId, NEEDS_OF_ENTRY)}) and (e.length_minutes is null or exists (
  select from ${slotsInLength(tenantId, sql`e.length_minutes`)} l where l.tenant_id = ${tenantId} and l.id = s.id
    and ${isOpen(sql`l`)} and l.capacity - l.taken >= e.party_size))`;

/**
 * Whether guests may book slot `s` of schedule `sc` now, by its notice and horizon: the waiting
 * list offers only times that guests could book.
 */
export const isInWindow = (now: Date | Part): Part =>
  sql`s.starts_at > ${now} and window_refusal(s.starts_at, ${now}, sc.min_notice_minutes, sc.max_advance_days) is null`;

/**
 * The first entry of the waiting list, except those skipped, with room for it at a time around
 * `at`. Needs the resource's lock.
 */
export async function firstWaiting(
  db: Sql,
  tenantId: string,
  at: { resource_id: string; occupies_from: Date; occupies_to: Date },
  lock: LockedResource,
  passedOver: string[],
): Promise<Waiting | undefined> {
  const reach = sql`${lock.longest_minutes}::int * interval '1 minute'`;
  const found = await db.query<Waiting>(
    sql`select e.id, e.slot_id, e.length_minutes, e.party_size, e.customer from waitlist_entry e
        join slot s on s.tenant_id = ${tenantId} and s.id = e.slot_id
        left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id
        where e.tenant_id = ${tenantId} and e.resource_id = ${at.resource_id} and e.status = 'waiting' and e.id <> all(${passedOver}::uuid[])
          and e.starts_at > ${at.occupies_from}::timestamptz - ${reach} and e.starts_at < ${at.occupies_to}::timestamptz + ${reach}
          and ${isOpen(sql`s`)} and ${isInWindow(lock.db_now)} and ${hasRoom(tenantId)}
        order by e.created_at, e.id limit 1`,
  );
  return found.rows[0];
}

/** Records that this booking holds the seat of an entry. */
export async function markOffered(
  db: Sql,
  tenantId: string,
  entryId: string,
  bookingId: string,
): Promise<void> {
  await db.query(
    sql`update waitlist_entry set status = 'offered', booking_id = ${bookingId} where tenant_id = ${tenantId} and id = ${entryId}`,
  );
}

/**
 * Closes the entry that was offered this booking; a no-op if it was accepted or had ended already.
 */
export async function settleOffer(
  db: Sql,
  row: BookingRow,
  status: Exclude<Decision["waitlist"], "keep">,
): Promise<void> {
  await db.query(
    sql`update waitlist_entry set status = ${status}
        where tenant_id = ${row.tenant_id} and booking_id = ${row.id} and status = 'offered'`,
  );
}
