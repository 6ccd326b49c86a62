import sql, { type Sql as Part } from "sql-template-tag";

/**
 * Whether slot `s` has a live booking: then it is never removed. Bookings are indexed by their
 * slot's start.
 */
export const slotIsBooked = (tenantId: string): Part => sql`exists (select 1 from booking b
  where b.tenant_id = ${tenantId} and b.resource_id = s.resource_id and b.slot_id = s.id and b.starts_at = s.starts_at and is_live(b.status))`;
