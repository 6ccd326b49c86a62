import type { Customer, CustomerErasure, ErasedCustomer } from "~/contract/customers";
import { enqueue } from "~/jobs/queue.server";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import { forgetCard } from "../payments/forget-cards.server";
import { cardsOf } from "../payments/old-cards.sql.server";
import { checkIsActive, type CustomerRow, toCustomer } from "../customers/customer-row";
import { findCustomer } from "../customers/list-customers.sql.server";
import { personalTables } from "../customers/personal-data.sql";
import type { StaffActor } from "../identity/actor";
import { eraseStep, erasureParts, partsDone } from "./erasure-steps.server";
import {
  type ErasureRow,
  eraseWhere,
  findErasure,
  findStalled,
  insertErasure,
  lockMerged,
} from "./erasures.sql.server";
import { findPerson } from "./find-person.sql.server";

/** An erasure without progress for this long has lost its worker. */
const SILENT_MINUTES = 2;
const MOST = 200;

/**
 * Erases a customer's personal data (GDPR, article 17) in every table of personal-data.sql.ts,
 * including records merged into theirs. Bookings, times and figures stay. The record itself is
 * erased immediately, so that it cannot be booked, changed or merged any more; the rest follows in
 * steps (`erasure` reports progress). Idempotent. Throws not_found, invalid_transition (merged into
 * another).
 */
export async function eraseCustomer(actor: StaffActor, id: string): Promise<ErasedCustomer> {
  const customer = await transaction((db) => beginErasure(db, actor, id));
  return { ...customer, erasure: await readErasure(actor, id) };
}

async function beginErasure(db: Sql, actor: StaffActor, id: string): Promise<Customer> {
  const tenant_id = actor.tenant.id;
  // Waits for bookings in flight for the record, which will be erased too; later ones find it
  // erased.
  const before = await findCustomer(db, actor, id, true);
  if (before.erased_at !== null) return toCustomer(before, true);
  checkIsActive(before);
  await lockMerged(db, tenant_id, id);
  const known = await findPerson(db, before);
  // After all locks were acquired: everything committed by others so far is older than this.
  const until = (await databaseNow(db)).toISOString();
  const person = { ...known, until };
  await insertErasure(db, tenant_id, id, person, until);
  // While their references are known: the erasure removes them.
  for (const card of await cardsOf(db, tenant_id, person.customer_ids))
    await forgetCard(db, tenant_id, card);
  for (const table of personalTables.filter(({ at_once }) => at_once === true))
    await eraseWhere(db, table, person, table.isAbout!(person)); // these tables have isAbout
  await writeAudit(db, actor, { action: "customer.erased", entity: "customer", entity_id: id });
  await enqueueErasure(tenant_id, id, db);
  return toCustomer(await findCustomer(db, actor, id), true);
}

const enqueueErasure = (tenant_id: string, customer_id: string, db?: Sql): Promise<void> =>
  enqueue(
    "customer.erase",
    { tenant_id, customer_id },
    { singletonKey: customer_id, ...(db && { db }) },
  );

/** The progress of a customer's erasure. Throws not_found. */
export async function readErasure(actor: StaffActor, id: string): Promise<CustomerErasure> {
  const { erased_at } = await findCustomer(pool, actor, id);
  return showErasure(erased_at, await findErasure(actor.tenant.id, id));
}

/**
 * A customer without a separate erasure was erased in one step, by an earlier version or with the
 * record they were merged into.
 */
function showErasure(
  erased_at: CustomerRow["erased_at"],
  erasure: ErasureRow | undefined,
): CustomerErasure {
  const format = (instant: Date | null) => instant && toRfc3339(instant.getTime());
  if (erased_at === null)
    return { state: "none", done: 0, total: erasureParts, asked_at: null, ended_at: null };
  const { stage = "", asked_at = erased_at, ended_at = erased_at } = erasure ?? {};
  const hasEnded = ended_at !== null;
  return {
    state: hasEnded ? "done" : "running",
    done: hasEnded ? erasureParts : partsDone(stage),
    total: erasureParts,
    asked_at: format(asked_at),
    ended_at: format(ended_at),
  };
}

/** The job: continues where it, or another worker, left off. */
export async function runErasure(tenantId: string, customerId: string): Promise<void> {
  while (await eraseStep(tenantId, customerId));
}

/** Resumes erasures whose worker died; returns how many. */
export async function resumeStalledErasures(): Promise<number> {
  const silent = await findStalled(SILENT_MINUTES, MOST);
  for (const { tenant_id, customer_id } of silent) await enqueueErasure(tenant_id, customer_id);
  return silent.length;
}
