import sql, { type Sql as Part } from "sql-template-tag";

/** A live booking of slot `s`: such a slot is never removed. Bookings lie under the slot's own start in the index. */
export const slotIsBooked = (tenantId: string): Part => sql`exists (select 1 from booking b
  where b.tenant_id = ${tenantId} and b.resource_id = s.resource_id and b.slot_id = s.id and b.starts_at = s.starts_at and is_live(b.status))`;
