/**
 * Every table and where a cluster keeps it.
 * - directory: found without a tenant id (by a key's hash, an email address), on every node. A
 * write needs all nodes, so only creating or changing companies, accounts, members or keys writes
 * here.
 * - tenant: rows on the tenant's node, reached only by `tenant_id =`.
 * - local: on the coordinator, next to the job queue's schema: found without a tenant id and
 * written by everyday calls (sessions, codes, checkouts, key usage, limits). Remains available
 * while a node is down. Never joined with a tenant table.
 */
export const tableKinds = {
  account: "directory",
  api_key: "directory",
  calendar_feed: "directory",
  identity: "directory",
  provider_account: "directory",
  tenant: "directory",
  tenant_user: "directory",
  widget_config: "directory",

  asset: "tenant",
  audit_row: "tenant",
  block: "tenant",
  booking: "tenant",
  booking_link: "tenant",
  booking_series: "tenant",
  booking_series_date: "tenant",
  busy: "tenant",
  calendar_connection: "tenant",
  calendar_left: "tenant",
  calendar_push: "tenant",
  claim: "tenant",
  closed_day: "tenant",
  connected_calendar: "tenant",
  customer: "tenant",
  customer_alias: "tenant",
  customer_erasure: "tenant",
  customer_import: "tenant",
  customer_import_row: "tenant",
  dispute: "tenant",
  email_preference: "tenant",
  email_suppression: "tenant",
  email_template: "tenant",
  event: "tenant",
  hold: "tenant",
  hours: "tenant",
  idempotency_key: "tenant",
  mail_usage: "tenant",
  manage_link_use: "tenant",
  message: "tenant",
  offered_time: "tenant",
  payment: "tenant",
  payment_connection: "tenant",
  provider_event: "tenant",
  receipt: "tenant",
  receipt_counter: "tenant",
  refund: "tenant",
  reminder: "tenant",
  resource: "tenant",
  resource_day: "tenant",
  resource_group: "tenant",
  resource_group_member: "tenant",
  schedule: "tenant",
  schedule_resource: "tenant",
  service_need: "tenant",
  slot: "tenant",
  slot_job: "tenant",
  sms_usage: "tenant",
  text_reminder: "tenant",
  waitlist_entry: "tenant",
  webhook_attempt: "tenant",
  webhook_delivery: "tenant",
  webhook_subscription: "tenant",

  _prisma_migrations: "local",
  calendar_channel: "local",
  connect_state: "local",
  invitation: "local",
  last_use: "local",
  provider_session: "local",
  rate_limit: "local",
  session: "local",
  spent_sign_in: "local",
  sql_function_file: "local",
  verification_code: "local",
  verification_token: "local",
} as const satisfies Record<string, "directory" | "tenant" | "local">;

export type TableKind = (typeof tableKinds)[keyof typeof tableKinds];

/** Sorted names of the tables of one kind. */
export function tablesOf(kind: TableKind): string[] {
  return Object.entries(tableKinds)
    .filter(([, each]) => each === kind)
    .map(([name]) => name)
    .sort();
}
