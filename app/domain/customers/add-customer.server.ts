import type { Customer, NewCustomer } from "~/contract/customers";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import {
  ExistingRecord,
  idempotentTransaction,
  type IdempotencyTicket,
} from "~/lib/idempotency.server";
import { writeAudit } from "../audit/write-audit.server";
import { isLiveMode, seesTestDataOnly, type StaffActor } from "../identity/actor";
import { type CustomerRow, toCustomer } from "./customer-row";
import { correctDetails, insertCustomer, lockKnown } from "./customers.sql.server";
import { mayAddCustomers } from "./may-add";

/**
 * An erasure or merge may remove an address between two reads; more than this in a row is not to be
 * expected.
 */
const MAX_TRIES = 3;

/**
 * Adds a customer. A customer known by the address is updated with the given fields instead, as
 * when staff book, so that no address has two records. Throws forbidden_role (people limited to
 * some resources would not see the customer), idempotency_mismatch, idempotency_in_progress.
 */
export async function addCustomer(
  actor: StaffActor,
  input: NewCustomer,
  ticket: IdempotencyTicket | null,
): Promise<Customer | ExistingRecord<Customer>> {
  if (!mayAddCustomers(actor))
    throw new AppError(
      "forbidden_role",
      "You see the guests of your own resources. Book the guest to add them.",
    );
  return idempotentTransaction<Customer | ExistingRecord<Customer>>(ticket, async (db) => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const made = await insertCustomer(db, actor.tenant.id, input, isLiveMode(actor));
      if (made !== undefined) {
        await writeAudit(db, actor, {
          action: "customer.created",
          entity: "customer",
          entity_id: made.id,
        });
        return toCustomer(made, true);
      }
      const known = await lockKnown(db, actor.tenant.id, input.email ?? null);
      if (known?.livemode && seesTestDataOnly(actor))
        throw new AppError("already_exists", "A live customer has this email address.");
      if (known !== undefined)
        return new ExistingRecord(toCustomer(await correctCustomer(db, actor, known, input), true));
    }
    throw new Error("lost every race for the email address");
  });
}

/** Updates the record with the given fields; others stay. */
async function correctCustomer(
  db: Sql,
  actor: StaffActor,
  before: CustomerRow,
  input: NewCustomer,
): Promise<CustomerRow> {
  const { id } = before;
  const details = { ...before, ...given(input) };
  const corrected = await correctDetails(db, before, details, before.livemode || isLiveMode(actor));
  // Only the names of the fields: the log is kept after an erasure.
  const diff = { changed: Object.keys(given(input)) };
  await writeAudit(db, actor, {
    action: "customer.updated",
    entity: "customer",
    entity_id: id,
    diff,
  });
  return corrected;
}

/** The given, non-empty fields. The address identified the customer, so it does not change. */
function given({ email: _email, ...input }: NewCustomer): Partial<Omit<NewCustomer, "email">> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
  );
}
