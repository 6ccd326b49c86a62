import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

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

/**
 * The busy times of resources, those that touch or overlap as one, apart by whether they can be booked. Titles come of `own`'s calendars, and only
 * where they keep them now.
 */
export async function findBusySpans(
  tenantId: string,
  {
    resource_ids,
    from,
    to,
    own,
  }: { resource_ids: string[]; from: Date; to: Date; own: string | null },
): Promise<BusySpan[]> {
  const found = await pool.query<BusySpan>(sql`
    with each as (
      select k.resource_id, k.mode, k.id as calendar_id, coalesce(u.name, '') as user_name, b.starts_at, b.ends_at, b.external_id || ' ' || b.instance as event,
        case when c.user_id = ${own}::uuid and k.keeps_titles then encode(b.title, 'base64') end as title
      from busy b
      join connected_calendar k on k.tenant_id = ${tenantId} and k.id = b.calendar_id and k.checks
      join calendar_connection c on c.tenant_id = ${tenantId} and c.id = k.connection_id and c.state <> 'disconnecting'
      left join tenant_user u on u.tenant_id = ${tenantId} and u.id = c.user_id
      where b.tenant_id = ${tenantId} and k.resource_id = any(${resource_ids}::uuid[]) and b.starts_at < ${to} and b.ends_at > ${from}),
    marked as (
      select *, coalesce(starts_at > max(ends_at) over (partition by resource_id, mode order by starts_at, ends_at, calendar_id, event
        rows between unbounded preceding and 1 preceding), true) as begins from each),
    numbered as (
      select *, count(*) filter (where begins) over (partition by resource_id, mode order by starts_at, ends_at, calendar_id, event rows unbounded preceding) as span
      from marked)
    select resource_id, mode, min(starts_at) as starts_at, max(ends_at) as ends_at,
      array_agg(distinct calendar_id) as calendar_ids, array_agg(distinct user_name) as user_names,
      coalesce(jsonb_agg(jsonb_build_object('calendar_id', calendar_id, 'sealed', title) order by starts_at) filter (where title is not null), '[]') as titles
    from numbered group by resource_id, mode, span order by resource_id, min(starts_at), mode limit 5000`);
  return found.rows;
}
