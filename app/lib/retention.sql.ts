import sql, { type Sql as Part } from "sql-template-tag";
import { type tableKinds } from "./tables";

/** When a table's rows are deleted. */
export interface Retention {
  /** In words, as shown in operations.md. */
  goes: string;
  /**
   * Condition of the nightly deletion; omitted if rows stay, are deleted with another row, or as
   * soon as they expire.
   */
  nightly?: {
    /** Columns that identify a row (within a tenant). */
    key: string;
    /**
     * Rows to delete, of one tenant where the table has tenants. Must be served by an index
     * (retention.db.test.ts).
     */
    isOld: (tenantId: string) => Part;
  };
}

/** How long slots are kept after their end. recount_days (resource-day.sql) relies on it too. */
export const SLOT_DAYS = 7;

/** How long an uploaded file of customers is kept, and until when its import can be undone. */
const IMPORT_DAYS = 7;

const stays = (why: string): Retention => ({ goes: `stays: ${why}` });
const goesWith = (what: string): Retention => ({ goes: `with its ${what}` });
const nightly = (goes: string, key: string, isOld: Part | ((tenantId: string) => Part)) => ({
  goes,
  nightly: { key, isOld: typeof isOld === "function" ? isOld : () => isOld },
});

const resourcesOf = (tenantId: string): Part =>
  sql`any(array(select r.id from resource r where r.tenant_id = ${tenantId}))`;

/** Retention of every table. All of a company's rows are deleted with the company. */
export const retention: Record<keyof typeof tableKinds, Retention> = {
  account: stays("a person's sign-in, until its last company is deleted"),
  api_key: stays("a revoked key still names who made it"),
  asset: stays("pictures may be in mails that were sent"),
  audit_row: nightly("400 days after the change", "id", sql`at < now() - interval '400 days'`),
  // Staff time off is kept; there are few rows.
  block: nightly(
    "time closed by a connected calendar 30 days after it ended; the staff's time off stays",
    "id",
    (tenantId) =>
      sql`resource_id = ${resourcesOf(tenantId)} and ends_at < now() - interval '30 days' and source = 'calendar'`,
  ),
  booking: stays("the company's record; a guest's data goes when it is erased"),
  booking_link: stays("bookings name the link they came by"),
  booking_series: stays("its bookings name it; the guest's data goes when the series is done"),
  booking_series_date: goesWith("series"),
  busy: nightly(
    "30 days after it ended",
    "calendar_id, external_id, instance",
    (tenantId) =>
      sql`calendar_id = any(array(select c.id from connected_calendar c where c.tenant_id = ${tenantId}))
        and ends_at < now() - interval '30 days'`,
  ),
  calendar_channel: nightly(
    "30 days after it ended",
    "id",
    sql`least(expires_at, stopped_at) < now() - interval '30 days'`,
  ),
  calendar_connection: stays("until the member disconnects the account"),
  calendar_feed: stays("until the address is replaced or its owner is gone"),
  calendar_left: nightly(
    "when its time is over, a while after the calendar was let go",
    "booking_id, calendar_hash",
    sql`goes_at < now()`,
  ),
  calendar_push: goesWith("booking or calendar"),
  claim: goesWith("booking, hold or block"),
  closed_day: stays("a setting"),
  connect_state: nightly(
    "a day after it ended",
    "state_hash",
    sql`expires_at < now() - interval '1 day'`,
  ),
  connected_calendar: goesWith("account or resource"),
  customer: stays("until the guest's data is erased"),
  customer_alias: goesWith("customer"),
  customer_erasure: nightly(
    "400 days after the erasure ended",
    "customer_id",
    sql`ended_at < now() - interval '400 days'`,
  ),
  customer_import: nightly(
    `${IMPORT_DAYS} days after the upload`,
    "id",
    sql`created_at < now() - ${`${IMPORT_DAYS} days`}::interval`,
  ),
  customer_import_row: goesWith("import"),
  dispute: stays("accounting"),
  email_preference: stays("a setting"),
  email_suppression: stays("no mail may go to the address again"),
  email_template: stays("a setting"),
  event: nightly(
    "30 days after it was recorded, once it was passed on",
    "id",
    sql`created_at < now() - interval '30 days' and relayed_at is not null`,
  ),
  hold: { goes: "when it ends" },
  hours: stays("a setting"),
  idempotency_key: nightly(
    "24 hours after the call",
    "route, key",
    sql`created_at < now() - interval '24 hours'`,
  ),
  identity: goesWith("account"),
  invitation: nightly(
    "30 days after it ended",
    "tenant_id, id",
    sql`expires_at < now() - interval '30 days'`,
  ),
  mail_usage: nightly("after a day", "day, recipient_hash", sql`day < current_date - 1`),
  last_use: goesWith("key or member"),
  manage_link_use: nightly(
    "a day after the last use",
    "booking_id",
    sql`window_starts_at < now() - interval '1 day'`,
  ),
  message: nightly(
    "400 days after it was queued; its text after 30 days",
    "id",
    sql`created_at < now() - interval '400 days'`,
  ),
  offered_time: nightly(
    "800 days: a year and the one before it can be compared",
    "resource_id, day, seats",
    (tenantId) => sql`resource_id = ${resourcesOf(tenantId)} and day < current_date - 800`,
  ),
  payment: stays("accounting"),
  payment_connection: stays("accounting"),
  provider_account: goesWith("payment account"),
  provider_event: nightly(
    "90 days after it came; providers send one again for 30 days at most",
    "slot, event_id",
    sql`received_at < now() - interval '90 days'`,
  ),
  provider_session: nightly(
    "after 30 days; nothing reads it any more",
    "provider, session_id",
    sql`created_at < now() - interval '30 days'`,
  ),
  rate_limit: nightly(
    "when the limit's time is over",
    "key",
    sql`expire < (extract(epoch from now()) * 1000)::bigint`,
  ),
  receipt: stays("accounting; a guest's name goes when it is erased"),
  receipt_counter: stays("accounting"),
  refund: stays("accounting"),
  reminder: nightly(
    "7 days after the booking began",
    "booking_id, minutes_before, starts_at",
    sql`starts_at < now() - interval '7 days'`,
  ),
  resource: stays("until the company deletes it"),
  resource_group: stays("until the company deletes it"),
  resource_group_member: goesWith("group or resource"),
  resource_day: nightly(
    "62 days: a booking for anyone goes by 30",
    "resource_id, day",
    (tenantId) => sql`resource_id = ${resourcesOf(tenantId)} and day < current_date - 62`,
  ),
  schedule: stays("until the company deletes it"),
  schedule_resource: goesWith("service or resource"),
  service_need: goesWith("service"),
  session: nightly("when it ends", "token_hash", sql`least(expires_at, idle_expires_at) < now()`),
  // Deleted by forget_slots, which keeps the hours that they offered.
  slot: {
    goes: `${SLOT_DAYS} days after it ended, booked or not: bookings keep what they need, statistics go by offered_time`,
  },
  slot_job: nightly(
    "30 days after it ended, or when the next one begins",
    "id",
    sql`state in ('done', 'failed') and updated_at < now() - interval '30 days'`,
  ),
  sms_usage: nightly("after 400 days", "month", sql`month < current_date - 400`),
  spent_sign_in: nightly("when it ends", "state_hash", sql`expires_at < now()`),
  tenant: stays("until the company is deleted"),
  tenant_user: stays("until the member is removed"),
  text_reminder: nightly(
    "7 days after the booking began",
    "booking_id, minutes_before, starts_at",
    sql`starts_at < now() - interval '7 days'`,
  ),
  verification_code: nightly(
    "24 hours after it ended",
    "id",
    sql`expires_at < now() - interval '24 hours'`,
  ),
  verification_token: nightly("when it ends", "token_hash", sql`expires_at < now()`),
  waitlist_entry: nightly(
    "30 days after the time that was waited for",
    "id",
    sql`starts_at < now() - interval '30 days'`,
  ),
  webhook_attempt: goesWith("delivery"),
  webhook_delivery: goesWith("event or subscription"),
  webhook_subscription: stays("a setting"),
  widget_config: stays("a setting"),

  _prisma_migrations: stays("which migrations the database has"),
  sql_function_file: stays("which functions the database has"),
};
