import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { prepared } from "~/lib/db.server";
import { traceparent } from "~/lib/trace.server";
import type { NewEvent } from "./event-body";
import { type Actor, actorRecord } from "../../identity/actor";
import type { BookingRow } from "../read/booking-row";

/** The emails that events cause. */
export interface EventMails {
  /** false: none to the guest. */
  notify: boolean;
  /** The change is one of several bookings together, which share their emails. */
  in_group: boolean;
}

/** The input of insert_events (place-booking.sql). */
export function eventsJson(events: NewEvent[], actor: Actor, mails: EventMails): string {
  return JSON.stringify({
    actor: actorRecord(actor),
    notify: mails.notify,
    in_group: mails.in_group,
    traceparent: traceparent() ?? undefined,
    list: events,
  });
}

/** Writes events of a booking within the caller's transaction. */
export async function insertEvents(
  db: Sql,
  row: BookingRow,
  events: NewEvent[],
  actor: Actor,
  mails: EventMails,
): Promise<void> {
  await db.query(
    prepared(
      sql`select insert_events(${row.tenant_id}::uuid, ${row.id}::uuid, ${row.updated_at}::timestamptz, ${eventsJson(events, actor, mails)}::jsonb)`,
    ),
  );
}
