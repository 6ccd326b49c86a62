import type { Customer, NewCustomer } from "~/contract/customers";
import { pool } from "~/lib/db.server";
import {
  ExistingRecord,
  type IdempotencyTicket,
  replayStoredAnswer,
} from "~/lib/idempotency.server";
import type { StaffActor } from "../identity/actor";
import { addCustomer } from "./add-customer.server";
import { findKnown, type KnownCustomer } from "./find-known.sql.server";

/**
 * Adds a customer, or returns those who have the email address, or unless `separate` the phone
 * number, already. Throws like addCustomer; a repeated ticket throws its stored answer, which would
 * otherwise be found as known.
 */
export async function addUnlessKnown(
  actor: StaffActor,
  input: NewCustomer,
  separate: boolean,
  ticket: IdempotencyTicket,
): Promise<Customer | KnownCustomer[]> {
  await replayStoredAnswer(pool, ticket);
  const known = await findKnown(actor, input);
  const same = known.filter((one) => one.same === "email" || !separate);
  if (same.length > 0) return same;
  const added = await addCustomer(actor, input, ticket);
  // Someone else may have added the same address in between: their record was completed.
  return added instanceof ExistingRecord ? added.record : added;
}
