import sql, { type Sql as Part } from "sql-template-tag";
import type { NewCustomer } from "~/contract/customers";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { endConsentOfFormerNumber } from "../text-consent/write-consent.sql.server";
import { keepFormerRecord } from "./customer-alias.sql";
import type { CustomerRow } from "./customer-row";

const isCustomer = (tenantId: string, id: string): Part =>
  sql`tenant_id = ${tenantId} and id = ${id}`;

/** The new record; undefined if the address is taken. */
export async function insertCustomer(
  db: Sql,
  tenantId: string,
  input: NewCustomer,
  livemode: boolean,
): Promise<CustomerRow | undefined> {
  const {
    name,
    email = null,
    phone = null,
    locale = null,
    time_zone = null,
    notes = null,
    meta = {},
  } = input;
  const made = await db.query<CustomerRow>(
    sql`insert into customer (tenant_id, id, name, email, phone, locale, time_zone, notes, meta, livemode)
        values (${tenantId}, ${newId()}, ${name}, ${email}, ${phone}, ${locale}, ${time_zone}, ${notes}, ${JSON.stringify(meta)}::jsonb,
          ${livemode})
        on conflict (tenant_id, email) do nothing returning *`,
  );
  return made.rows[0];
}

/**
 * Locks the customer with this address, or the one that record was merged into; undefined if that
 * has just changed.
 */
export async function lockKnown(
  db: Sql,
  tenantId: string,
  email: string | null,
): Promise<CustomerRow | undefined> {
  const found = await db.query<{ own: string; id: string }>(
    sql`select id as own, coalesce(merged_into, id) as id from customer where tenant_id = ${tenantId} and email = ${email}::text`,
  );
  const [known] = found.rows;
  if (known === undefined) return undefined;
  const has = known.own === known.id ? sql`email = ${email}::text` : sql`true`;
  const locked = await db.query<CustomerRow>(
    sql`select * from customer where tenant_id = ${tenantId} and id = ${known.id} and erased_at is null and merged_into is null and ${has}
        for update`,
  );
  return locked.rows[0];
}

/** The fields that a correction writes. */
type Details = Pick<CustomerRow, "name" | "phone" | "locale" | "time_zone" | "notes" | "meta">;

/** Updates everything but the address of a locked row; searches still find the previous values. */
export async function correctDetails(
  db: Sql,
  { tenant_id, id, email }: CustomerRow,
  { name, phone, locale, time_zone, notes, meta }: Details,
  livemode: boolean,
): Promise<CustomerRow> {
  const isThis = isCustomer(tenant_id, id);
  await db.query(keepFormerRecord(tenant_id, isThis, { name, email, phone }));
  await endConsentOfFormerNumber(db, tenant_id, id, phone);
  const corrected = await db.query<CustomerRow>(
    sql`update customer set name = ${name}, phone = ${phone}, locale = ${locale}, time_zone = ${time_zone}, notes = ${notes},
        meta = ${JSON.stringify(meta)}::jsonb, livemode = ${livemode}, version = version + 1, updated_at = now() where ${isThis} returning *`,
  );
  return corrected.rows[0]!; // the row is locked
}

/** Updates a locked row; searches still find the previous values. */
export async function updateDetails(
  db: Sql,
  { tenant_id, id }: CustomerRow,
  { name, email, phone, locale, time_zone, notes, meta }: Details & Pick<CustomerRow, "email">,
): Promise<CustomerRow> {
  const isThis = isCustomer(tenant_id, id);
  await db.query(keepFormerRecord(tenant_id, isThis, { name, email, phone }));
  await endConsentOfFormerNumber(db, tenant_id, id, phone);
  const updated = await db.query<CustomerRow>(
    sql`update customer set name = ${name}, email = ${email}, phone = ${phone}, locale = ${locale}, time_zone = ${time_zone}, notes = ${notes},
        meta = ${JSON.stringify(meta)}::jsonb, version = version + 1, updated_at = now() where ${isThis} returning *`,
  );
  return updated.rows[0]!; // the row is locked
}
