import type { CustomerField, CustomerWithBookings, MergeCustomer } from "~/contract/customers";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { type Sql, transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import { seesTestDataOnly, type StaffActor } from "../identity/actor";
import { endConsentOfFormerNumber } from "../text-consent/write-consent.sql.server";
import { checkIsActive } from "./customer-row";
import { findCustomer, getCustomer } from "./list-customers.sql.server";
import {
  copyDetails,
  findMergedInto,
  lockBoth,
  type MergeRow,
  reassignTo,
  detachRecord,
} from "./merges.sql.server";

// A merged record stays unchanged and points to its customer (merged_into). Its bookings become
// that customer's, each with the record it was made for (merged_from), so that lists and figures
// need no special case and an undo restores every booking. Details taken from it are swapped, so
// that nothing is lost. Guests who book with its address are resolved to the customer it points to.

/**
 * Merges another record of the same person into a customer. Throws not_found, validation_failed
 * (itself), invalid_transition (erased or merged).
 */
export async function mergeCustomer(
  actor: StaffActor,
  id: string,
  input: MergeCustomer,
): Promise<CustomerWithBookings> {
  const { from_id, take } = input;
  if (from_id === id)
    throw invalidField("from_id", "Choose another customer: this is the same record.", "same");
  await transaction(async (db) => {
    const [to, from] = await lockRecords(db, actor, id, from_id);
    checkIsActive(to);
    checkIsActive(from);
    if (take.includes("phone")) await endConsentOfFormerNumber(db, to.tenant_id, to.id, from.phone);
    await swapDetails(db, to, from, take);
    const bookings = await reassignTo(db, to, from, take);
    const diff = { merged: [null, from_id], changed: take, bookings };
    await writeAudit(db, actor, {
      action: "customer.merged",
      entity: "customer",
      entity_id: id,
      diff,
    });
  });
  return getCustomer(actor, id);
}

/**
 * Undoes a merge: the record gets back its details and bookings, and those made with its address
 * since. Throws not_found, invalid_transition (not merged, or erased with the other).
 */
export async function unmergeCustomer(
  actor: StaffActor,
  id: string,
): Promise<CustomerWithBookings> {
  await transaction(async (db) => {
    const into = await mergedInto(db, actor, id);
    const [to, from] = await lockRecords(db, actor, into, id);
    if (from.merged_into !== into || from.erased_at !== null) throw notMerged();
    const { email } = await swapDetails(db, to, from, from.merged_fields);
    await detachRecord(db, into, from, email);
    await writeAudit(db, actor, {
      action: "customer.unmerged",
      entity: "customer",
      entity_id: into,
      diff: { merged: [id, null] },
    });
  });
  return getCustomer(actor, id);
}

const notMerged = () =>
  new AppError("invalid_transition", "This record is not merged into another one.", {
    details: { allowed: [] },
  });

async function mergedInto(db: Sql, actor: StaffActor, id: string): Promise<string> {
  await findCustomer(db, actor, id);
  const into = await findMergedInto(db, actor.tenant.id, id);
  if (into === undefined) throw notFound("Customer", id);
  if (into === null) throw notMerged();
  return into;
}

/** Both records, locked in the order of their ids regardless of the merge's direction. */
async function lockRecords(
  db: Sql,
  actor: StaffActor,
  to: string,
  from: string,
): Promise<[MergeRow, MergeRow]> {
  const rows = await lockBoth(db, actor.tenant.id, [to, from]);
  const [first, second] = [to, from].map((id) => rows.find((row) => row.id === id));
  const isHidden = (row: MergeRow) => row.livemode && seesTestDataOnly(actor);
  if (first === undefined || isHidden(first)) throw notFound("Customer", to);
  if (second === undefined || isHidden(second)) throw notFound("Customer", from);
  return [first, second];
}

/**
 * Swaps details of two records; returns the second one afterwards. An address belongs to one record
 * at any time.
 */
async function swapDetails(
  db: Sql,
  to: MergeRow,
  from: MergeRow,
  fields: CustomerField[],
): Promise<MergeRow> {
  if (fields.length === 0) return from;
  await copyDetails(db, from, { ...from, email: null }, fields);
  await copyDetails(db, to, from, fields);
  await copyDetails(db, from, to, fields);
  return { ...from, ...Object.fromEntries(fields.map((field) => [field, to[field]])) };
}
