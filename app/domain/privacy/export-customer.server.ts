import sql from "sql-template-tag";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { auditRow } from "../audit/write-audit.server";
import { type BookingRow, toBooking } from "../bookings/booking-row";
import type { StaffActor } from "../identity/actor";
import { toCustomer } from "../customers/customer-row";
import { findCustomer } from "../customers/list-customers.server";

interface HistoryRow {
  type: string;
  booking_id: string;
  created_at: Date;
}

/**
 * Everything kept about one customer, for himself (GDPR, article 15): his details and what else he was called, his bookings with notes
 * and answers, and what happened to them when. Recorded in the audit log. Throws not_found.
 */
export async function exportCustomer(actor: StaffActor, id: string): Promise<Record<string, unknown>> {
  const tenantId = actor.tenant.id;
  const customer = await findCustomer(pool, actor, id);
  const aliases = await pool.query<{ name: string; email: string; phone: string | null }>(
    sql`select name, email, nullif(phone, '') as phone from customer_alias where tenant_id = ${tenantId} and customer_id = ${id}
        order by name, email, phone`,
  );
  const bookings = await pool.query<BookingRow>(
    sql`select * from booking where tenant_id = ${tenantId} and customer_id = ${id} order by starts_at, id`,
  );
  const history = await pool.query<HistoryRow>(
    sql`select e.type, e.booking_id, e.created_at from event e join booking b on b.tenant_id = e.tenant_id and b.id = e.booking_id
        where b.tenant_id = ${tenantId} and b.customer_id = ${id} order by e.created_at, e.id`,
  );
  await prisma.auditRow.create({
    data: auditRow(actor, { action: "customer.exported", entity: "customer", entity_id: id }),
  });
  return {
    exported_at: toRfc3339(clock.now()),
    company: actor.tenant.name,
    customer: toCustomer(customer, true),
    also_known_as: aliases.rows,
    bookings: bookings.rows.map((row) => toBooking(row, true)),
    history: history.rows.map((row) => ({ ...row, created_at: toRfc3339(row.created_at.getTime()) })),
  };
}
