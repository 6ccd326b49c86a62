import type { Customer, NewCustomer } from "~/contract/customers";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import {
  ExistingRecord,
  idempotentTransaction,
  type IdempotencyTicket,
} from "~/lib/idempotency.server";
import { writeAudit } from "../audit/write-audit.server";
import { isLiveMode, resourceLimit, seesTestDataOnly, type StaffActor } from "../identity/actor";
import { type CustomerRow, toCustomer } from "./customer-row";
import { correctDetails, insertCustomer, lockKnown } from "./customers.sql.server";

/** An erasure or a merge may take an address away between two looks; that this happens twice in a row is not to be expected. */
const MOST_TRIES = 3;

/**
 * Adds a customer. Who is known by the address is corrected to what was sent, as by a booking of staff, and keeps the rest: no address has
 * two records. Throws forbidden_role (people limited to some resources would not see whom they added), idempotency_mismatch,
 * idempotency_in_progress.
 */
export async function addCustomer(
  actor: StaffActor,
  input: NewCustomer,
  ticket: IdempotencyTicket | null,
): Promise<Customer | ExistingRecord<Customer>> {
  if (resourceLimit(actor) !== null)
    throw new AppError(
      "forbidden_role",
      "You see the guests of your own resources. Book the guest to add them.",
    );
  return idempotentTransaction<Customer | ExistingRecord<Customer>>(ticket, async (db) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
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
    throw new Error("the address was somebody's and nobody's at each look");
  });
}

/** The record says from now on what was sent; what was not sent stays. */
async function correctCustomer(
  db: Sql,
  actor: StaffActor,
  before: CustomerRow,
  input: NewCustomer,
): Promise<CustomerRow> {
  const { id } = before;
  const details = { ...before, ...given(input) };
  const corrected = await correctDetails(db, before, details, before.livemode || isLiveMode(actor));
  // Which fields were sent, never their content: the log is kept after an erasure.
  const diff = { changed: Object.keys(given(input)) };
  await writeAudit(db, actor, {
    action: "customer.updated",
    entity: "customer",
    entity_id: id,
    diff,
  });
  return corrected;
}

/** The fields that were sent with something in them. The address is how the customer was found: it is theirs already. */
function given({ email: _email, ...input }: NewCustomer): Partial<Omit<NewCustomer, "email">> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined && value !== null),
  );
}
