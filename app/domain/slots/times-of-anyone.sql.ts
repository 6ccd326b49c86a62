import sql, { type Sql as Part } from "sql-template-tag";
import { ANYONE } from "~/contract/fields";
import type { AvailabilityQuery } from "~/contract/slots";

/** Whether the query is for times when any of a schedule's resources is free. */
export const isOfAnyone = ({ resource_id }: AvailabilityQuery): boolean =>
  resource_id?.includes(ANYONE) ?? false;
/** null: all that this caller may see, restricted to the schedule's when querying for anyone. */
export const namedResources = (query: AvailabilityQuery): string[] | null =>
  isOfAnyone(query) ? null : (query.resource_id ?? null);

const NEAREST_FIRST = [
  "held",
  "full",
  "need_taken",
  "daily_limit",
  "weekly_limit",
  "monthly_limit",
  "party_too_large",
];
const nearness = sql`coalesce(array_position(${NEAREST_FIRST}::text[], c.reason), 9)`;

/**
 * For anyone, one row per start: a bookable slot at the lowest price, with the most seats left;
 * else the reason closest to free. A booking for anyone costs no more (chooseCandidates). "offset
 * 0" computes each reason once, so that sorting compares numbers.
 */
export const onePerStart = (slots: Part): Part => sql`
  select distinct on (c.starts_at) c.* from (${slots} offset 0) c
  order by c.starts_at, case when c.reason is null then coalesce(c.price_amount, 0) * 1000::bigint - (c.capacity - c.taken) else ${nearness} * 1000000000000 end, c.id`;
