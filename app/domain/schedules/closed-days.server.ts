import type { PageOf } from "~/contract/common";
import type {
  ClosedDay,
  ClosedDayFilter,
  NewClosedDays,
  OutsideBookings,
  SavedClosedDays,
} from "~/contract/hours";
import { MAX_CLOSED_DAYS } from "~/contract/limits";
import { invalidField, notFound } from "~/lib/app-error";
import { readCursor, toPage, wantsTotal, wholeList, writeCursor } from "~/lib/cursor.server";
import { prisma, type Sql } from "~/lib/db.server";
import { addDays } from "~/lib/time";
import { retryWhenStale } from "~/lib/retry-when-stale";
import { writeAudit } from "../audit/write-audit.server";
import { dateOf } from "../hours/hours-row";
import type { StaffActor } from "../identity/actor";
import { applyOpenTime, type OpenTimeChange, planOpenTime } from "./change-open-time.server";
import { countClosedDays, insertClosedDays, removeClosedDay } from "./closed-days.sql.server";
import { concerned } from "./open-time.sql.server";

const SORT = "date";

/** The company's closed dates, ascending. */
export async function listClosedDays(
  { tenant }: StaffActor,
  { from, to, ...query }: ClosedDayFilter,
): Promise<PageOf<ClosedDay>> {
  const after = query.cursor === undefined ? undefined : readCursor(SORT, query.cursor, 1)[0];
  const inRange = {
    tenant_id: tenant.id,
    date: {
      ...(from !== undefined && { gte: new Date(from) }),
      ...(to !== undefined && { lte: new Date(to) }),
    },
  };
  const rows = await prisma.closedDay.findMany({
    where: after === undefined ? inRange : { AND: [inRange, { date: { gt: new Date(after) } }] },
    orderBy: { date: "asc" },
    take: query.limit + 1,
  });
  const total = wantsTotal(query) ? await prisma.closedDay.count({ where: inRange }) : undefined;
  const page = toPage(rows, query.limit, ({ date }) => writeCursor(SORT, [dateOf(date)]), total);
  return { ...page, data: page.data.map(({ date, name }) => ({ date: dateOf(date), name })) };
}

/**
 * Closes the company on some dates: nothing can be booked on them any more, whatever the hours.
 * Runs of consecutive dates are closed one after the other, so that all other times stay bookable
 * meanwhile. Bookings stay: the answer lists them; with `dry_run` nothing is changed.
 * Throws validation_failed (a date twice, too many).
 */
export async function closeDays(
  actor: StaffActor,
  { days, dry_run }: NewClosedDays,
): Promise<SavedClosedDays> {
  const dates = days.map(({ date }) => date);
  if (new Set(dates).size !== dates.length) throw invalidField("days", "Name each date once.");
  if ((await countClosedDays(actor.tenant.id, dates)) + dates.length > MAX_CLOSED_DAYS)
    throw invalidField(
      "days",
      `A company has at most ${MAX_CLOSED_DAYS} closed days ahead.`,
      "too_big",
    );
  const outside: OutsideBookings = [];
  if (dry_run) outside.push(...(await planClosing(actor.tenant.id, dates)));
  else for (const run of runsOf(days)) outside.push(...(await closeRun(actor, run)));
  const closed = days.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return { ...wholeList(closed), dry_run, outside_bookings: outside };
}

/** Reopens the company on a date. Throws not_found. */
export async function openDay(actor: StaffActor, date: string): Promise<void> {
  const tenant_id = actor.tenant.id;
  const write = async (db: Sql) => {
    if (!(await removeClosedDay(db, tenant_id, date))) throw notFound("Closed day", date);
    await writeAudit(db, actor, {
      action: "closed_day.deleted",
      entity: "closed_day",
      entity_id: null,
      diff: { date },
    });
    return true as const;
  };
  const without = (dates: string[]) => dates.filter((each) => each !== date);
  await changeDays(tenant_id, { dates: [date], closed: without }, write);
}

async function closeRun(actor: StaffActor, run: ClosedDay[]): Promise<OutsideBookings> {
  const tenant_id = actor.tenant.id;
  const write = async (db: Sql) => {
    await insertClosedDays(db, tenant_id, run);
    await writeAudit(db, actor, {
      action: "closed_day.created",
      entity: "closed_day",
      entity_id: null,
      diff: { days: run },
    });
    return true as const;
  };
  const dates = run.map(({ date }) => date);
  return changeDays(tenant_id, { dates, closed: including(dates) }, write);
}

/** The bookings that closing all these dates would leave outside. */
async function planClosing(tenantId: string, dates: string[]): Promise<OutsideBookings> {
  return (await planDays(tenantId, { dates, closed: including(dates) })).outside_bookings;
}

const including = (dates: string[]) => (closed: string[]) =>
  [...new Set([...closed, ...dates])].sort();

/** A change of the closed dates: the resulting list, and the dates that differ. */
interface DaysChange {
  dates: string[];
  closed: (before: string[]) => string[];
}

function planDays(tenantId: string, { dates, closed }: DaysChange): Promise<OpenTimeChange> {
  const inOrder = dates.toSorted();
  return planOpenTime(tenantId, {
    which: concerned.all,
    dates: { from: inOrder[0]!, to: inOrder.at(-1)! }, // at least one
    limits: (limits) => ({ ...limits, closed_dates: closed(limits.closed_dates) }),
  });
}

/** Writes the change; returns the bookings it leaves outside. */
async function changeDays(
  tenantId: string,
  days: DaysChange,
  write: (db: Sql) => Promise<true>,
): Promise<OutsideBookings> {
  return retryWhenStale(async () => {
    const change = await planDays(tenantId, days);
    return (await applyOpenTime(tenantId, change, write)) && change.outside_bookings;
  });
}

/** Groups consecutive dates. */
function runsOf(days: readonly ClosedDay[]): ClosedDay[][] {
  const runs: ClosedDay[][] = [];
  for (const day of days.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    const last = runs.at(-1);
    if (last !== undefined && addDays(last.at(-1)!.date, 1) === day.date) last.push(day);
    else runs.push([day]);
  }
  return runs;
}
