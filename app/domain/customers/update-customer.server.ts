import sql from "sql-template-tag";
import type { Customer, CustomerPatch } from "~/contract/customers";
import { AppError } from "~/lib/app-error";
import { isConstraint, transaction } from "~/lib/db.server";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { seesContacts, type StaffActor } from "../identity/actor";
import { keepFormerRecord } from "./customer-alias.sql";
import { checkStands, type CustomerRow, toCustomer } from "./customer-row";
import { findCustomer } from "./list-customers.sql.server";

/**
 * Corrects a customer's details; bookings keep what was true when they were made, and a search finds them by it. Throws not_found, already_exists (the address is
 * another customer's), invalid_transition (erased or merged), version_conflict.
 */
export async function updateCustomer(
  actor: StaffActor,
  id: string,
  { version, ...patch }: CustomerPatch,
): Promise<Customer> {
  try {
    return await transaction(async (db) => {
      const before = await findCustomer(db, actor, id, true);
      checkStands(before);
      if (version !== undefined && version !== before.version)
        throw new AppError("version_conflict", "Someone else has changed this customer. Compare, and save again.");
      const changed = Object.keys(changedFields({ ...before }, patch));
      if (changed.length === 0) return toCustomer(before, seesContacts(actor));
      const { name, email, phone, locale, time_zone, notes, meta } = { ...before, ...patch };
      const isThis = sql`tenant_id = ${actor.tenant.id} and id = ${id}`;
      await db.query(keepFormerRecord(isThis, { name, email, phone }));
      const updated = await db.query<CustomerRow>(
        sql`update customer set name = ${name}, email = ${email}, phone = ${phone}, locale = ${locale}, time_zone = ${time_zone}, notes = ${notes},
            meta = ${JSON.stringify(meta)}::jsonb, version = version + 1, updated_at = now() where ${isThis} returning *`,
      );
      // Which fields, never their content: the log is kept after an erasure.
      await writeAudit(db, actor, { action: "customer.updated", entity: "customer", entity_id: id, diff: { changed } });
      return toCustomer(updated.rows[0]!, seesContacts(actor)); // the row locked above
    });
  } catch (error) {
    if (isConstraint(error, "customer_tenant_id_email_key"))
      throw new AppError("already_exists", "Another customer already has this e-mail address.");
    throw error;
  }
}
