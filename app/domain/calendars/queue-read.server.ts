import { enqueue } from "~/jobs/queue.server";
import { type Sql, transaction } from "~/lib/db.server";
import {
  findDueReads,
  forgetCursor,
  giveUpShrunk,
  staleCalendarsOf,
} from "./connected-calendar.sql.server";

/** Calendars per sweep. */
const MOST = 500;

/**
 * Queues reading a calendar, immediately or at `startAfter`. A waiting job counts for this request
 * too.
 */
export async function queueRead(
  db: Sql,
  tenantId: string,
  calendarId: string,
  startAfter?: Date,
): Promise<void> {
  const data = { tenant_id: tenantId, calendar_id: calendarId };
  await enqueue("calendars.read", data, {
    db,
    singletonKey: calendarId,
    ...(startAfter && { startAfter }),
  });
}

/** Queues the calendars due to be read; returns how many. */
export async function queueDueReads(): Promise<number> {
  const due = await findDueReads(MOST);
  for (const { tenant_id, id } of due)
    await enqueue("calendars.read", { tenant_id, calendar_id: id }, { singletonKey: id });
  return due.length;
}

/**
 * In the relay's transaction: queues reading the calendars of a booking that relied on a stale
 * copy. If one turns out to be busy, the conflict shows immediately rather than after the next
 * poll, since notifications can get lost.
 */
export async function queueStaleReads(
  db: Sql,
  tenantId: string,
  events: readonly { booking_id: string }[],
): Promise<void> {
  const ids = [...new Set(events.map(({ booking_id }) => booking_id))];
  for (const id of await staleCalendarsOf(db, tenantId, ids)) await queueRead(db, tenantId, id);
}

/**
 * Confirms that a calendar is as empty as it was last read: its missing events are removed. False:
 * nothing was in doubt.
 */
export function confirmShrunk(tenantId: string, calendarId: string): Promise<boolean> {
  return transaction(async (db) => {
    const isGiven = await giveUpShrunk(db, tenantId, calendarId);
    if (isGiven) await queueRead(db, tenantId, calendarId);
    return isGiven;
  });
}

/** Queues a whole read of a calendar, because its settings have changed. */
export async function readAnew(db: Sql, tenantId: string, calendarId: string): Promise<void> {
  await forgetCursor(db, tenantId, calendarId);
  await queueRead(db, tenantId, calendarId);
}
