import sql, { join, raw } from "sql-template-tag";
import type { CustomerField, CustomerWithBookings, MergeCustomer } from "~/contract/customers";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { type Sql, transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { checkStands, type CustomerRow } from "./customer-row";
import { getCustomer } from "./list-customers.sql.server";

// A merged record stays as it was and points to the customer it belongs to (merged_into). Its bookings are that customer's, each with the
// record it was made for (merged_from): lists and figures need not know of merging, and undoing it gives every booking back. Details that
// are taken from it change places, so that nothing is lost. Guests who book by its address are found as the customer it points to.

/** Merges another record of the same person into a customer. Throws not_found, validation_failed (itself), invalid_transition (erased or merged). */
export async function mergeCustomer(
  actor: StaffActor,
  id: string,
  input: MergeCustomer,
): Promise<CustomerWithBookings> {
  const { from_id, take } = input;
  if (from_id === id) throw invalidField("from_id", "Choose another customer: this is the same record.", "same");
  await transaction(async (db) => {
    const [to, from] = await lockRecords(db, actor, id, from_id);
    checkStands(to);
    checkStands(from);
    const tenant_id = actor.tenant.id;
    await swapDetails(db, to, from, take);
    await db.query(
      sql`update customer set merged_into = ${id}, merged_at = now(), merged_fields = ${take}, version = version + 1, updated_at = now()
          where tenant_id = ${tenant_id} and id = ${from_id}`,
    );
    // Whoever was merged into that record belongs to this customer now; each can still be taken out by itself.
    await db.query(
      sql`update customer set merged_into = ${id}, version = version + 1 where tenant_id = ${tenant_id} and merged_into = ${from_id}`,
    );
    const moved = await db.query(
      sql`update booking set customer_id = ${id}, merged_from = coalesce(merged_from, ${from_id}), version = version + 1, updated_at = now()
          where tenant_id = ${tenant_id} and customer_id = ${from_id}`,
    );
    const diff = { merged: [null, from_id], changed: take, bookings: moved.rowCount };
    await writeAudit(db, actor, { action: "customer.merged", entity: "customer", entity_id: id, diff });
  });
  return getCustomer(actor, id);
}

/**
 * Takes a record out of the customer it was merged into: its details and its bookings are its own again, those made by its address since
 * then too. Throws not_found, invalid_transition (not merged, or erased with the other).
 */
export async function unmergeCustomer(actor: StaffActor, id: string): Promise<CustomerWithBookings> {
  await transaction(async (db) => {
    const into = await mergedInto(db, actor, id);
    const [to, from] = await lockRecords(db, actor, into, id);
    if (from.merged_into !== into || from.erased_at !== null) throw notMerged();
    const tenant_id = actor.tenant.id;
    const { email } = await swapDetails(db, to, from, from.merged_fields);
    await db.query(
      sql`update customer set merged_into = null, merged_at = null, merged_fields = '{}', version = version + 1, updated_at = now()
          where tenant_id = ${tenant_id} and id = ${id}`,
    );
    await db.query(
      sql`update booking set customer_id = ${id}, merged_from = null, version = version + 1, updated_at = now()
          where tenant_id = ${tenant_id} and customer_id = ${into}
            and (merged_from = ${id} or (merged_from is null and customer_email = ${email} and created_at >= ${from.merged_at}))`,
    );
    await writeAudit(db, actor, {
      ...{ action: "customer.unmerged", entity: "customer", entity_id: into },
      diff: { merged: [id, null] },
    });
  });
  return getCustomer(actor, id);
}

type MergeRow = CustomerRow & { merged_fields: CustomerField[] };

const notMerged = () =>
  new AppError("invalid_transition", "This record is not merged into another one.", { details: { allowed: [] } });

async function mergedInto(db: Sql, actor: StaffActor, id: string): Promise<string> {
  const found = await db.query<{ merged_into: string | null }>(
    sql`select merged_into from customer where tenant_id = ${actor.tenant.id} and id = ${id}`,
  );
  if (found.rows[0] === undefined) throw notFound();
  if (found.rows[0].merged_into === null) throw notMerged();
  return found.rows[0].merged_into;
}

/** Both records, locked in the order of their ids whichever way they are merged. */
async function lockRecords(db: Sql, actor: StaffActor, to: string, from: string): Promise<[MergeRow, MergeRow]> {
  const { rows } = await db.query<MergeRow>(
    sql`select * from customer where tenant_id = ${actor.tenant.id} and id = any(${[to, from]}::uuid[]) order by id for update`,
  );
  const [first, second] = [to, from].map((id) => rows.find((row) => row.id === id));
  if (first === undefined || second === undefined) throw notFound();
  return [first, second];
}

/** Lets details of two records change places; the second record as it is then. An address is one record's at any time. */
async function swapDetails(db: Sql, to: MergeRow, from: MergeRow, fields: CustomerField[]): Promise<MergeRow> {
  if (fields.length === 0) return from;
  const write = (row: MergeRow, said: MergeRow) =>
    db.query(
      sql`update customer set ${join(fields.map((field) => sql`${raw(field)} = ${said[field]}`))}, version = version + 1, updated_at = now()
          where tenant_id = ${row.tenant_id} and id = ${row.id}`,
    );
  await write(from, { ...from, email: null });
  await write(to, from);
  await write(from, to);
  return { ...from, ...Object.fromEntries(fields.map((field) => [field, to[field]])) };
}
