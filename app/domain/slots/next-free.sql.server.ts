import sql, { empty } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import type { Reads } from "~/lib/one-trip.sql.server";
import { resourceLimit, type StaffActor } from "../identity/actor";
import { isFree, isOffered, slotReason } from "../seats/slot-parts.sql";

/** A resource with the first times that one guest can book, of any service. */
export interface FreeResource {
  id: string;
  name: string;
  capacity: number;
  /** One per start, epoch ms. */
  times: { slot_id: string; starts_ms: number; is_short_notice: boolean }[];
}

interface Range {
  from: Date;
  to: Date;
  /** The number of resources, and of times per resource. */
  resources: number;
  times: number;
  /** Restricts the result to these resources; absent: all. */
  of?: readonly string[];
  /** False: no service has a limit of a day, week or month (hasLimits). */
  has_limits?: boolean;
}

/**
 * The tenant's active resources in order, each with its next free times in a range for the desk:
 * guests' minimum notice doesn't apply. Staff limited to some resources see only those.
 */
export async function readNextFree(
  actor: StaffActor,
  range: Range,
  reads: Reads = pool,
): Promise<FreeResource[]> {
  const tenantId = actor.tenant.id;
  const limit = resourceLimit(actor);
  const { rows } = await reads.query<FreeResource>(
    sql`select r.id, r.name, r.capacity, free.times from (
          select id, name, capacity, position from resource
          where tenant_id = ${tenantId} and active ${limit === null ? empty : sql`and id = any(${limit}::uuid[])`}
            ${range.of === undefined ? empty : sql`and id = any(${range.of}::uuid[])`}
          order by position, id limit ${range.resources}) r
        cross join lateral (
          select coalesce(json_agg(json_build_object('slot_id', f.id, 'starts_ms', (extract(epoch from f.starts_at) * 1000)::bigint,
              'is_short_notice', f.is_short_notice)
            order by f.starts_at), '[]') as times
          from (
            -- In the order of the index, so that it stops at the last one wanted.
            select distinct on (s.starts_at) s.id, s.starts_at,
              s.starts_at < first_bookable_start(now(), sc.min_notice_minutes) as is_short_notice
            from slot s
            left join schedule sc on sc.tenant_id = ${tenantId} and sc.id = s.schedule_id
            left join schedule_resource sr on sr.tenant_id = ${tenantId} and sr.schedule_id = sc.id and sr.resource_id = s.resource_id
            where s.tenant_id = ${tenantId} and s.resource_id = r.id and s.starts_at >= ${range.from} and s.starts_at < ${range.to}
              and ${isOffered} and ${isFree(slotReason(tenantId, 1, { at_the_desk: true, has_limits: range.has_limits }))}
            order by s.starts_at, s.schedule_id limit ${range.times}) f) free
        order by r.position, r.id`,
  );
  return rows;
}
