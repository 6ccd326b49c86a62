/**
 * The reads that find out which tenants have work, and so name none: bounded, without locks. "file: rule" and why. Everything else that the
 * product sends to a tenant's table names the tenant.
 */
export const knownScans: Record<string, string> = {
  "app/domain/email/message-tenant.server.ts: message without tenant_id =":
    "jobs of versions that did not name the tenant",
  "app/domain/email/tenants-with-reminders.server.ts: booking: no tenant is named": "which tenants have reminders due",
  "app/domain/events/relay.server.ts: event without tenant_id =": "which tenants have events to pass on",
  "app/jobs/queue-figures.server.ts: event without tenant_id =": "figures of the whole queue",
  "app/jobs/queue-figures.server.ts: webhook_delivery without tenant_id =": "figures of the whole queue",
};

/**
 * Files that still send what a cluster cannot run. Each leaves this list with the change that makes its statements name their tenant; none
 * may be added.
 */
export const awaited = [
  "app/domain/bookings/claim-seats.sql.server.ts",
  "app/domain/bookings/expire-holds.server.ts",
  "app/domain/calendar/read-feed.sql.server.ts",
  "app/domain/slots/ensure-slots.server.ts",
  "app/domain/slots/generate-slots.sql.server.ts",
  "app/domain/waitlist/waitlist.server.ts",
];
