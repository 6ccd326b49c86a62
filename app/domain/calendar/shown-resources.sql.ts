import sql, { type Sql as Part } from "sql-template-tag";
import { localDateOf } from "~/lib/time";
import { resourceLimit, type StaffActor } from "../identity/actor";

export interface CalendarRange {
  from: Date;
  to: Date;
  /** Only these; empty: the first ones; null: those the person chose before, or the first ones. */
  resource_ids: readonly string[] | null;
  /** The most resources shown. */
  most: number;
  /** How many resources to skip; ignored when there are not that many. */
  skip?: number;
}

/**
 * The start of a calendar's statement: `visible`, `picked` (one row, `list`), `candidate` (the
 * resources that are paged), `shown` and `ids` (one row, `list`: the ids of `shown`). A stored
 * choice none of which still exists is ignored.
 */
export function shownResources(
  actor: StaffActor,
  { resource_ids: wanted, most, skip = 0 }: CalendarRange,
): Part {
  const tenantId = actor.tenant.id;
  const limit = resourceLimit(actor);
  const person = actor.kind === "user" ? actor.user_id : null;
  return sql`visible as (
      select id, name, type, color, capacity, position, hours_id from resource r
      where r.tenant_id = ${tenantId} and r.active and (${limit}::uuid[] is null or r.id = any(${limit}::uuid[]))
      order by r.position, r.id limit 200
    ), picked as materialized (
      select coalesce(json_agg(v.id order by v.position, v.id), '[]') as list, coalesce(array_agg(v.id), '{}') as ids from visible v
      where case when ${wanted}::uuid[] is not null then v.id = any(${wanted}::uuid[]) else coalesce((
        select u.preferences #> '{calendar,resource_ids}' from tenant_user u where u.tenant_id = ${tenantId} and u.id = ${person}::uuid)
          @> to_jsonb(v.id::text), false) end
    ), candidate as materialized (
      select v.* from visible v, picked
      where v.id = any(picked.ids) or (coalesce(cardinality(${wanted}::uuid[]), 0) = 0 and picked.ids = '{}')
    ), shown as materialized (
      select v.* from candidate v order by v.position, v.id
      offset case when ${skip}::int < (select count(*) from candidate) then ${skip}::int else 0 end
      limit ${most}
    ), ids as materialized (select coalesce(array_agg(id), '{}') as list from shown)`;
}

/** The columns of a CalendarPicker. */
export const pickerColumns: Part = sql`(select coalesce(json_agg(json_build_object('id', id, 'name', name, 'color', color) order by position, id), '[]') from visible) as pickable,
      (select list from picked) as picked`;

/** The company's closed days in a range, by the tenant's dates. */
export function closedDaysIn(
  { tenant: { id, time_zone } }: StaffActor,
  { from, to }: Pick<CalendarRange, "from" | "to">,
): Part {
  return sql`(select coalesce(json_agg(json_build_object('date', c.date, 'name', c.name)), '[]') from closed_day c
    where c.tenant_id = ${id} and c.date >= ${localDateOf(from.getTime(), time_zone)}::date
      and c.date < ${localDateOf(to.getTime(), time_zone)}::date)`;
}

export const epochMs = (instant: Part): Part =>
  sql`(extract(epoch from ${instant}) * 1000)::bigint`;

/** The place of a booking in its visit of several services, or null. */
export const visitOf = (booking: Part): Part =>
  sql`case when ${booking}.visit_id is not null then json_build_object('id', ${booking}.visit_id, 'no', ${booking}.visit_no, 'of', ${booking}.visit_of) end`;
