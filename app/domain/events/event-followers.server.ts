import type { Sql } from "~/lib/db.server";
import { queuePushes } from "../calendars/queue-pushes.server";
import { queueStaleReads } from "../calendars/queue-read.server";
import { queueEventMails } from "../email/queue-event-mails.server";

/** The fields of a relayed event that its followers need. */
export interface RelayedEvent {
  id: string;
  type: string;
  booking_id: string;
}

/**
 * Queues what follows from an event besides webhooks (messages to guests and staff, connected
 * calendars) in the relay's transaction: once per event.
 */
export async function queueFollowers(
  db: Sql,
  tenantId: string,
  events: RelayedEvent[],
): Promise<void> {
  await queueEventMails(db, tenantId, events);
  await queuePushes(db, tenantId, events);
  await queueStaleReads(db, tenantId, events);
}
