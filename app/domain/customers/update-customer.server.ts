import type { Customer, CustomerPatch } from "~/contract/customers";
import { AppError } from "~/lib/app-error";
import { isConstraint, transaction } from "~/lib/db.server";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { seesContacts, type StaffActor } from "../identity/actor";
import { checkIsActive, toCustomer } from "./customer-row";
import { updateDetails } from "./customers.sql.server";
import { findCustomer } from "./list-customers.sql.server";

/**
 * Corrects a customer's details; bookings keep the values they were made with, and searches still
 * find those. Throws not_found, already_exists (the address is another customer's),
 * invalid_transition (erased or merged), version_conflict.
 */
export async function updateCustomer(
  actor: StaffActor,
  id: string,
  { version, ...patch }: CustomerPatch,
): Promise<Customer> {
  try {
    return await transaction(async (db) => {
      const before = await findCustomer(db, actor, id, true);
      checkIsActive(before);
      if (version !== undefined && version !== before.version)
        throw new AppError(
          "version_conflict",
          "Someone else has changed this customer. Compare, and save again.",
        );
      const changed = Object.keys(changedFields({ ...before }, patch));
      if (changed.length === 0) return toCustomer(before, seesContacts(actor));
      const updated = await updateDetails(db, before, { ...before, ...patch });
      // Only the names of the fields: the log is kept after an erasure.
      await writeAudit(db, actor, {
        action: "customer.updated",
        entity: "customer",
        entity_id: id,
        diff: { changed },
      });
      return toCustomer(updated, seesContacts(actor));
    });
  } catch (error) {
    if (isConstraint(error, "customer_tenant_id_email_key"))
      throw new AppError("already_exists", "Another customer already has this email address.");
    throw error;
  }
}
