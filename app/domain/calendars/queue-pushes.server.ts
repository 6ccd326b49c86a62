import { enqueue } from "~/jobs/queue.server";
import { type Sql, transaction } from "~/lib/db.server";
import { calendarsWithDuePushes } from "./due-pushes.sql.server";
import { takeUpEvents } from "./left-events.sql.server";
import {
  addAllPushes,
  addPushes,
  touchCalendar,
  touchPushes,
  touchPushesOfCustomer,
  touchPushesOfSchedule,
  wakePushes,
} from "./pushes.sql.server";

/** Calendars per sweep. */
const MOST = 500;

/**
 * In the relay's transaction: changed bookings are written again in all their calendars, and newly
 * confirmed ones are added to the calendar that their resource writes to. Only the need is
 * recorded; the content is read when it is written.
 */
export async function queuePushes(db: Sql, tenantId: string, events: { booking_id: string }[]) {
  const ids = [...new Set(events.map(({ booking_id }) => booking_id))];
  const touched = await touchPushes(db, tenantId, ids);
  await queueWork(db, tenantId, [...touched, ...(await addPushes(db, tenantId, ids))]);
}

/**
 * After a calendar was set to contain bookings, or not, or to show more or fewer details: upcoming
 * bookings are written or removed.
 */
export async function afterCalendarChanged(tenantId: string, calendarId: string): Promise<void> {
  await transaction(async (db) => {
    await touchCalendar(db, tenantId, calendarId);
    await takeUpEvents(db, tenantId, calendarId);
    await addAllPushes(db, tenantId, calendarId);
    await queueWork(db, tenantId, [calendarId]);
  });
}

/**
 * In the transaction that completes a guest's erasure: removes their name from the calendars that
 * their bookings were written to.
 */
export async function afterErased(db: Sql, tenantId: string, customerIds: string[]): Promise<void> {
  await queueWork(db, tenantId, await touchPushesOfCustomer(db, tenantId, customerIds));
}

/**
 * In the transaction that changes where a service takes place: its future bookings are written
 * again with the new place, or a meeting.
 */
export async function afterPlaceChanged(db: Sql, tenantId: string, scheduleId: string) {
  await queueWork(db, tenantId, await touchPushesOfSchedule(db, tenantId, scheduleId));
}

/** After an account was reconnected: its waiting pushes become due now. */
export async function afterReconnected(tenantId: string, connectionId: string): Promise<void> {
  await transaction(async (db) =>
    queueWork(db, tenantId, await wakePushes(db, tenantId, connectionId)),
  );
}

/** Queues due pushes: retries, and those left by a crashed process. Returns how many calendars. */
export async function queueDuePushes(): Promise<number> {
  const due = await calendarsWithDuePushes(MOST);
  for (const { tenant_id, calendar_id } of due) await queuePush(tenant_id, calendar_id);
  return due.length;
}

/** A job delayed until `startAfter` has a separate key, so that it blocks no immediate one. */
export const queuePush = (tenant_id: string, calendar_id: string, db?: Sql, startAfter?: Date) =>
  enqueue(
    "calendars.push",
    { tenant_id, calendar_id },
    {
      singletonKey: startAfter === undefined ? calendar_id : `${calendar_id}:later`,
      ...(db && { db }),
      ...(startAfter && { startAfter }),
    },
  );

async function queueWork(db: Sql, tenantId: string, calendarIds: string[]): Promise<void> {
  for (const calendarId of new Set(calendarIds)) await queuePush(tenantId, calendarId, db);
}
