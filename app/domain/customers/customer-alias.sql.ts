import sql, { type Sql as Part } from "sql-template-tag";

/**
 * A search must find a guest by every name in their bookings; those that differ from the record are
 * stored in customer_alias. Keeps the record selected by `whose` (a condition on customer that
 * names the tenant) as an alias before it is updated to `now`, if that would lose something. An
 * undefined phone stays unchanged.
 */
export function keepFormerRecord(
  tenantId: string,
  whose: Part,
  now: { name: string; email: string | null; phone: string | null | undefined },
): Part {
  const phone = now.phone === undefined ? sql`phone` : sql`${now.phone}::text`;
  return sql`insert into customer_alias (tenant_id, customer_id, name, email, phone)
    select ${tenantId}::uuid, id, name, coalesce(email, ''), coalesce(phone, '') from customer
    where ${whose} and not record_says(${now.name}, ${now.email}, ${phone}, name, email, phone) on conflict do nothing`;
}
