import { setImmediate } from "node:timers/promises";
import { AppError, notFound } from "~/lib/app-error";
import { isConstraint, isRetryable, pool, retryOnConflict, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { writeAudit } from "../audit/write-audit.server";
import { mayAddCustomers } from "../customers/may-add";
import type { UserActor } from "../identity/actor";
import { checkRow } from "./check-row";
import { guessColumns } from "./guess-columns";
import type { ColumnFields } from "./import-fields";
import { IMPORT_STEP } from "./import-limits";
import type { Existing, ImportCounts, ImportRecord } from "./import-row";
import { importStep, undoStep } from "./import-steps.server";
import { matchCustomers } from "./import-steps.sql.server";
import {
  type CheckedRow,
  countRows,
  deleteDraft,
  findImport,
  firstRows,
  type ImportKey,
  insertImport,
  insertRows,
  markRepeated,
  moveImport,
  uncheckedRows,
  writeChecked,
  writeColumns,
} from "./imports.sql.server";
import { phoneKey } from "../customers/phone-key.sql";
import { parseTable } from "./table-process.server";

// An import of customers: the file's rows are stored, read by the chosen columns (the dry run), and
// imported or undone. Each is done in steps of IMPORT_STEP rows, and each step can be repeated: a
// form sent twice, or again after a crash, continues with the rows that are left.

/** Rows whose cells help to recognise a column. */
const SAMPLE_ROWS = 50;

export interface ImportFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * Stores a CSV file, guesses its columns and checks its rows. Throws forbidden_role,
 * validation_failed.
 */
export async function startImport(actor: UserActor, file: ImportFile): Promise<string> {
  checkMayImport(actor);
  const { headers, rows } = await parseTable(actor, file.bytes);
  const key = keyOf(actor, newId());
  await transaction((db) =>
    insertImport(db, actor.tenant.id, {
      id: key.id,
      user_id: actor.user_id,
      file_name: file.name.slice(-MOST_NAME),
      columns: headers.cells.length,
      rows: rows.length,
    }),
  );
  await insertRows(key, [headers], "headers");
  for (let at = 0; at < rows.length; at += IMPORT_STEP)
    await insertRows(key, rows.slice(at, at + IMPORT_STEP));
  const samples = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  await chooseColumns(actor, key.id, guessColumns(headers.cells, samples));
  return key.id;
}

const MOST_NAME = 120;

/**
 * Chooses which column is which detail, and checks all rows by it. Throws not_found,
 * invalid_transition (imported already).
 */
export async function chooseColumns(
  actor: UserActor,
  id: string,
  fields: ColumnFields,
): Promise<void> {
  checkMayImport(actor);
  const key = keyOf(actor, id);
  const { columns: width, fields: before, state } = await readImport(actor, id);
  const columns = Array.from({ length: width }, (_none, index) => fields[index] ?? "");
  if (state === "draft" && columns.join() === before.join()) return;
  if (!(await writeColumns(key, columns))) throw notADraft();
  while (await checkStep(key, columns)) await setImmediate();
}

/**
 * Checks the next rows; whether there may be more. Ends when someone else chose other columns
 * meanwhile, whose own steps continue.
 */
async function checkStep(key: ImportKey, fields: ColumnFields): Promise<boolean> {
  return transaction(async (db) => {
    const found = await findImport(db, key, true);
    if (found === undefined || found.fields.join() !== fields.join()) return false;
    if (found.state !== "reading" && found.state !== "draft") return false;
    const rows = await uncheckedRows(db, key, found.checked);
    if (rows.length === 0) {
      await markRepeated(db, key);
      await moveImport(db, key, ["reading"], "draft");
      return false;
    }
    const read = rows.map(({ number, cells }) => ({ number, ...checkRow(cells, fields) }));
    const wanted = read.flatMap((row) =>
      "details" in row
        ? [
            {
              number: row.number,
              email: row.details.email,
              phone_key: phoneKey(row.details.phone),
            },
          ]
        : [],
    );
    const matches = await matchCustomers(db, key.tenant_id, wanted);
    const checked = read.map((row): CheckedRow => {
      const { number } = row;
      if ("problem" in row)
        return {
          number,
          status: "problem",
          details: null,
          problem: row.problem,
          customer_id: null,
        };
      const customer_id = matches.get(number) ?? null;
      const status = customer_id === null ? "new" : "existing";
      return { number, status, details: row.details, problem: null, customer_id };
    });
    await writeChecked(db, key, checked);
    return true;
  });
}

/**
 * Imports the rows without a problem; again continues where it stopped. Throws not_found,
 * invalid_transition (not checked, or undone).
 */
export async function runImport(
  actor: UserActor,
  id: string,
  existing: Existing,
): Promise<ImportCounts> {
  checkMayImport(actor);
  const key = keyOf(actor, id);
  const { state } = await readImport(actor, id);
  if (state === "done") return countRows(key);
  if (!(await moveImport(pool, key, ["draft", "running"], "running"))) throw notADraft();
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await retryOnConflict(() => importStep(key, existing, from), isTakenMeanwhile);
  }
  return finish(actor, key, "running", "done", "customers.imported");
}

/** Someone else took an address that a row was to fill in. */
const isTakenMeanwhile = (error: unknown): boolean =>
  isRetryable(error) || isConstraint(error, "customer_tenant_id_email_key");

/**
 * Undoes an import: removes the customers that it added, and takes back the details that it filled
 * in, unless they were booked or changed since. Again continues where it stopped. Throws not_found,
 * invalid_transition (not imported).
 */
export async function undoImport(actor: UserActor, id: string): Promise<ImportCounts> {
  checkMayImport(actor);
  const key = keyOf(actor, id);
  const { state } = await readImport(actor, id);
  if (state === "undone") return countRows(key);
  if (!(await moveImport(pool, key, ["running", "done", "undoing"], "undoing")))
    throw new AppError("invalid_transition", "This file has not been imported.", {
      details: { allowed: [] },
    });
  let after: number | null = 0;
  while (after !== null) after = await undoStep(key, after);
  return finish(actor, key, "undoing", "undone", "customers.import_undone");
}

/** Ends the work once, with its audit record. */
async function finish(
  actor: UserActor,
  key: ImportKey,
  from: ImportRecord["state"],
  to: ImportRecord["state"],
  action: string,
): Promise<ImportCounts> {
  const counts = await countRows(key);
  await transaction(async (db) => {
    if (!(await moveImport(db, key, [from], to))) return;
    const { outcome, undone, status } = counts;
    const diff = to === "done" ? { ...outcome, problems: status.problem } : { ...undone };
    await writeAudit(db, actor, { action, entity: "customer", entity_id: null, diff });
  });
  return counts;
}

/** Deletes an uploaded file that was not imported. Throws not_found, invalid_transition. */
export async function discardImport(actor: UserActor, id: string): Promise<void> {
  checkMayImport(actor);
  await readImport(actor, id);
  if (!(await deleteDraft(keyOf(actor, id)))) throw notADraft();
}

/** Throws not_found, also for another company's. */
export async function readImport(actor: UserActor, id: string): Promise<ImportRecord> {
  const found = await findImport(pool, keyOf(actor, id));
  if (found === undefined) throw notFound("Import", id);
  return found;
}

export const countImport = (actor: UserActor, id: string): Promise<ImportCounts> =>
  countRows(keyOf(actor, id));

/** The headers and the first rows. */
export const sampleRows = (actor: UserActor, id: string) =>
  firstRows(keyOf(actor, id), SAMPLE_ROWS);

export const keyOf = (actor: UserActor, id: string): ImportKey => ({
  tenant_id: actor.tenant.id,
  id,
});

function checkMayImport(actor: UserActor): void {
  if (!mayAddCustomers(actor))
    throw new AppError(
      "forbidden_role",
      "You see the guests of your own resources. Book the guest to add them.",
    );
}

const notADraft = () =>
  new AppError("invalid_transition", "This file was imported or discarded already.", {
    details: { allowed: [] },
  });
