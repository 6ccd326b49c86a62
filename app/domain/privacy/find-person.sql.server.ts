import sql from "sql-template-tag";
import { toE164 } from "~/contract/contact-details";
import type { Sql } from "~/lib/db.server";
import type { Person } from "../customers/about-person.sql";
import type { CustomerRow } from "../customers/customer-row";

interface Contact {
  email: string | null;
  phone: string | null;
}

/**
 * The identifiers of a customer in all tables: the records merged into theirs, and every address
 * and number they ever gave. Other customers' are found by the expressions of the indexes
 * customer_lower_email and customer_phone_digits. Takes no lock.
 */
export async function findPerson(
  db: Sql,
  { tenant_id, id, email, phone }: CustomerRow,
): Promise<Person> {
  const merged = await db.query<Contact & { id: string }>(
    sql`select id, email, phone from customer where tenant_id = ${tenant_id} and merged_into = ${id} order by id`,
  );
  const customer_ids = [id, ...merged.rows.map((row) => row.id)];
  const booked = await db.query<Contact>(
    sql`select distinct customer_email as email, customer_phone as phone from booking
        where tenant_id = ${tenant_id} and customer_id = any(${customer_ids}::uuid[])`,
  );
  const aliases = await db.query<Contact>(
    sql`select nullif(email, '') as email, nullif(phone, '') as phone from customer_alias where tenant_id = ${tenant_id} and customer_id = any(${customer_ids}::uuid[])`,
  );
  const records = [{ email, phone }, ...merged.rows, ...booked.rows, ...aliases.rows];
  const emails = new Set(records.flatMap((record) => record.email?.toLowerCase() ?? []));
  const typed = records.flatMap((record) => record.phone ?? []);
  const phones = new Set(typed.flatMap((number) => [number, toE164(number) ?? number]));
  const endings = [...new Set([...phones].map((number) => number.replace(/\D/g, "").slice(-9)))];
  const others = await db.query<Contact>(
    sql`select lower(email) as email, null as phone from customer
        where tenant_id = ${tenant_id} and email is not null and lower(email) = any(${[...emails]}::text[]) and id <> all(${customer_ids}::uuid[])
        union all
        select null, phone from customer
        where tenant_id = ${tenant_id} and phone is not null and right(regexp_replace(phone, '\\D', '', 'g'), 9) = any(${endings}::text[])
          and id <> all(${customer_ids}::uuid[])`,
  );
  for (const other of others.rows) {
    if (other.email !== null) emails.delete(other.email);
    for (const number of other.phone === null
      ? []
      : [other.phone, toE164(other.phone) ?? other.phone])
      phones.delete(number);
  }
  return {
    tenant_id,
    customer_id: id,
    customer_ids,
    emails: [...emails],
    phones: [...phones],
    until: null,
  };
}
