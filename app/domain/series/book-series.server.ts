import type { BookingSeries } from "~/contract/booking-series";
import type { Booking } from "~/contract/bookings";
import { enqueue } from "~/jobs/queue.server";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { log } from "~/lib/log.server";
import { findSecretKeyActor } from "../api-keys/find-key.server";
import { inTurn } from "../bookings/place/in-turn.server";
import { queueMailsTogether } from "../email/queue-event-mails.server";
import { hasRole } from "../identity/actor";
import { findUserActor } from "../identity/find-user-actor.sql.server";
import { checkDates } from "./check-series.server";
import {
  bookDate,
  bookNearest,
  isDateRefusal,
  otherTimes,
  reasonOf,
  refusalOfDate,
  type SeriesPlan,
  type SeriesRequest,
  turnOf,
} from "./plan-series.server";
import { readSeries } from "./read-series.server";
import {
  bookedOf,
  customerOfSeries,
  type DateRow,
  endSeries,
  findSeries,
  insertSeries,
  plannedDates,
  readDates,
  readSeriesService,
  type SeriesKey,
  skipDate,
  takeDate,
} from "./series.sql.server";

/** How long a request has for its dates before the job looks after them. */
const JOB_AFTER_MS = 2 * 60_000;

/** Books all dates in one transaction. Throws the refusal of a date that is taken, naming it. */
export async function bookAll(plan: SeriesPlan): Promise<BookingSeries> {
  const { actor, row } = plan;
  await inTurn(turnOf(plan), transaction<void>, async (db) => {
    await bookDates(db, plan);
  });
  return readSeries(actor, row.id);
}

/** Books all dates in the caller's transaction, with one email. Throws like bookAll. */
export async function bookDates(db: Sql, plan: SeriesPlan): Promise<Booking[]> {
  const { row } = plan;
  const dates = plan.dates.map((date): DateRow => ({ ...date, state: "booked" }));
  await insertSeries(db, { ...row, state: "done", request: null }, dates);
  const booked: Booking[] = [];
  for (const date of dates)
    try {
      const customer_id = booked[0]?.customer_id;
      booked.push(await bookDate(plan, date, { within: db, customer_id }));
    } catch (error) {
      throw isDateRefusal(error)
        ? refusalOfDate(error, reasonOf(error, plan, date.starts_at), row.time_zone, date)
        : error;
    }
  await queueMails(db, row);
  return booked;
}

/** Writes the plan, and books its dates one by one. */
export async function bookEach(plan: SeriesPlan): Promise<BookingSeries> {
  const { actor, row, dates } = plan;
  // A request that no date can meet is refused before anything is written.
  await checkDates({ ...plan, dates: dates.slice(0, 1) });
  await transaction(async (db) => {
    await insertSeries(db, row, dates);
    await enqueue(
      "series.continue",
      { tenant_id: row.tenant_id, series_id: row.id },
      { db, startAfter: new Date(clock.now() + JOB_AFTER_MS) },
    );
  });
  try {
    await bookPlanned(plan);
  } catch (error) {
    // Its dates are planned, so the job books them.
    log.warn({ err: error, series_id: row.id }, "a series continues in a job");
  }
  return readSeries(actor, row.id);
}

async function bookPlanned(plan: SeriesPlan): Promise<void> {
  const { row } = plan;
  let customer_id = await customerOfSeries(pool, row);
  for (const date of await plannedDates(pool, row)) {
    customer_id = (await bookPlannedDate(plan, date, customer_id)) ?? customer_id;
  }
  await finish(row);
}

/** Another attempt has booked the date, or left it out. */
class DateDone extends Error {}

/** Books a planned date or leaves it out; the guest's record, if it was booked. */
async function bookPlannedDate(
  plan: SeriesPlan,
  date: DateRow,
  customer_id: string | undefined,
): Promise<string | undefined> {
  const { row } = plan;
  const before = async (db: Sql) => {
    if (!(await takeDate(db, row, date.no))) throw new DateDone();
  };
  const attempt = (starts_at: Date) =>
    bookDate(plan, { ...date, starts_at }, { before, customer_id });
  try {
    return (await attempt(date.starts_at)).customer_id;
  } catch (error) {
    if (error instanceof DateDone) return undefined;
    if (!(error instanceof AppError) || error.status >= 429) throw error;
    return leaveOut(plan, date, error, attempt);
  }
}

async function leaveOut(
  plan: SeriesPlan,
  { no, starts_at }: DateRow,
  error: AppError,
  attempt: (startsAt: Date) => Promise<Booking>,
): Promise<string | undefined> {
  try {
    const others = await otherTimes(pool, plan, starts_at, error);
    const instead = await bookNearest(plan.row.if_taken, others, attempt);
    if (instead !== null) return instead.customer_id;
  } catch (thrown) {
    if (!(thrown instanceof DateDone)) throw thrown;
    return undefined;
  }
  await skipDate(plan.row, no, reasonOf(error, plan, starts_at));
  return undefined;
}

/** Ends the series once, with its emails. */
async function finish(key: SeriesKey): Promise<void> {
  await transaction(async (db) => {
    if (await endSeries(db, key)) await queueMails(db, key);
  });
}

async function queueMails(db: Sql, key: SeriesKey): Promise<void> {
  const ids = await bookedOf(db, key);
  await queueMailsTogether(db, key.tenant_id, ids, ["booking.created", "booking.confirmed"]);
}

/**
 * The job: books what is left of a series whose request was interrupted, on behalf of the member or
 * key that made it, with their present role. If they or the request are gone, the dates that are
 * left are not booked.
 */
export async function continueSeries(tenantId: string, seriesId: string): Promise<void> {
  const row = await findSeries(pool, { tenant_id: tenantId, id: seriesId });
  if (row?.state !== "running") return;
  const { created_by, request, resource_id, schedule_id } = row;
  const actor =
    created_by.kind === "user"
      ? await findUserActor(tenantId, created_by.id!)
      : await findSecretKeyActor(tenantId, created_by.id!);
  if (actor === null || request === null || !hasRole(actor, "staff")) {
    for (const { no } of await plannedDates(pool, row)) await skipDate(row, no, "interrupted");
    return finish(row);
  }
  const service = await readSeriesService(tenantId, {
    schedule_id,
    resource_id,
    starts_at: new Date(0),
  });
  await bookPlanned({
    actor,
    row,
    request: request as SeriesRequest, // written by planSeries
    max_advance_days: service.max_advance_days,
    dates: await readDates(pool, row),
  });
}
