import sql from "sql-template-tag";
import type { Customer } from "~/contract/customers";
import { type Sql, transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import { eraseMessagesTo } from "../email/forget-messages.server";
import type { StaffActor } from "../identity/actor";
import { type CustomerRow, toCustomer } from "../customers/customer-row";
import { ERASED_NAME, eraseEventBody, erasedEmail } from "../customers/erased";
import { findCustomer } from "../customers/list-customers.server";

/**
 * Erases who a customer was (GDPR, article 17): his record and what else he was called, what his bookings say of him, their events and
 * the answers of webhook receivers, mails and codes to his addresses, and what the audit log says beyond the fact. Bookings, times and
 * figures stay. A second time nothing more happens.
 * Throws not_found.
 */
export async function eraseCustomer(actor: StaffActor, id: string): Promise<Customer> {
  const tenantId = actor.tenant.id;
  return transaction(async (db) => {
    const before = await findCustomer(db, actor, id, true);
    if (before.erased_at !== null) return toCustomer(before, true);
    const emails = await addressesOf(db, before);
    const erased = await db.query<CustomerRow>(
      sql`update customer set name = ${ERASED_NAME}, email = ${erasedEmail(id)}, phone = null, locale = null, time_zone = null,
          updated_at = now(), erased_at = now() where tenant_id = ${tenantId} and id = ${id} returning *`,
    );
    await db.query(sql`delete from customer_alias where tenant_id = ${tenantId} and customer_id = ${id}`);
    const bookings = await eraseBookings(db, tenantId, id);
    await eraseEvents(db, tenantId, bookings);
    await eraseTraces(db, tenantId, id, bookings, emails);
    await writeAudit(db, actor, { action: "customer.erased", entity: "customer", entity_id: id });
    return toCustomer(erased.rows[0]!, true); // the row locked above
  });
}

/** His present address, those his bookings were made with and those he had before. */
async function addressesOf(db: Sql, { tenant_id, id, email }: CustomerRow): Promise<string[]> {
  const used = await db.query<{ email: string }>(
    sql`select customer_email as email from booking where tenant_id = ${tenant_id} and customer_id = ${id}
        union select email from customer_alias where tenant_id = ${tenant_id} and customer_id = ${id}`,
  );
  return [...new Set([email, ...used.rows.map((row) => row.email)])];
}

async function eraseBookings(db: Sql, tenantId: string, customerId: string): Promise<string[]> {
  const locked = await db.query<{ id: string }>(
    sql`select id from booking where tenant_id = ${tenantId} and customer_id = ${customerId} order by id for update`,
  );
  const ids = locked.rows.map((row) => row.id);
  await db.query(
    sql`update booking set customer_name = ${ERASED_NAME}, customer_email = ${erasedEmail(customerId)}, customer_phone = null, notes = null,
          answers = '[]', meta = '{}', cancel_reason = null, version = version + 1, updated_at = now()
        where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  );
  return ids;
}

async function eraseEvents(db: Sql, tenantId: string, bookingIds: string[]): Promise<void> {
  // One booking's events at a time: a regular guest has many, and each body may have 64 KB.
  for (const bookingId of bookingIds) {
    const events = await db.query<{ id: string; body: string }>(
      sql`select id, body from event where tenant_id = ${tenantId} and booking_id = ${bookingId} order by id`,
    );
    await db.query(
      sql`update event e set body = n.body
          from unnest(${events.rows.map((row) => row.id)}::uuid[], ${events.rows.map((row) => eraseEventBody(row.body))}::text[]) n (id, body)
          where e.tenant_id = ${tenantId} and e.id = n.id`,
    );
  }
}

/** What was said of him elsewhere. Keys of an audit diff that name a person's data go; what happened to the booking stays. */
async function eraseTraces(db: Sql, tenantId: string, id: string, bookings: string[], emails: string[]): Promise<void> {
  await db.query(
    sql`update webhook_attempt a set response_body = null from webhook_delivery d join event e on e.tenant_id = d.tenant_id and e.id = d.event_id
        where d.tenant_id = ${tenantId} and e.booking_id = any(${bookings}::uuid[]) and a.tenant_id = d.tenant_id and a.delivery_id = d.id`,
  );
  await db.query(
    sql`update audit_row set diff = diff - array['customer', 'name', 'email', 'phone', 'notes', 'answers', 'meta', 'cancel_reason', 'reason']
        where tenant_id = ${tenantId} and ((entity = 'customer' and entity_id = ${id})
          or (entity = 'booking' and entity_id = any(${bookings}::text[])))`,
  );
  for (const email of emails) await eraseMessagesTo(db, tenantId, email);
  await db.query(sql`delete from waitlist_entry where tenant_id = ${tenantId} and email = any(${emails}::text[])`);
  await db.query(
    sql`delete from verification_code where tenant_id = ${tenantId} and destination = any(${emails}::text[])`,
  );
  // Stored answers live for a day; one that speaks of him is not worth keeping.
  await db.query(
    sql`delete from idempotency_key where tenant_id = ${tenantId}
        and exists (select 1 from unnest(${[id, ...bookings]}::text[]) known where position(known in body) > 0)`,
  );
}
