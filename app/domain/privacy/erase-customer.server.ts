import sql from "sql-template-tag";
import type { Customer } from "~/contract/customers";
import { type Sql, transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { checkStands, toCustomer } from "../customers/customer-row";
import { eraseEventBody } from "../customers/erased";
import { findPerson } from "./find-person.sql.server";
import { findCustomer } from "../customers/list-customers.server";
import { eraseAbout, type Person, personalTables } from "../customers/personal-data";

/** Event bodies that are read and held at a time: each may have 64 KB. */
const PAGE = 100;

/**
 * Erases who a customer was (GDPR, article 17), in every table of personal-data.ts, with the records merged into theirs. Bookings, times and figures stay. A second time
 * nothing more happens. Throws not_found, invalid_transition (merged into another).
 */
export async function eraseCustomer(actor: StaffActor, id: string): Promise<Customer> {
  return transaction(async (db) => {
    const before = await findCustomer(db, actor, id, true);
    if (before.erased_at !== null) return toCustomer(before, true);
    checkStands(before);
    const person = await findPerson(db, before);
    for (const table of personalTables) {
      const statement = eraseAbout(table, person);
      await (statement === null ? eraseEvents(db, person) : db.query(statement));
    }
    await writeAudit(db, actor, { action: "customer.erased", entity: "customer", entity_id: id });
    return toCustomer(await findCustomer(db, actor, id), true);
  });
}

async function eraseEvents(db: Sql, person: Person): Promise<void> {
  const { isAbout } = personalTables.find((table) => table.erase === "event_body")!; // one table of the list
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await db.query<{ id: string; body: string }>(
      sql`select t.id, t.body from event t where ${isAbout(person)} and t.id > ${last}::uuid order by t.id limit ${PAGE}`,
    );
    await db.query(
      sql`update event e set body = n.body
          from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => eraseEventBody(row.body))}::text[]) n (id, body)
          where e.tenant_id = ${person.tenant_id} and e.id = n.id`,
    );
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.id; // a full page
  }
}
