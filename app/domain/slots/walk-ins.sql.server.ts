import sql, { empty, type Sql as Part } from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { inOneTrip, type Reads } from "~/lib/one-trip.sql.server";
import { resourceLimit, type StaffActor } from "../identity/actor";
import { isFree, isOffered, slotReason } from "../seats/slot-parts.sql";
import { hasUnmetNeed } from "../seats/unmet-needs.sql";

/** A resource with the first time at which it can take a guest who stands at the desk. */
export interface WalkInTime {
  resource_id: string;
  resource_name: string;
  starts_at: Date;
  ends_at: Date;
  /** null: no slot starts now, but the resource is free and open. */
  slot_id: string | null;
}

export interface WalkIns {
  /** The services booked most lately, and the requested one. */
  services: { id: string; name: string }[];
  /** The service of `times`: the requested one, else the first; null: there is none. */
  service_id: string | null;
  /** By start, one per resource. */
  times: WalkInTime[];
}

interface Wanted {
  service_id: string | null;
  /** Start of a time that begins now. */
  now: Date;
  /** No time starts later. */
  until: Date;
  /** False: no service has a limit of a day, week or month (hasLimits). */
  has_limits?: boolean;
}

/** The bookings that tell which services are booked most. */
const LATEST = 200;
const MAX_SERVICES = 50;
/** The resources of a service that are compared. */
const MAX_COMPARED = 50;
const MAX_TIMES = 3;

/**
 * The first resources that can serve a guest without a booking, by the rules of a booking at the
 * desk: now if nothing is in the way until the end and the hours allow it, else at their next free
 * slot. A resource with several seats, or a service with limits per day, week or month, has its
 * slots only. Staff limited to some resources see those.
 */
export async function readWalkIns(
  actor: StaffActor,
  { service_id, now, until, has_limits }: Wanted,
  reads: Reads = inOneTrip(pool),
): Promise<WalkIns> {
  const tenantId = actor.tenant.id;
  const limit = resourceLimit(actor);
  const isAllowed = limit === null ? empty : sql`and r.id = any(${limit}::uuid[])`;
  const ofService = sql`schedule_resource sr join resource r on r.tenant_id = ${tenantId} and r.id = sr.resource_id and r.active ${isAllowed}
    where sr.tenant_id = ${tenantId}`;
  const start = sql`${now}::timestamptz`;
  const end = sql`${start} + base_minutes(sc.duration_minutes, r.terms) * interval '1 minute'`;
  const occupiesFrom = sql`${start} - sc.buffer_before_minutes * interval '1 minute'`;
  const occupiesTo = sql`${end} + sc.buffer_after_minutes * interval '1 minute'`;
  const gapFrom = sql`${start} + (sc.processing ->> 'after_minutes')::int * interval '1 minute'`;
  const gapTo = sql`${gapFrom} + (sc.processing ->> 'minutes')::int * interval '1 minute'`;
  // Time within the processing time is free (gapOf).
  const isInGap = (taken: Part) => sql`(sc.processing is not null and ${gapTo} < ${end}
    and ${taken}.starts_at >= ${gapFrom} and ${taken}.ends_at <= ${gapTo})`;
  // The hours are those around the slot that began last.
  const isFreeNow = sql`(r.capacity = 1 and coalesce(sc.max_per_day, sc.max_per_week, sc.max_per_month) is null
    and coalesce((select b.status = 'open' and not b.outside_hours and b.open_until >= ${end} from slot b
      where b.tenant_id = ${tenantId} and b.resource_id = r.id and b.schedule_id = sc.id and b.starts_at <= ${start}
        and b.starts_at > ${start} - interval '1 day' order by b.starts_at desc limit 1), false)
    and not exists (select from claim k where k.tenant_id = ${tenantId} and k.resource_id = r.id and k.starts_at < ${occupiesTo}
      and k.ends_at > ${occupiesFrom} and k.starts_at > ${occupiesFrom} - interval '2 days' -- no claim is longer (claim_time_check)
      and (k.lapses_at is null or k.lapses_at > now()) and not ${isInGap(sql`k`)})
    and not exists (select from block b where b.tenant_id = ${tenantId} and b.resource_id = r.id and b.ends_at > ${occupiesFrom}
      and b.starts_at < ${occupiesTo} and not ${isInGap(sql`b`)})
    and not (sc.has_needs and ${hasUnmetNeed(tenantId, { schedule: sql`sc.id`, resource: sql`r.id`, starts: start, ends: end })}))`;
  const services = sql`
    with latest as materialized (
      select b.schedule_id from booking b where b.tenant_id = ${tenantId} and b.starts_at < ${start} and is_live(b.status)
      order by b.starts_at desc, b.id desc limit ${LATEST}),
    ranked as (
      select sc.id, sc.name, row_number() over (order by coalesce(l.bookings, 0) desc, sc.position, sc.created_at, sc.id) as place
      from schedule sc left join (select schedule_id, count(*) as bookings from latest group by schedule_id) l on l.schedule_id = sc.id
      where sc.tenant_id = ${tenantId} and sc.active and exists (select from ${ofService} and sr.schedule_id = sc.id)),
    services as materialized (select * from ranked where place <= ${MAX_SERVICES} or id = ${service_id}::uuid)`;
  const findServices = reads.query<{ id: string; name: string }>(
    sql`${services} select id, name from services order by place`,
  );
  const findTimes = reads.query<WalkInTime>(sql`
    ${services}, chosen as materialized (select id from services order by id is not distinct from ${service_id}::uuid desc, place limit 1)
    select n.id as resource_id, n.name as resource_name, s.id as slot_id, case when n.is_free then ${start} else s.starts_at end as starts_at,
      case when n.is_free then n.ends_at else s.ends_at end as ends_at
    from (select r.*, ${end} as ends_at, ${isFreeNow} as is_free
      from (select r.id, r.name, r.position, r.capacity, sr.terms, sr.schedule_id, sr.pending_from, sr.pending_until
        from ${ofService} and sr.schedule_id = (select id from chosen) order by r.position, r.id limit ${MAX_COMPARED}) r
      join schedule sc on sc.tenant_id = ${tenantId} and sc.id = r.schedule_id) n
    join schedule sc on sc.tenant_id = ${tenantId} and sc.id = n.schedule_id
    cross join lateral (select n.schedule_id, n.pending_from, n.pending_until) sr
    left join lateral (
      select s.id, s.starts_at, s.ends_at from slot s
      where not n.is_free and s.tenant_id = ${tenantId} and s.resource_id = n.id and s.schedule_id = sc.id
        and s.starts_at >= ${start} and s.starts_at < ${until} and ${isOffered} and ${isFree(slotReason(tenantId, 1, { at_the_desk: true, has_limits }))}
      order by s.starts_at limit 1) s on true
    where n.is_free or s.id is not null
    order by 4, n.position, n.id limit ${MAX_TIMES}`);
  const [{ rows: listed }, { rows: times }] = await Promise.all([findServices, findTimes]);
  const chosen = listed.find(({ id }) => id === service_id) ?? listed[0];
  return { services: listed, service_id: chosen?.id ?? null, times };
}
