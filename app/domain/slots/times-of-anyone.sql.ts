import sql, { type Sql as Part } from "sql-template-tag";
import { ANYONE } from "~/contract/fields";
import type { AvailabilityQuery } from "~/contract/slots";

/** Whether times are asked for at which any of a schedule's resources is free. */
export const isOfAnyone = ({ resource_id }: AvailabilityQuery): boolean => resource_id?.includes(ANYONE) ?? false;
/** null: those that this caller may see, of a schedule where it asks for anyone. */
export const namedResources = (query: AvailabilityQuery): string[] | null =>
  isOfAnyone(query) ? null : (query.resource_id ?? null);

/**
 * Of anyone, each start once: one who can be booked, at the lowest price of those, with most seats; else the reason that is nearest to free.
 * A booking for anyone is not dearer (chooseCandidates).
 */
export const onePerStart = (slots: Part): Part => sql`
  select distinct on (c.starts_at) c.* from (${slots}) c
  order by c.starts_at, array_position(array['held', 'full', 'daily_limit', 'party_too_large', 'closed'], c.reason) nulls first,
    coalesce(c.price_amount, 0), c.capacity - c.taken desc, c.id`;
