import sql, { empty } from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

export interface BusySpan {
  resource_id: string;
  starts_at: Date;
  ends_at: Date;
  mode: "hard" | "advise";
  calendar_ids: string[];
  user_names: string[];
  /** Encrypted, of the caller's own calendars. */
  titles: { calendar_id: string; sealed: string }[];
}

export interface SpanQuery {
  resource_ids: string[];
  from: Date;
  to: Date;
  /** The user whose titles are included. */
  own: string | null;
  most: number;
  /** The last one of the previous page. */
  after?: { resource_id: string; starts_at: Date; mode: string };
}

/**
 * The busy times of resources with the minutes around their events. Touching or overlapping ones
 * are merged, separately by whether they block booking. Titles are included for calendars of `own`
 * that store them at present. Reads resource by resource through the index busy_time, so that those
 * after the last of `most` are not read.
 */
export async function findBusySpans(
  db: Sql,
  tenantId: string,
  { resource_ids, from, to, own, most, after }: SpanQuery,
): Promise<BusySpan[]> {
  const [fromResource, behind] =
    after === undefined
      ? [empty, empty]
      : [
          sql`where id >= ${after.resource_id}::uuid`,
          sql`where (r.id, m.starts_at, m.mode) > (${after.resource_id}::uuid, ${after.starts_at}::timestamptz, ${after.mode}::text)`,
        ];
  const found = await db.query<BusySpan>(sql`
    select r.id as resource_id, m.*
    from (select distinct id from unnest(${resource_ids}::uuid[]) id ${fromResource} order by id) r
    cross join lateral (
      with each as (
        select k.mode, k.id as calendar_id, coalesce(u.name, '') as user_name, b.external_id || ' ' || b.instance as event,
          b.starts_at - make_interval(mins => k.minutes_before) as starts_at, b.ends_at + make_interval(mins => k.minutes_after) as ends_at,
          case when c.user_id = ${own}::uuid and k.keeps_titles then encode(b.title, 'base64') end as title
        from connected_calendar k
        join busy b on b.tenant_id = ${tenantId} and b.calendar_id = k.id
          and tstzrange(b.starts_at, b.ends_at) && tstzrange(${from}::timestamptz - make_interval(mins => k.minutes_after),
            ${to}::timestamptz + make_interval(mins => k.minutes_before))
        join calendar_connection c on c.tenant_id = ${tenantId} and c.id = k.connection_id and c.state <> 'disconnecting'
        left join tenant_user u on u.tenant_id = ${tenantId} and u.id = c.user_id
        where k.tenant_id = ${tenantId} and k.resource_id = r.id and k.checks),
      marked as (
        select *, coalesce(starts_at > max(ends_at) over (partition by mode order by starts_at, ends_at, calendar_id, event
          rows between unbounded preceding and 1 preceding), true) as begins from each),
      numbered as (
        select *, count(*) filter (where begins) over (partition by mode order by starts_at, ends_at, calendar_id, event rows unbounded preceding) as span
        from marked)
      select mode, min(starts_at) as starts_at, max(ends_at) as ends_at,
        array_agg(distinct calendar_id) as calendar_ids, array_agg(distinct user_name) as user_names,
        coalesce(jsonb_agg(jsonb_build_object('calendar_id', calendar_id, 'sealed', title) order by starts_at) filter (where title is not null), '[]') as titles
      from numbered group by mode, span) m
    ${behind} order by r.id, m.starts_at, m.mode limit ${most}`);
  return found.rows;
}
