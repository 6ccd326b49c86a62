import sql from "sql-template-tag";
import { notFound } from "~/lib/app-error";
import { pool, type Sql } from "~/lib/db.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { instant } from "../seats/slot-parts.sql";
import type { Conflicts } from "./conflicts";

/** The requested time off; `except`: the block that is being changed. */
export interface TimeOff {
  resource_id: string;
  starts_at: Date;
  ends_at: Date;
  except?: string | null;
}

type Found = { total: number } & (
  | { kind: "bookings"; row: Conflicts["bookings"][number] }
  | { kind: "blocks"; row: Conflicts["blocks"][number] }
  | { kind: "held"; row: { until: string } }
);

const MAX_TOLD = 20;

/**
 * The first bookings and blocks (at most 20 together) that overlap a time off, including buffers,
 * and until when visitors hold any of it. Busy time of external calendars does not conflict.
 */
export async function findConflicts(
  db: Sql,
  tenantId: string,
  { resource_id, starts_at, ends_at, except = null }: TimeOff,
): Promise<Conflicts> {
  const found = await db.query<Found>(sql`
    (select kind, row, count(*) over ()::int as total from (
      select 'bookings' as kind, b.starts_at, json_build_object('id', b.id, 'reference', b.reference, 'status', b.status,
          'starts_at', ${instant(sql`b.starts_at`)}, 'ends_at', ${instant(sql`b.ends_at`)}, 'party_size', b.party_size,
          'customer_name', b.customer_name) as row
        from booking b where b.tenant_id = ${tenantId} and b.id in (
          select coalesce(c.booking_id, c.need_of) from claim c where c.tenant_id = ${tenantId} and c.resource_id = ${resource_id}
            and c.starts_at > ${starts_at}::timestamptz - interval '2 days' -- no claim of a booking is longer (claim_time_check)
            and c.starts_at < ${ends_at} and c.ends_at > ${starts_at})
      union all
      select 'blocks', b.starts_at, json_build_object('id', b.id, 'starts_at', ${instant(sql`b.starts_at`)},
          'ends_at', ${instant(sql`b.ends_at`)}, 'reason', b.reason)
        from block b where b.tenant_id = ${tenantId} and b.resource_id = ${resource_id} and b.source = 'staff' and b.ends_at > ${starts_at}
          and b.starts_at < ${ends_at} and b.id is distinct from ${except}::uuid) found
    order by starts_at limit ${MAX_TOLD})
    union all
    select 'held', json_build_object('until', ${instant(sql`max(h.expires_at)`)}), 0 from hold h
      where h.tenant_id = ${tenantId} and h.expires_at > clock_timestamp()
        and h.id in (select c.hold_id from claim c where c.tenant_id = ${tenantId} and c.resource_id = ${resource_id}
          and c.starts_at > ${starts_at}::timestamptz - interval '2 days' and c.starts_at < ${ends_at} and c.ends_at > ${starts_at}) having max(h.expires_at) is not null`);
  return {
    bookings: found.rows.flatMap(({ kind, row }) => (kind === "bookings" ? [row] : [])),
    blocks: found.rows.flatMap(({ kind, row }) => (kind === "blocks" ? [row] : [])),
    total: Math.max(0, ...found.rows.map(({ total }) => total)),
    held_until: found.rows.find((one) => one.kind === "held")?.row.until ?? null,
  };
}

/** The conflicts of a time off, before it is created. Throws not_found. */
export async function previewBlock(actor: StaffActor, time: TimeOff): Promise<Conflicts> {
  if (!mayUseResource(actor, time.resource_id)) throw notFound("Resource", time.resource_id);
  return findConflicts(pool, actor.tenant.id, time);
}
