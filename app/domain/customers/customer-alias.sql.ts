import sql, { type Sql as Part } from "sql-template-tag";

/**
 * A search must find a guest by whatever their bookings call them; what that is beyond their record is kept in customer_alias. Keeps the
 * record `whose` (a condition on customer that names the tenant) as an alias before it is corrected to say `now`, when that loses something of it.
 * A phone of undefined stays as it is.
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
