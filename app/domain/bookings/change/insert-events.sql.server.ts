import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import { prepared } from "~/lib/db.server";
import { traceparent } from "~/lib/trace.server";
import type { NewEvent } from "./event-body";
import { type Actor, actorRecord } from "../../identity/actor";
import type { BookingRow } from "../read/booking-row";

/** The input of insert_events (place-booking.sql). `notify` false: no email to the guest. */
export function eventsJson(events: NewEvent[], actor: Actor, notify: boolean): string {
  return JSON.stringify({
    actor: actorRecord(actor),
    notify,
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
  notify: boolean,
): Promise<void> {
  await db.query(
    prepared(
      sql`select insert_events(${row.tenant_id}::uuid, ${row.id}::uuid, ${row.updated_at}::timestamptz, ${eventsJson(events, actor, notify)}::jsonb)`,
    ),
  );
}
