import sql, { type Sql as Part } from "sql-template-tag";
import { ANYONE } from "~/contract/fields";
import type { AvailabilityQuery } from "~/contract/slots";

/** Whether times are asked for at which any of a schedule's resources is free. */
export const isOfAnyone = ({ resource_id }: AvailabilityQuery): boolean =>
  resource_id?.includes(ANYONE) ?? false;
/** null: those that this caller may see, of a schedule where it asks for anyone. */
export const namedResources = (query: AvailabilityQuery): string[] | null =>
  isOfAnyone(query) ? null : (query.resource_id ?? null);

/**
 * The slots of anyone of a schedule, as those of some resources are found, but beside all its offers as one row: joined one by one, the offers
 * would cost more than the slots.
 */
export function slotsOfAnyone(
  tenantId: string,
  scheduleId: string | undefined,
  times: Part,
  reason: Part,
): Part {
  return sql`
    select s.id, sc.numbers[array_position(sc.resources, s.resource_id)]::text as offer, s.starts_at, s.ends_at, s.capacity, s.taken, s.price_amount,
      s.currency, ${reason} as reason
    from (select any_of.*, o.resources, o.numbers, o.is_pending
      from (select array_agg(resource_id) as resources, array_agg(n) as numbers, bool_or(pending_from is not null) as is_pending from offers where id is not null) o
      cross join (select * from offers where id is not null limit 1) any_of) sc
    join slot s on s.resource_id = any(sc.resources)
    where s.tenant_id = ${tenantId} and s.schedule_id = ${scheduleId} and ${times} and sc.active
      and (not sc.is_pending or not exists (select from offers p
        where p.resource_id = s.resource_id and s.starts_at >= p.pending_from and s.starts_at < p.pending_until))`;
}

const NEAREST_FIRST = [
  "held",
  "full",
  "daily_limit",
  "weekly_limit",
  "monthly_limit",
  "party_too_large",
];
const nearness = sql`coalesce(array_position(${NEAREST_FIRST}::text[], c.reason), 9)`;

/**
 * Of anyone, each start once: one who can be booked, at the lowest price of those, with most seats; else the reason that is nearest to free.
 * A booking for anyone is not dearer (chooseCandidates). "offset 0": each reason is found once, and what is sorted is numbers.
 */
export const onePerStart = (slots: Part): Part => sql`
  select distinct on (c.starts_at) c.* from (${slots} offset 0) c
  order by c.starts_at, case when c.reason is null then coalesce(c.price_amount, 0) * 1000::bigint - (c.capacity - c.taken) else ${nearness} * 1000000000000 end, c.id`;
