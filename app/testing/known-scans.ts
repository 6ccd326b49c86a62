/**
 * Reads that find tenants with work and therefore name none; bounded and without locks. "file:
 * rule" and the reason. Every other statement on a tenant table names the tenant.
 */
export const knownScans: Record<string, string> = {
  "app/domain/audit/fill-audit-ids.sql.server.ts: audit_row without tenant_id =":
    "which tenants have rows without ids: at most 500 of an index of those",
  "app/domain/privacy/erasures.sql.server.ts: customer_erasure without tenant_id =":
    "which erasures have lost their worker: at most 200 of an index of those under way",
  "app/domain/bookings/change/tenants-with-lapsed-holds.sql.server.ts: booking without tenant_id =":
    "which tenants have holds that lapsed: at most 500 rows of an index of live holds",
  "app/domain/bookings/change/tenants-with-lapsed-holds.sql.server.ts: hold without tenant_id =":
    "visitors' holds, as above",
  "app/domain/email/messages.sql.server.ts: message without tenant_id =":
    "jobs that a version before this one queued without the tenant",
  "app/domain/email/reminders.sql.server.ts: booking without tenant_id =":
    "which tenants have reminders due",
  "app/domain/email/reminders.sql.server.ts: reminder without tenant_id =": "as above",
  "app/domain/email/reminders.sql.server.ts: event without tenant_id =": "as above",
  "app/domain/email/text-reminders.sql.server.ts: booking without tenant_id =":
    "which tenants have text reminders due: of an index of bookings with consent",
  "app/domain/email/text-reminders.sql.server.ts: event without tenant_id =": "as above",
  "app/domain/email/text-reminders.sql.server.ts: schedule without tenant_id =": "as above",
  "app/domain/email/text-reminders.sql.server.ts: text_reminder without tenant_id =": "as above",
  "app/domain/email/twilio-events.sql.server.ts: message without tenant_id =":
    "which tenants have texted a number that replied STOP: at most 200 of an index of such messages",
  "app/domain/events/relay.sql.server.ts: event without tenant_id =":
    "which tenants have events to pass on: at most 500 rows of an index of those that wait",
  "app/domain/calendars/broken-connections.sql.server.ts: calendar_connection without tenant_id =":
    "which accounts do not open and nobody was told: at most 200 rows of an index of those that do not",
  "app/domain/calendars/broken-connections.sql.server.ts: connected_calendar without tenant_id =":
    "which calendars are broken though their account opens and nobody was told: at most 200 accounts of an index of those",
  "app/domain/calendars/due-channels.sql.server.ts: connected_calendar without tenant_id =":
    "which calendars want their next channel: at most 500 rows of an index of when",
  "app/domain/calendars/due-endings.sql.server.ts: calendar_connection without tenant_id =":
    "which accounts are being disconnected, at most 200 rows of an index of those; whether another company has connected the same one",
  "app/domain/calendars/due-pushes.sql.server.ts: calendar_push without tenant_id =":
    "which calendars have bookings to write: at most 5,000 rows of an index of those that are due",
  "app/domain/change-feed/read-watched.sql.server.ts: event without tenant_id =":
    "of the tenants that somebody watches",
  "app/domain/change-feed/read-watched.sql.server.ts: resource without tenant_id =":
    "of the tenants that somebody watches",
  "app/domain/payments/connections.sql.server.ts: payment_connection without tenant_id =":
    "which accounts nobody has looked at for a day: at most 50 rows of an index of those",
  "app/domain/payments/old-cards.sql.server.ts: booking without tenant_id =":
    "work of all tenants: fees that are due, and cards that are no longer needed (scanTenants)",
  "app/domain/payments/payments.sql.server.ts: payment without tenant_id =":
    "which payments the provider is asked about: at most 500 rows of an index of those that are due",
  "app/domain/receipts/due-receipts.sql.server.ts: payment without tenant_id =":
    "which payments of companies that issue receipts have changed: at most 500 rows of an index of those",
  "app/domain/calendars/connected-calendar.sql.server.ts: connected_calendar without tenant_id =":
    "which calendars are due to be read: at most 500 rows of an index of those",
  "app/domain/waitlist/tenants-with-waiting.sql.server.ts: waitlist_entry without tenant_id =":
    "which tenants have guests who wait: at most 500 rows of an index of those",
  "app/jobs/calendar-figures.sql.server.ts: connected_calendar without tenant_id =":
    "figures of all connected calendars, read for metrics alone",
  "app/jobs/calendar-figures.sql.server.ts: calendar_connection without tenant_id =":
    "figures of all accounts, as above",
  "app/jobs/queue-figures.sql.server.ts: event without tenant_id =":
    "figures of the whole queue, of an index that holds what waits",
  "app/jobs/queue-figures.sql.server.ts: webhook_delivery without tenant_id =":
    "figures of the whole queue, as above",
  "app/domain/webhooks/tenants-with-due-deliveries.sql: webhook_delivery without tenant_id =":
    "the next tenants with a delivery that is due: one step of an index for each",
};

/**
 * Statements with a form that a cluster refuses elsewhere, and the reason they run: each of their
 * tables names the tenant by value, so that the whole statement goes to one node.
 */
export const allowedForms: Record<string, string> = {
  "app/domain/events/claim-events.sql: a sub-query that uses columns of a CTE":
    "a function of the tenant, which runs whole on its node",
  "app/domain/customers/find-guests.sql.server.ts: a sub-query that uses columns of a CTE":
    "one look into an index for each alias: a join would read all customers",
  "app/domain/analytics/analytics.sql.server.ts: a sub-query that uses columns of a CTE":
    "one look into an index for each customer: a join would hash all earlier bookings",
};
