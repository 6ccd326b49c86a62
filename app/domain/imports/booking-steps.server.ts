import { NewBooking } from "~/contract/booking-inputs";
import { AppError } from "~/lib/app-error";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { isConstraint, pool, retryOnConflict, type Sql, transaction } from "~/lib/db.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { createBooking } from "../bookings/place/create-booking.server";
import type { OverrideReason } from "../bookings/place/requested-slot";
import { phoneKey } from "../customers/phone-key.sql";
import type { UserActor } from "../identity/actor";
import {
  deleteAdded,
  deleteHistory,
  findOwnNames,
  findRepeated,
  IMPORT_UNDONE,
  holdRunning,
  insertHistory,
  isCancelledByUndo,
  lockImports,
  lockPendingBookings,
  notePlaced,
  type PendingBooking,
  rowsToUndo,
  rowsWithAdded,
  type UndoneBooking,
  findNotErased,
  writeBookingOutcomes,
  writeBookingsUndone,
  type WrittenOutcome,
} from "./booking-rows.sql.server";
import { checkBookingRow } from "./check-booking-row";
import type { RowProblem } from "./check-row";
import type { ImportRecord, RowUndone } from "./import-row";
import { insertCustomers, lockCustomers, matchCustomers } from "./import-steps.sql.server";
import type { CheckedRow, ImportKey } from "./imports.sql.server";
import { matchNames, type ImportedBooking } from "./own-names";
import type { TableRow } from "./read-table";
import { nameKey } from "./read-values";

// An import of bookings, in steps that can be repeated. Past rows are written as history in one
// transaction per step; upcoming ones are placed one by one like any booking of staff.

/** Whether a booking of this time is written as history rather than placed. */
function isHistory({ state, starts_at, ends_at }: ImportedBooking, now: Date): boolean {
  if (state === "cancelled" || new Date(ends_at) <= now) return true;
  return state !== "expected" && new Date(starts_at) <= now;
}

/** Reads rows: their guests, times and names, and whether their bookings exist already. */
export async function checkBookingRows(
  db: Sql,
  { tenant }: UserActor,
  { fields, settings }: ImportRecord,
  rows: readonly (TableRow & { id: string })[],
): Promise<CheckedRow[]> {
  const { time_zone, currency } = tenant;
  const reading = { order: settings.order ?? "dmy", time_zone, currency };
  const read = rows.map((row) => ({ ...row, ...checkBookingRow(row.cells, fields, reading) }));
  const good = read.flatMap((row) => ("booking" in row ? [row] : []));
  const keysOf = (names: string[]) => [...new Set(names.map(nameKey))];
  const keys = {
    service: keysOf(good.map(({ booking }) => booking.service)),
    resource: keysOf(good.map(({ booking }) => booking.resource)),
  };
  const own = await findOwnNames(db, tenant.id, keys, settings);
  const now = await databaseNow(db);
  const guests = good.map(({ number, details: { email, phone } }) => ({
    number,
    email,
    phone_key: phoneKey(phone),
  }));
  const customers = await matchCustomers(db, tenant.id, guests);

  const checked = read.map((row): CheckedRow & { id: string } => {
    const problemRow = (problem: RowProblem, more: Partial<CheckedRow> = {}) => ({
      id: row.id,
      number: row.number,
      status: "problem" as const,
      details: null,
      problem,
      customer_id: null,
      ...more,
    });
    if (!("booking" in row)) return problemRow(row.problem);
    const placed = matchNames(row.booking, own, settings);
    // Its names are kept, so that they can be listed.
    if ("problem" in placed)
      return problemRow(placed.problem, { booking: row.booking as ImportedBooking });
    const { booking } = placed;
    const problem = laterProblem(booking, now, currency);
    if (problem !== null) return problemRow(problem, { booking });
    return {
      id: row.id,
      number: row.number,
      status: isHistory(booking, now) ? "past" : "upcoming",
      details: row.details,
      problem: null,
      customer_id: customers.get(row.number) ?? null,
      booking,
    };
  });
  const wanted = checked.flatMap(({ id, details, customer_id, booking }) =>
    details && booking
      ? [{ id, ...details, phone_key: phoneKey(details.phone), customer_id, booking }]
      : [],
  );
  const repeated = await findRepeated(db, tenant.id, wanted);
  return checked.map((row) => (repeated.has(row.id) ? { ...row, status: "repeated" } : row));
}

/** Problems of a booking that is still to come, and lengths that follow from its service. */
function laterProblem(booking: ImportedBooking, now: Date, currency: string): RowProblem | null {
  if (isHistory(booking, now)) return null;
  const { state } = booking;
  if (state !== "expected") return { field: "status", reason: "not_yet", value: state };
  const isOther = booking.currency !== null && booking.currency !== currency;
  return isOther ? { field: "currency", reason: "invalid", value: booking.currency! } : null;
}

/**
 * Imports the next rows after a row number; returns the last row's number, null if none is left.
 */
export async function bookingStep(
  actor: UserActor,
  key: ImportKey,
  after: number,
): Promise<number | null> {
  const taken = await retryOnConflict(
    () => transaction((db) => takeHistory(db, actor, key, after)),
    (error) => isConstraint(error, "booking_tenant_id_reference_key"),
  );
  if (taken === null) return null;
  for (const row of taken.upcoming) {
    const outcome = await placeRow(actor, key, row);
    if (outcome === null) return null;
    await writeBookingOutcomes(pool, key, [outcome]);
  }
  return taken.last;
}

/** Writes the history of the next rows, and returns those that are still to come. */
async function takeHistory(
  db: Sql,
  { tenant }: UserActor,
  key: ImportKey,
  after: number,
): Promise<{ upcoming: PendingBooking[]; last: number } | null> {
  if (!(await holdRunning(db, key))) return null;
  await lockImports(db, tenant.id);
  const rows = await lockPendingBookings(db, key, after);
  if (rows.length === 0) return null;
  const now = await databaseNow(db);
  const past = rows.filter(({ booking }) => isHistory(booking, now));
  const customers = await matchCustomers(db, tenant.id, past);
  const ids = [...new Set(customers.values())];
  await lockCustomers(db, tenant.id, ids);
  const remain = await findNotErased(db, tenant.id, ids);
  const known = new Map([...customers].filter(([, id]) => remain.has(id)));

  const withKnown = past.map((row) => ({ ...row, customer_id: known.get(row.number) ?? null }));
  const repeated = await findRepeated(db, tenant.id, withKnown);
  const wanted = withKnown.filter(({ id }) => !repeated.has(id));
  const added = await addGuests(
    db,
    tenant.id,
    wanted.filter((row) => row.customer_id === null),
  );
  const made = wanted.flatMap((row) => {
    const customer_id = row.customer_id ?? added.get(row.number)?.id;
    return customer_id === undefined ? [] : [{ ...row, customer_id }];
  });
  await insertHistory(db, { tenant_id: tenant.id, time_zone: tenant.time_zone }, made);
  const outcomes = made.map((row): WrittenOutcome => ({
    id: row.id,
    outcome: "created",
    customer_id: row.customer_id,
    version: added.get(row.number)?.is_new ? 1 : null,
    problem: null,
  }));
  const unchanged = withKnown.filter(({ id }) => repeated.has(id)).map(unchangedRow);
  await writeBookingOutcomes(db, key, [...outcomes, ...unchanged]);
  return {
    upcoming: rows.filter(({ booking }) => !isHistory(booking, now)),
    last: rows.at(-1)!.number, // not empty
  };
}

const unchangedRow = ({
  id,
  customer_id,
}: {
  id: string;
  customer_id: string | null;
}): WrittenOutcome => ({
  id,
  outcome: "kept",
  customer_id,
  version: null,
  problem: null,
});

/**
 * The customers of rows whose guests are none yet: one for rows with the same address or number.
 * `is_new`: this row added them.
 */
async function addGuests(
  db: Sql,
  tenantId: string,
  rows: readonly PendingBooking[],
): Promise<ReadonlyMap<number, { id: string; is_new: boolean }>> {
  // The notes are the booking's.
  const guests = rows.map((row) => ({ ...row, notes: null, status: "new" as const }));
  const firstOf = new Map<string, (typeof guests)[number]>();
  for (const guest of guests) {
    const who = guest.email ?? guest.phone_key ?? guest.id;
    if (!firstOf.has(who)) firstOf.set(who, guest);
  }
  const firsts = [...firstOf.values()];
  const inserted = await insertCustomers(db, tenantId, firsts);
  const late = guests.filter(({ number }) => !inserted.has(number));
  const found = await matchCustomers(db, tenantId, late);
  const guestOf = new Map<number, { id: string; is_new: boolean }>();
  for (const [number, id] of inserted) guestOf.set(number, { id, is_new: true });
  for (const [number, id] of found) guestOf.set(number, { id, is_new: false });
  return guestOf;
}

/** The row's booking exists: `own`, made by an earlier attempt, or another one. */
class AlreadyThere extends Error {
  constructor(readonly by: "own" | "other") {
    super("already there");
  }
}

/** The import is being undone. */
class NotRunning extends Error {}

/**
 * Places a row's booking as staff would, without mails; a refusal becomes the row's problem. null:
 * the import is being undone.
 */
async function placeRow(
  actor: UserActor,
  key: ImportKey,
  row: PendingBooking,
): Promise<WrittenOutcome | null> {
  const { id, name, email, phone, notes, locale, time_zone, booking } = row;
  const tenantId = actor.tenant.id;
  const customer_id = (await matchCustomers(pool, tenantId, [row])).get(row.number) ?? null;
  const minutes = (Date.parse(booking.ends_at) - Date.parse(booking.starts_at)) / 60_000;
  const guest =
    customer_id === null
      ? { customer: { name, email, phone, locale, time_zone } }
      : { customer_id };
  const before = async (db: Sql) => {
    if (!(await holdRunning(db, key))) throw new NotRunning();
    await lockImports(db, tenantId);
    const found = await findRepeated(db, tenantId, [{ ...row, customer_id }]);
    const by = found.get(id);
    if (by !== undefined) throw new AlreadyThere(by);
  };
  const outcome = (
    outcome: WrittenOutcome["outcome"],
    more: Partial<WrittenOutcome> = {},
  ): WrittenOutcome => ({ id, outcome, customer_id, version: null, problem: null, ...more });
  try {
    const input = NewBooking.parse({
      resource_id: booking.resource_id,
      starts_at: booking.starts_at,
      duration_minutes: minutes,
      ...(booking.schedule_id !== null && { schedule_id: booking.schedule_id }),
      ...(booking.price_amount !== null && { price_amount: booking.price_amount }),
      ...guest,
      party_size: booking.party_size,
      notes,
      meta: booking.reference === null ? {} : { import_reference: booking.reference },
      notify: false,
    });
    const made = await createBooking(actor, input, null, { id, source: "import", before });
    return outcome("booked", {
      customer_id: made.customer_id,
      version: customer_id === null ? 1 : null,
    });
  } catch (error) {
    if (error instanceof NotRunning) return null;
    if (error instanceof AlreadyThere) return outcome(error.by === "own" ? "booked" : "kept");
    if (!(error instanceof AppError) || error.status >= 429) throw error;
    const reasons = error.extra.details?.needs_override as OverrideReason[] | undefined;
    const message = error.extra.issues?.[0]?.message ?? error.message;
    const problem: RowProblem = {
      field: "start",
      reason: "refused",
      value: message,
      why: reasons?.[0] ?? null,
    };
    return outcome("refused", { problem });
  }
}

/** Undoes the next imported rows after a row number, as bookingStep. */
export async function undoBookingStep(
  actor: UserActor,
  key: ImportKey,
  after: number,
): Promise<number | null> {
  await notePlaced(key);
  const rows = await rowsToUndo(key, after);
  if (rows.length === 0) return null;
  const history = rows.filter(({ outcome }) => outcome === "created");
  await transaction(async (db) => {
    const removed = await deleteHistory(
      db,
      key,
      history.map(({ id }) => id),
    );
    const undone = history.map(({ id, status }): { id: string; undone: RowUndone } => ({
      id,
      undone: removed.has(id) || status === null ? "removed" : "changed",
    }));
    await writeBookingsUndone(db, key, undone);
  });
  for (const row of rows.filter(({ outcome }) => outcome === "booked"))
    await writeBookingsUndone(pool, key, [{ id: row.id, undone: await cancelRow(actor, row) }]);
  return rows.at(-1)!.number; // not empty
}

/** Cancels a row's booking without mails, unless it was changed since. */
async function cancelRow(actor: UserActor, row: UndoneBooking): Promise<RowUndone> {
  if (row.status === null) return "removed";
  if (row.status === "cancelled")
    return row.cancel_reason_code === IMPORT_UNDONE ? "cancelled" : "changed";
  const change = {
    status: "cancelled",
    reason_code: IMPORT_UNDONE,
    notify: false,
    version: 1,
  } as const;
  try {
    await changeBookingStatus(actor, row.id, change, null);
    return "cancelled";
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 429) throw error;
    if (error.code === "not_found") return "removed";
    // Another worker may have cancelled it.
    return (await isCancelledByUndo(actor.tenant.id, row.id)) ? "cancelled" : "changed";
  }
}

/** Removes customers whom the import added and who have no booking left. */
export async function removeAddedCustomers(key: ImportKey): Promise<void> {
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await transaction(async (db) => {
      const rows = await rowsWithAdded(db, key, from);
      if (rows.length === 0) return null;
      const customers = rows.map(({ customer_id }) => customer_id);
      await lockCustomers(db, key.tenant_id, customers);
      await deleteAdded(
        db,
        key,
        rows.map(({ id }) => id),
      );
      return rows.at(-1)!.number; // not empty
    });
  }
}
