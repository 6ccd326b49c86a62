import sql, { type Sql as Part } from "sql-template-tag";

/** A time of a schedule on a resource, as SQL. */
interface Wanted {
  schedule: Part;
  resource: Part;
  starts: Part;
  ends: Part;
}

export const OF_SLOT: Wanted = {
  schedule: sql`s.schedule_id`,
  resource: sql`s.resource_id`,
  starts: sql`s.starts_at`,
  ends: sql`s.ends_at`,
};

/** Each need `n` with the resources `p` that can serve it. */
const candidates = (tenantId: string, schedules: Part): Part => sql`service_need n
  left join resource_group_member m on m.tenant_id = ${tenantId}::uuid and m.group_id = n.group_id
  left join resource p on p.tenant_id = ${tenantId}::uuid and p.id = coalesce(n.resource_id, m.resource_id) and p.active
  where n.tenant_id = ${tenantId}::uuid and n.schedule_id ${schedules}`;

const from = (of: Wanted): Part => sql`${of.starts} - n.minutes_before * interval '1 minute'`;
const to = (of: Wanted): Part => sql`${of.ends} + n.minutes_after * interval '1 minute'`;

/**
 * Whether nothing serves one of the needs of a schedule at a time, counted like free_need_lanes
 * (service-needs.sql): for statements about few times.
 */
export const hasUnmetNeed = (tenantId: string, of: Wanted = OF_SLOT): Part => sql`exists (
  select from ${candidates(tenantId, sql`= ${of.schedule}`)}
  group by n.no having not bool_or(coalesce(p.id <> ${of.resource}
    and not exists (select from block k where k.tenant_id = ${tenantId}::uuid and k.resource_id = p.id and k.ends_at > ${from(of)} and k.starts_at < ${to(of)})
    and p.capacity - n.seats >= (select count(distinct c.lane) from claim c where c.tenant_id = ${tenantId}::uuid and c.resource_id = p.id
      and c.block_id is null and c.starts_at < ${to(of)} and c.ends_at > ${from(of)}
      and c.starts_at > ${from(of)} - p.longest_minutes * interval '1 minute'), false)))`;

/** Slots within a range occupy at most this much more on either side, with what is before and after a need. */
const REACH = sql`interval '2 days'`;

/** Many times of a statement: their range, and its schedules as SQL after `schedule_id`. */
export interface ManyTimes {
  from: Date;
  to: Date;
  schedules: Part;
}

/**
 * The same for the slots `s` of many times in a range: the taken time of all that can serve a need
 * is read once, lane by lane, and compared with each slot. Most slots need one comparison per need,
 * with the resource that is taken least (`first`). CTEs of a subquery that refer to nothing outside
 * are kept between its executions.
 */
export const hasUnmetNeedIn = (tenantId: string, range: ManyTimes): Part => sql`exists (
  with pool as materialized (
    select p.*, coalesce(p.blocked, '{}') + coalesce((select range_agg(lane) from unnest(p.lanes) lane), '{}') as taken from (
      select n.schedule_id, n.no, n.seats, n.minutes_before * interval '1 minute' as before, n.minutes_after * interval '1 minute' as after,
        p.id as resource_id, p.capacity,
        (select range_agg(tstzrange(k.starts_at, k.ends_at)) from block k where k.tenant_id = ${tenantId}::uuid and k.resource_id = p.id
          and k.starts_at < ${range.to}::timestamptz + ${REACH} and k.ends_at > ${range.from}::timestamptz - ${REACH}) as blocked,
        array(select range_agg(tstzrange(c.starts_at, c.ends_at)) from claim c where c.tenant_id = ${tenantId}::uuid and c.resource_id = p.id
          and c.block_id is null and c.starts_at < ${range.to}::timestamptz + ${REACH} and c.ends_at > ${range.from}::timestamptz - ${REACH}
          and c.starts_at > ${range.from}::timestamptz - ${REACH} - p.longest_minutes * interval '1 minute' group by c.lane) as lanes
      from ${candidates(tenantId, range.schedules)}) p),
  first as materialized (
    select distinct on (p.schedule_id, p.no) p.schedule_id, p.no, p.before, p.after,
      case when p.capacity >= p.seats then p.resource_id end as resource_id, p.taken
    from pool p order by p.schedule_id, p.no, p.capacity < p.seats, p.resource_id is null, (select count(*) from unnest(p.taken)), p.resource_id)
  select from first n where n.schedule_id = s.schedule_id
    and (n.resource_id is null or n.resource_id = s.resource_id or n.taken && tstzrange(s.starts_at - n.before, s.ends_at + n.after))
    and not exists (select from pool p where p.schedule_id = n.schedule_id and p.no = n.no and p.resource_id <> s.resource_id
      and not coalesce(p.blocked && tstzrange(s.starts_at - n.before, s.ends_at + n.after), false)
      and p.capacity - p.seats >= (select count(*) from unnest(p.lanes) lane where lane && tstzrange(s.starts_at - n.before, s.ends_at + n.after))))`;
