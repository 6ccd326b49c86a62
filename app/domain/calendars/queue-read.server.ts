import { enqueue } from "~/jobs/queue.server";
import { type Sql, transaction } from "~/lib/db.server";
import {
  findDueReads,
  forgetCursor,
  giveUpShrunk,
  staleCalendarsOf,
} from "./connected-calendar.sql.server";

/** How many calendars one sweep has read. */
const MOST = 500;

/** Has a calendar read: at once, or from `startAfter` on. One that waits already counts for this too. */
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

/** Has the calendars read that are due; how many. */
export async function queueDueReads(): Promise<number> {
  const due = await findDueReads(MOST);
  for (const { tenant_id, id } of due)
    await enqueue("calendars.read", { tenant_id, calendar_id: id }, { singletonKey: id });
  return due.length;
}

/**
 * In the relay's transaction: a booking that was taken on an old copy of its resource's calendars has them read now, by a job. Where one
 * turns out to be busy then, that is a clash at once and not with the next poll: notices are lost.
 */
export async function queueStaleReads(
  db: Sql,
  tenantId: string,
  events: readonly { booking_id: string }[],
): Promise<void> {
  const ids = [...new Set(events.map(({ booking_id }) => booking_id))];
  for (const id of await staleCalendarsOf(db, tenantId, ids)) await queueRead(db, tenantId, id);
}

/** Somebody says that a connected calendar is as empty as it was read: what it no longer has is given up. False: nothing was in doubt. */
export function confirmShrunk(tenantId: string, calendarId: string): Promise<boolean> {
  return transaction(async (db) => {
    const isGiven = await giveUpShrunk(db, tenantId, calendarId);
    if (isGiven) await queueRead(db, tenantId, calendarId);
    return isGiven;
  });
}

/** Has a calendar read whole, because something else is asked of it now (its settings have changed). */
export async function readAnew(db: Sql, tenantId: string, calendarId: string): Promise<void> {
  await forgetCursor(db, tenantId, calendarId);
  await queueRead(db, tenantId, calendarId);
}
