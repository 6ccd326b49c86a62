import sql, { type Sql as Part } from "sql-template-tag";
import type { DeskCustomer } from "~/contract/booking-inputs";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { keepFormerRecord } from "../../customers/customer-alias.sql";
import type { BookingRow } from "../read/booking-row";

/**
 * Creates or updates the record of the guest that staff name for a booking: the record with their
 * email address; without an address the booking's own guest if that one has none either, else a new
 * record. Returns its id, or that of the record it was merged into.
 */
export async function keepCustomer(
  db: Sql,
  row: BookingRow,
  customer: DeskCustomer,
): Promise<string> {
  const { name, email = null, phone = null, locale = null, time_zone = null } = customer;
  const { tenant_id } = row;
  const isSame = email === null && row.customer_email === null;
  const isThis = sql`tenant_id = ${tenant_id} and ${isSame ? sql`id = ${row.customer_id}` : sql`email = ${email}`}`;
  const real = row.livemode ? undefined : await findLive(db, isThis);
  if (real !== undefined) return real;
  const id = isSame ? row.customer_id : newId();
  await db.query(keepFormerRecord(tenant_id, isThis, { name, email, phone: phone ?? undefined }));
  const saved = await db.query<{ id: string }>(
    sql`insert into customer (tenant_id, id, email, name, phone, locale, time_zone, livemode, updated_at)
        values (${tenant_id}, ${id}, ${email}, ${name}, ${phone}, ${locale}, ${time_zone}, ${row.livemode}, now())
        on conflict ${isSame ? sql`(tenant_id, id)` : sql`(tenant_id, email)`} do update set name = excluded.name, phone = coalesce(excluded.phone, customer.phone),
          locale = coalesce(excluded.locale, customer.locale), time_zone = coalesce(excluded.time_zone, customer.time_zone), livemode = customer.livemode or excluded.livemode,
          version = customer.version + 1, updated_at = excluded.updated_at
        returning coalesce(merged_into, id) as id`,
  );
  return saved.rows[0]!.id; // inserted or updated: one row
}

/** A live customer named by a test booking, which changes nothing of their record. */
async function findLive(db: Sql, isThis: Part): Promise<string | undefined> {
  const found = await db.query<{ id: string }>(
    sql`select coalesce(merged_into, id) as id from customer where ${isThis} and livemode`,
  );
  return found.rows[0]?.id;
}
