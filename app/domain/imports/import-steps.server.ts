import { type Sql, transaction } from "~/lib/db.server";
import type { Existing, RowUndone } from "./import-row";
import {
  deleteImported,
  fillCustomers,
  type FilledCustomer,
  type ImportedRow,
  insertCustomers,
  lockCustomers,
  lockImported,
  lockPending,
  matchCustomers,
  noteCompleted,
  type PendingRow,
  takeBackFilled,
  whyTheyStay,
  writeOutcomes,
  writeUndone,
} from "./import-steps.sql.server";
import type { ImportKey } from "./imports.sql.server";

/**
 * Imports the next rows after a row number: adds customers, and completes those who exist. Returns
 * the last row's number; null if none is left.
 */
export async function importStep(
  key: ImportKey,
  existing: Existing,
  after: number,
): Promise<number | null> {
  return transaction(async (db) => {
    const rows = await lockPending(db, key, after);
    if (rows.length === 0) return null;
    const { tenant_id } = key;
    const known = await matchCustomers(db, tenant_id, rows);
    const isNew = ({ number, status }: PendingRow) => !known.has(number) && status !== "repeated";
    const first = await insertCustomers(db, tenant_id, rows.filter(isNew));
    // Later rows of the same people, and addresses that someone else took meanwhile.
    const late = rows.filter(({ number }) => !known.has(number) && !first.has(number));
    const found = new Map([...known, ...(await matchCustomers(db, tenant_id, late))]);
    const unmatched = late.filter(({ number }) => !found.has(number));
    const added = new Map([...first, ...(await insertCustomers(db, tenant_id, unmatched))]);

    const filled = existing === "skip" ? [] : await fillOnce(key, db, rows, found);
    const own = new Set([...added.values(), ...(await noteCompleted(db, key, filled))]);
    const filledBy = new Map(
      filled.filter(({ id }) => !own.has(id)).map((customer) => [customer.id, customer]),
    );
    const outcomes = rows.map(({ id, number }): ImportedRow => {
      const made = added.get(number);
      if (made !== undefined)
        return {
          id,
          customer_id: made,
          outcome: "created",
          filled: [],
          version: filled.find((customer) => customer.id === made)?.version ?? 1,
        };
      const customer_id = found.get(number) ?? null;
      const by = customer_id === null ? undefined : filledBy.get(customer_id);
      if (by !== undefined) filledBy.delete(by.id); // by its first row
      return {
        id,
        customer_id,
        outcome: by === undefined ? "kept" : "filled",
        filled: by?.filled ?? [],
        version: by?.version ?? null,
      };
    });
    await writeOutcomes(db, key, outcomes);
    return rows.at(-1)!.number; // not empty
  });
}

/** Completes each customer by the first of these rows that is theirs. */
async function fillOnce(
  { tenant_id }: ImportKey,
  db: Sql,
  rows: readonly PendingRow[],
  found: ReadonlyMap<number, string>,
): Promise<FilledCustomer[]> {
  const firstOf = new Map<string, PendingRow & { customer_id: string }>();
  for (const row of rows) {
    const customer_id = found.get(row.number);
    if (customer_id !== undefined && !firstOf.has(customer_id))
      firstOf.set(customer_id, { ...row, customer_id });
  }
  if (firstOf.size === 0) return [];
  await lockCustomers(db, tenant_id, [...firstOf.keys()]);
  return fillCustomers(db, tenant_id, [...firstOf.values()]);
}

/** Undoes the next imported rows after a row number, as importStep. */
export async function undoStep(key: ImportKey, after: number): Promise<number | null> {
  return transaction(async (db) => {
    const rows = await lockImported(db, key, after);
    if (rows.length === 0) return null;
    const ids = rows.map(({ id }) => id);
    await lockCustomers(
      db,
      key.tenant_id,
      rows.map(({ customer_id }) => customer_id),
    );
    const removed = await deleteImported(db, key, ids);
    const restored = await takeBackFilled(db, key, ids);
    const left = ids.filter((id) => !removed.has(id) && !restored.has(id));
    const why = await whyTheyStay(db, key, left);
    const undone = ids.map((id): { id: string; undone: RowUndone } => {
      if (removed.has(id)) return { id, undone: "removed" };
      return { id, undone: restored.has(id) ? "restored" : (why.get(id) ?? "changed") };
    });
    await writeUndone(db, key, undone);
    return rows.at(-1)!.number; // not empty
  });
}
