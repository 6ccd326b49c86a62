import { setImmediate } from "node:timers/promises";
import { AppError, notFound } from "~/lib/app-error";
import {
  isConstraint,
  isRetryable,
  pool,
  retryOnConflict,
  type Sql,
  transaction,
} from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { writeAudit } from "../audit/write-audit.server";
import { mayAddCustomers } from "../customers/may-add";
import type { UserActor } from "../identity/actor";
import { checkRow } from "./check-row";
import { guessColumns } from "./guess-columns";
import { findUserActor } from "../identity/find-user-actor.sql.server";
import { enqueue } from "~/jobs/queue.server";
import {
  type FileName,
  findOwnNames,
  hasRowsLeft,
  markRepeatedBookings,
  namesInFile,
} from "./booking-rows.sql.server";
import {
  bookingStep,
  checkBookingRows,
  removeAddedCustomers,
  undoBookingStep,
} from "./booking-steps.server";
import { type ColumnFields, DATE_FIELDS, type ImportKind } from "./import-fields";
import { IMPORT_STEP, MAX_NAMES } from "./import-limits";
import type { Existing, ImportCounts, ImportRecord, NameKind } from "./import-row";
import { importStep, undoStep } from "./import-steps.server";
import { findOwn } from "./own-names";
import { type DateOrder, orderOf } from "./read-moment";
import type { TableRow } from "./read-table";
import { nameKey } from "./read-values";
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

// An import of customers or bookings: the file's rows are stored, read by the chosen columns (the
// dry run), and imported or undone. Each is done in steps of IMPORT_STEP rows, and each step can be
// repeated: a form sent twice, or again after a crash, continues with the rows that are left.
// Bookings take longer: the first step is done immediately, the others by a job.

/** Rows whose cells help to recognise a column. */
const SAMPLE_ROWS = 50;
/** Rows whose dates tell the order of day and month. */
const DATED_ROWS = 500;

export interface ImportFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * Stores a CSV file, guesses its columns and checks its rows. Throws forbidden_role,
 * validation_failed.
 */
export async function startImport(
  actor: UserActor,
  file: ImportFile,
  kind: ImportKind = "customers",
): Promise<string> {
  checkMayImport(actor);
  const { headers, rows } = await parseTable(actor, file.bytes);
  const key = keyOf(actor, newId());
  await transaction((db) =>
    insertImport(db, actor.tenant.id, {
      id: key.id,
      kind,
      user_id: actor.user_id,
      file_name: file.name.slice(-MAX_NAME),
      columns: headers.cells.length,
      rows: rows.length,
    }),
  );
  await insertRows(key, [headers], "headers");
  for (let at = 0; at < rows.length; at += IMPORT_STEP)
    await insertRows(key, rows.slice(at, at + IMPORT_STEP));
  const samples = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  await chooseColumns(actor, key.id, guessColumns(headers.cells, samples, kind));
  return key.id;
}

const MAX_NAME = 120;

/**
 * Chooses which column is which detail, and checks all rows by it. Of bookings also the order of
 * day and month; without one it follows from the dates. Throws not_found, invalid_transition
 * (imported already).
 */
export async function chooseColumns(
  actor: UserActor,
  id: string,
  fields: ColumnFields,
  order?: DateOrder,
): Promise<void> {
  checkMayImport(actor);
  const key = keyOf(actor, id);
  const { columns: width, ...before } = await readImport(actor, id);
  const columns = Array.from({ length: width }, (_none, index) => fields[index] ?? "");
  const isOther = columns.join() !== before.fields.join();
  if (
    before.state === "draft" &&
    !isOther &&
    (order ?? before.settings.order) === before.settings.order
  )
    return;
  const settings =
    before.kind === "customers"
      ? {}
      : { ...before.settings, order: order ?? (await guessOrder(actor, key, columns)) };
  await checkRows(actor, key, { fields: columns, settings });
}

/** By the first rows' dates; if none tells, as the company's country writes it. */
async function guessOrder(
  { tenant }: UserActor,
  key: ImportKey,
  fields: ColumnFields,
): Promise<DateOrder> {
  const { samples } = await firstRows(key, DATED_ROWS);
  const dates = samples.flatMap((cells) =>
    cells.filter((_cell, index) => DATE_FIELDS.includes(fields[index] ?? "")),
  );
  return orderOf(dates) ?? (tenant.currency === "USD" ? "mdy" : "dmy");
}

/** A name of the file with the one of ours that was chosen for it. */
export interface ChosenName {
  name: string;
  /** null: its rows are left out. */
  id: string | null;
}

/**
 * Chooses which names of a file of bookings are which services and resources, and checks all rows
 * by it. Throws not_found, invalid_transition (imported already).
 */
export async function chooseNames(
  actor: UserActor,
  id: string,
  chosen: Record<NameKind, readonly ChosenName[]>,
): Promise<void> {
  checkMayImport(actor);
  const { fields, settings } = await readImport(actor, id);
  const names = {
    service: withChosen(settings.names?.service, chosen.service),
    resource: withChosen(settings.names?.resource, chosen.resource),
  };
  await checkRows(actor, keyOf(actor, id), { fields, settings: { ...settings, names } });
}

function withChosen(
  before: Record<string, string> = {},
  chosen: readonly ChosenName[],
): Record<string, string> {
  const after = new Map(Object.entries(before));
  for (const { name, id } of chosen)
    if (id === null) after.delete(nameKey(name));
    else after.set(nameKey(name), id);
  return Object.fromEntries([...after].slice(-MAX_NAMES));
}

/** A name of the file that is none of ours, or for which one was chosen. */
export interface UnknownName extends Pick<FileName, "name" | "rows"> {
  chosen_id: string | null;
}

/** The most frequent names of a file of bookings that need a choice; `more` are not listed. */
export async function unknownNames(
  actor: UserActor,
  { id, settings }: ImportRecord,
  kind: NameKind,
): Promise<{ names: UnknownName[]; more: number }> {
  const key = keyOf(actor, id);
  const inFile = await namesInFile(key, kind, MAX_NAMES_READ);
  const keys = { service: [], resource: [], [kind]: inFile.map(({ name }) => nameKey(name)) };
  const own = await findOwnNames(pool, actor.tenant.id, keys, settings);
  const chosen = settings.names?.[kind] ?? {};
  const ours = kind === "service" ? own.service : own.resource;
  const wanted = inFile.filter(({ name, unmatched }) => {
    if (Object.hasOwn(chosen, nameKey(name))) return true;
    // A row without a name may have the only one.
    return nameKey(name) === "" ? unmatched > 0 : findOwn(kind, name, ours, settings) === undefined;
  });
  const names = wanted.slice(0, MAX_NAMES).map(({ name, rows }) => ({
    name,
    rows,
    chosen_id: Object.hasOwn(chosen, nameKey(name)) ? chosen[nameKey(name)]! : null,
  }));
  return { names, more: wanted.length - names.length };
}

/** Different names of a file that are looked at. */
const MAX_NAMES_READ = 500;

type Choices = Pick<ImportRecord, "fields" | "settings">;

/** Checks all rows by these choices. */
async function checkRows(actor: UserActor, key: ImportKey, choices: Choices): Promise<void> {
  if (!(await writeColumns(key, choices))) throw notADraft();
  while (await checkStep(actor, key, choices)) await setImmediate();
}

const choicesOf = ({ fields, settings }: Choices): string => {
  const { order, names } = settings;
  const entries = (kind: NameKind) => Object.entries(names?.[kind] ?? {}).sort();
  return JSON.stringify([fields, order, entries("service"), entries("resource")]);
};

/**
 * Checks the next rows; whether there may be more. Ends when someone else made other choices
 * meanwhile, whose own steps continue.
 */
async function checkStep(actor: UserActor, key: ImportKey, choices: Choices): Promise<boolean> {
  const { fields } = choices;
  return transaction(async (db) => {
    const found = await findImport(db, key, true);
    if (found === undefined || choicesOf(found) !== choicesOf(choices)) return false;
    if (found.state !== "reading" && found.state !== "draft") return false;
    const isBookings = found.kind === "bookings";
    const rows = await uncheckedRows(db, key, found.checked);
    if (rows.length === 0) {
      await (isBookings ? markRepeatedBookings(db, key) : markRepeated(db, key));
      await moveImport(db, key, ["reading"], "draft");
      return false;
    }
    const checked = isBookings
      ? await checkBookingRows(db, actor, found, rows)
      : await checkCustomerRows(db, key, fields, rows);
    await writeChecked(db, key, checked);
    return true;
  });
}

async function checkCustomerRows(
  db: Sql,
  key: ImportKey,
  fields: ColumnFields,
  rows: readonly TableRow[],
): Promise<CheckedRow[]> {
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
  return read.map((row): CheckedRow => {
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
  const { kind, state } = await readImport(actor, id);
  if (state === "done") return countRows(key);
  if (!(await moveImport(pool, key, ["draft", "running"], "running"))) {
    if (await isIn(actor, id, "done")) return countRows(key);
    throw notADraft();
  }
  if (kind === "bookings") return beginWork(actor, key, "run");
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
  const { kind, state } = await readImport(actor, id);
  if (state === "undone") return countRows(key);
  if (!(await moveImport(pool, key, ["running", "done", "undoing"], "undoing"))) {
    if (await isIn(actor, id, "undone")) return countRows(key);
    throw new AppError("invalid_transition", "This file has not been imported.", {
      details: { allowed: [] },
    });
  }
  if (kind === "bookings") return beginWork(actor, key, "undo");
  let after: number | null = 0;
  while (after !== null) after = await undoStep(key, after);
  return finish(actor, key, "undoing", "undone", "customers.import_undone");
}

/** Whether the same form, sent at the same time, has ended the work meanwhile. */
async function isIn(actor: UserActor, id: string, state: ImportRecord["state"]): Promise<boolean> {
  return (await readImport(actor, id)).state === state;
}

type Work = "run" | "undo";
/** The steps of an import of bookings, and its state while they are done and after them. */
const WORKS = {
  run: { step: bookingStep, from: "running", to: "done", action: "bookings.imported" },
  undo: {
    step: undoBookingStep,
    from: "undoing",
    to: "undone",
    action: "bookings.import_undone",
  },
} as const;

/** The first step, and the end if that was all; otherwise a job goes on. */
async function beginWork(actor: UserActor, key: ImportKey, work: Work): Promise<ImportCounts> {
  await WORKS[work].step(actor, key, 0);
  if (await hasRowsLeft(pool, key, work)) {
    await enqueueStep(actor, key);
    return countRows(key);
  }
  return finishWork(actor, key, work);
}

async function finishWork(actor: UserActor, key: ImportKey, work: Work): Promise<ImportCounts> {
  const { from, to, action } = WORKS[work];
  if (work === "undo") await removeAddedCustomers(key);
  return finish(actor, key, from, to, action);
}

const enqueueStep = ({ user_id }: UserActor, { tenant_id, id }: ImportKey): Promise<void> =>
  enqueue(
    "imports.step",
    { tenant_id, import_id: id, user_id },
    { singletonKey: `${tenant_id} ${id}` },
  );

/**
 * The job: one more step of an import of bookings or of its undo, and the next job if rows are left.
 * It works as the person who began it, with their present role.
 */
export async function continueImport(
  tenantId: string,
  importId: string,
  userId: string,
): Promise<void> {
  const key = { tenant_id: tenantId, id: importId };
  const found = await findImport(pool, key);
  const work = found?.state === "running" ? "run" : found?.state === "undoing" ? "undo" : null;
  const actor = work === null ? null : await findUserActor(tenantId, userId);
  // Otherwise it stays unfinished until someone continues it.
  if (work === null || actor === null || !mayAddCustomers(actor)) return;
  await WORKS[work].step(actor, key, 0);
  if (await hasRowsLeft(pool, key, work)) await enqueueStep(actor, key);
  else await finishWork(actor, key, work);
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
    const entity = action.startsWith("bookings.") ? "booking" : "customer";
    const diff = to === "done" ? diffOf(entity, outcome, status.problem) : undoneOf(entity, undone);
    await writeAudit(db, actor, { action, entity, entity_id: null, diff });
  });
  return counts;
}

function diffOf(
  entity: "booking" | "customer",
  { created, filled, kept, booked, refused }: ImportCounts["outcome"],
  problems: number,
) {
  return entity === "customer"
    ? { created, filled, kept, problems }
    : { created, booked, kept, refused, problems };
}

function undoneOf(
  entity: "booking" | "customer",
  { removed, restored, booked, changed, cancelled }: ImportCounts["undone"],
) {
  return entity === "customer"
    ? { removed, restored, booked, changed }
    : { removed, cancelled, changed };
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
