import sql, { type Sql as Part } from "sql-template-tag";

// A search must find a guest by whatever his bookings call him. What that is beyond his record is kept in customer_alias.

/**
 * Keeps the record `whose` (a condition on customer) as an alias before it is corrected to say `now`, when that loses something of it.
 * A phone of undefined stays as it is.
 */
export function keepFormerRecord(
  whose: Part,
  now: { name: string; email: string; phone: string | null | undefined },
): Part {
  const isAnotherPhone =
    now.phone === undefined ? sql`false` : sql`coalesce(phone, '') not in ('', ${now.phone ?? ""})`;
  return sql`insert into customer_alias (tenant_id, customer_id, name, email, phone)
    select tenant_id, id, name, email, coalesce(phone, '') from customer
    where ${whose} and (name <> ${now.name} or email <> ${now.email} or ${isAnotherPhone}) on conflict do nothing`;
}

/** Keeps what somebody who may not correct the record `whose` (a condition on customer) called the guest, when the record does not say it. */
export function keepOtherName(whose: Part, given: { name: string; email: string; phone: string | null }): Part {
  const phone = given.phone ?? "";
  return sql`insert into customer_alias (tenant_id, customer_id, name, email, phone)
    select tenant_id, id, ${given.name}, ${given.email}, ${phone} from customer
    where ${whose} and (name <> ${given.name} or email <> ${given.email} or ${phone} not in ('', coalesce(phone, '')))
    on conflict do nothing`;
}
