import { clock } from "~/lib/clock";
import { transaction } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import { type BookingRow, toBooking } from "../bookings/booking-row";
import type { StaffActor } from "../identity/actor";
import { checkStands, type CustomerRow, toCustomer } from "../customers/customer-row";
import { findPerson } from "./find-person.sql.server";
import { findCustomer } from "../customers/list-customers.server";
import { personalTables, selectAbout } from "../customers/personal-data";

/** Records that have a form of their own on the wire; the rest leave as they are kept. */
const present: Record<string, (row: Record<string, unknown>) => unknown> = {
  booking: (row) => toBooking(row as unknown as BookingRow, true, true), // all columns of its table
  event: ({ body, ...row }) => ({ ...row, body: JSON.parse(String(body)) as unknown }),
};

/**
 * Everything kept about one customer, for themselves (GDPR, article 15): what the tables of personal-data.ts hold, a list for each.
 * Recorded in the audit log. Throws not_found, invalid_transition (merged into another).
 */
export async function exportCustomer(actor: StaffActor, id: string): Promise<Record<string, unknown>> {
  return transaction(async (db) => {
    const customer = await findCustomer(db, actor, id);
    if (customer.merged_into !== null) checkStands(customer);
    const person = await findPerson(db, customer);
    const lists: Record<string, unknown> = {};
    for (const table of personalTables) {
      const { rows } = await db.query<Record<string, unknown>>(selectAbout(table, person));
      lists[table.export.name] = rows.map(present[table.table] ?? ((row) => row));
    }
    await writeAudit(db, actor, { action: "customer.exported", entity: "customer", entity_id: id });
    return {
      exported_at: toRfc3339(clock.now()),
      company: actor.tenant.name,
      ...lists,
      customer: toCustomer(customer, true),
      merged_records: (lists["customer"] as CustomerRow[]) // rows of its table
        .filter((row) => row.id !== id)
        .map((row) => toCustomer(row, true)),
    };
  });
}
