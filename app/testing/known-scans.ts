/**
 * The reads that find out which tenants have work, and so name none: bounded, without locks. "file: rule" and why. Everything else that the
 * product sends to a tenant's table names the tenant.
 */
export const knownScans: Record<string, string> = {
  "app/domain/bookings/tenants-with-lapsed-holds.server.ts: booking without tenant_id =": "whose holds have ended",
  "app/domain/waitlist/tenants-with-waiting.server.ts: waitlist_entry without tenant_id =": "for whom anybody waits",
  "app/jobs/queue-figures.server.ts: event without tenant_id =": "figures of the whole queue",
  "app/jobs/queue-figures.server.ts: webhook_delivery without tenant_id =": "figures of the whole queue",
};

/**
 * Files that still send what a cluster cannot run. Each leaves this list with the change that makes its statements name their tenant; none
 * may be added.
 */
export const awaited = [
  "app/domain/calendar/read-feed.sql.server.ts",
  "app/domain/email/forget-messages.server.ts",
  "app/domain/email/reminders.server.ts",
  "app/domain/email/send-message.server.ts",
  "app/domain/events/relay.server.ts",
  "app/domain/slots/ensure-slots.server.ts",
  "app/domain/slots/generate-slots.sql.server.ts",
  "app/domain/webhooks/claim-deliveries.sql.server.ts",
  "app/jobs/retention.server.ts",
];
