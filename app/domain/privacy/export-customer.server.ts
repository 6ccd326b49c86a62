import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import { type BookingRow, toBooking } from "../bookings/read/booking-row";
import type { Person } from "../customers/about-person.sql";
import { checkIsActive, type CustomerRow, toCustomer } from "../customers/customer-row";
import { findCustomer } from "../customers/list-customers.sql.server";
import { type PersonalTable, personalTables } from "../customers/personal-data.sql";
import type { StaffActor } from "../identity/actor";
import { findPerson } from "./find-person.sql.server";
import { nextPage, readRows, roundsOf } from "./walk-person.sql.server";

/** Rows examined and held at a time: a message may have a hundred kilobytes. */
const PAGE = 250;

/** Records with a wire format; the others are exported as stored. */
const present: Record<string, (row: Record<string, unknown>) => unknown> = {
  booking: (row) => {
    const { location: _location, ...booking } = toBooking(row as unknown as BookingRow, true, true); // all columns of its table
    return booking; // the location is the service's, not the guest's data
  },
  event: ({ body, ...row }) => ({ ...row, body: JSON.parse(String(body)) as unknown }),
};

/**
 * Everything stored about one customer, for themselves (GDPR, article 15): a list for each table of
 * personal-data.sql.ts, as chunks of one JSON object. Read page by page, each a separate snapshot,
 * without locks. Recorded in the audit log. Throws not_found, invalid_transition (merged into
 * another).
 */
export async function exportCustomer(
  actor: StaffActor,
  id: string,
): Promise<AsyncGenerator<string>> {
  const customer = await findCustomer(pool, actor, id);
  if (customer.merged_into !== null) checkIsActive(customer);
  const person = await heavyRead(actor.tenant.id, (db) => findPerson(db, customer));
  await writeAudit(pool, actor, { action: "customer.exported", entity: "customer", entity_id: id });
  return write(actor, customer, person);
}

async function* write(
  actor: StaffActor,
  customer: CustomerRow,
  person: Person,
): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(toRfc3339(clock.now()))},"company":${JSON.stringify(actor.tenant.name)}`;
  for (const table of personalTables) {
    if (table.table === "customer") continue;
    yield `,${JSON.stringify(table.export.name)}:`;
    yield* jsonList(rowsOf(table, person), present[table.table] ?? ((row) => row));
  }
  yield `,"customer":${JSON.stringify(toCustomer(customer, true))},"merged_records":`;
  const records = rowsOf(
    personalTables.find(({ table }) => table === "customer")!,
    person,
  ); // one of the list
  yield* jsonList(records, (row) => toCustomer(row as unknown as CustomerRow, true), customer.id); // all columns of its table
  yield "}";
}

async function* jsonList(
  pages: AsyncGenerator<Record<string, unknown>[]>,
  show: (row: Record<string, unknown>) => unknown,
  without?: string,
): AsyncGenerator<string> {
  let before = "[";
  for await (const rows of pages)
    for (const row of rows) {
      if (without !== undefined && row["id"] === without) continue;
      yield before + JSON.stringify(show(row));
      before = ",";
    }
  yield before === "[" ? "[]" : "]";
}

/**
 * A table's rows about the person, without duplicates, although they may be found in several ways.
 */
async function* rowsOf(
  table: PersonalTable,
  person: Person,
): AsyncGenerator<Record<string, unknown>[]> {
  const seen = new Set<unknown>();
  for (const round of roundsOf(table)) {
    let place: string | null = "";
    while (place !== null) {
      const after: string = place;
      const read = await heavyRead(
        person.tenant_id,
        async (db) => {
          const { where, next } = await nextPage(db, person, round, after, PAGE);
          const rows = await readRows(db, person.tenant_id, table, where);
          return { rows, next };
        },
        { patient: true },
      );
      yield table.lookups !== undefined
        ? read.rows.flatMap((row) => withoutSeen(row, seen))
        : read.rows;
      place = read.next;
    }
  }
}

function withoutSeen(
  { row_id, ...row }: Record<string, unknown>,
  seen: Set<unknown>,
): Record<string, unknown>[] {
  if (seen.has(row_id)) return [];
  seen.add(row_id);
  return [row];
}
