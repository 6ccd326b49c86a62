import sql from "sql-template-tag";
import type { Customer, NewCustomer } from "~/contract/customers";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { AlreadyThere, idempotentTransaction, type IdempotencyTicket } from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { writeAudit } from "../audit/write-audit.server";
import { isLiveMode, resourceLimit, type StaffActor } from "../identity/actor";
import { keepFormerRecord } from "./customer-alias.sql";
import { type CustomerRow, toCustomer } from "./customer-row";

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
): Promise<Customer | AlreadyThere<Customer>> {
  if (resourceLimit(actor) !== null)
    throw new AppError("forbidden_role", "You see the guests of your own resources. Book the guest to add them.");
  return idempotentTransaction<Customer | AlreadyThere<Customer>>(ticket, async (db) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const made = await insertCustomer(db, actor, input);
      if (made !== undefined) return toCustomer(made, true);
      const known = await lockKnown(db, actor.tenant.id, input.email ?? null);
      if (known !== undefined)
        return new AlreadyThere(toCustomer(await correctCustomer(db, actor, known, input), true));
    }
    throw new Error("the address was somebody's and nobody's at each look");
  });
}

/** The new record; undefined where the address is somebody's. */
async function insertCustomer(db: Sql, actor: StaffActor, input: NewCustomer): Promise<CustomerRow | undefined> {
  const { name, email = null, phone = null, locale = null, time_zone = null, notes = null, meta = {} } = input;
  const made = await db.query<CustomerRow>(
    sql`insert into customer (tenant_id, id, name, email, phone, locale, time_zone, notes, meta, livemode)
        values (${actor.tenant.id}, ${newId()}, ${name}, ${email}, ${phone}, ${locale}, ${time_zone}, ${notes}, ${JSON.stringify(meta)}::jsonb,
          ${isLiveMode(actor)})
        on conflict (tenant_id, email) do nothing returning *`,
  );
  const [row] = made.rows;
  if (row) await writeAudit(db, actor, { action: "customer.created", entity: "customer", entity_id: row.id });
  return row;
}

/** The customer with this address, or the one that record was merged into, held; undefined where that has just changed. */
async function lockKnown(db: Sql, tenantId: string, email: string | null): Promise<CustomerRow | undefined> {
  const found = await db.query<{ own: string; id: string }>(
    sql`select id as own, coalesce(merged_into, id) as id from customer where tenant_id = ${tenantId} and email = ${email}::text`,
  );
  const [known] = found.rows;
  if (known === undefined) return undefined;
  const has = known.own === known.id ? sql`email = ${email}::text` : sql`true`;
  const locked = await db.query<CustomerRow>(
    sql`select * from customer where tenant_id = ${tenantId} and id = ${known.id} and erased_at is null and merged_into is null and ${has}
        for update`,
  );
  return locked.rows[0];
}

/** The record says from now on what was sent; what was not sent stays. */
async function correctCustomer(
  db: Sql,
  actor: StaffActor,
  before: CustomerRow,
  input: NewCustomer,
): Promise<CustomerRow> {
  const { id } = before;
  const isThis = sql`tenant_id = ${actor.tenant.id} and id = ${id}`;
  const { name, phone, locale, time_zone, notes, meta } = { ...before, ...given(input) };
  await db.query(keepFormerRecord(isThis, { name, email: before.email, phone }));
  const corrected = await db.query<CustomerRow>(
    sql`update customer set name = ${name}, phone = ${phone}, locale = ${locale}, time_zone = ${time_zone}, notes = ${notes},
        meta = ${JSON.stringify(meta)}::jsonb, livemode = ${before.livemode || isLiveMode(actor)}, version = version + 1, updated_at = now() where ${isThis} returning *`,
  );
  // Which fields were sent, never their content: the log is kept after an erasure.
  const diff = { changed: Object.keys(given(input)) };
  await writeAudit(db, actor, { action: "customer.updated", entity: "customer", entity_id: id, diff });
  return corrected.rows[0]!; // the row locked above
}

/** The fields that were sent with something in them. The address is how the customer was found: it is theirs already. */
function given({ email: _email, ...input }: NewCustomer): Partial<Omit<NewCustomer, "email">> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
}
