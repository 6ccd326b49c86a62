import sql, { join, raw, type Sql as Part } from "sql-template-tag";
import { paidAmountOf } from "../accounting/booking-money.sql.server";
import {
  holdsOneOf,
  holdsRecord,
  idsIn,
  inTenant,
  isBooking,
  isEventOf,
  isMessageOf,
  isOneOf,
  type Person,
  wasThen,
} from "./about-person.sql";
import { ERASED_NAME, erasedEmail } from "./erased";

// Where personal data of a tenant's customers is stored. Erasure and export both use this table,
// and a test compares it with the database: a text or JSON column that is not listed fails it. No
// statement reads a whole table: rows are paged in key order, or looked up by a few ids at a time.

/**
 * Rows looked up by a page of ids: of the customer's records and bookings, or of messages about
 * them.
 */
export interface Lookup {
  by: "records" | "messages";
  isAbout: (person: Person, ids: string[]) => Part;
}

export interface PersonalTable {
  table: string;
  /** Text and JSON columns that may identify a person, and those that cannot. */
  personal: string[];
  impersonal: string[];
  /** Selects the rows `t` that concern the person, besides those looked up. */
  isAbout?: (person: Person) => Part;
  lookups?: Lookup[];
  /** The key by which it is paged; null: an index finds the few rows of a person. */
  walk: "id" | "route, key" | null;
  /**
   * Deletes the rows or sets columns; event_body: rewritten one by one (eraseEventBody); at_once:
   * when the erasure begins.
   */
  erase: "delete" | "event_body" | ((person: Person) => Part);
  at_once?: true;
  /** The name of the list in the customer's export, and its columns. */
  export: { name: string; columns: string | ((tenantId: string) => Part) };
}

const addressesOf = (person: Person): string[] => [...person.emails, ...person.phones];
const JOB_TEXT = "concat(t.data, t.output, t.singleton_key)";

const job = (table: string, name: string): PersonalTable => ({
  table,
  personal: ["data", "output", "singleton_key"],
  impersonal: ["name", "dead_letter", "policy"],
  // The queue is stored elsewhere: it is searched by ids found in the tenant's rows.
  lookups: [
    {
      by: "messages",
      isAbout: (_person, ids) => sql`t.data ->> 'message_id' = any(${ids}::text[])`,
    },
    {
      by: "records",
      isAbout: ({ tenant_id }, ids) =>
        sql`t.data ->> 'tenant_id' = ${tenant_id} and ${idsIn(JOB_TEXT)} && ${ids}::uuid[]`,
    },
  ],
  isAbout: (person) =>
    sql`t.data ->> 'tenant_id' = ${person.tenant_id} and ${wasThen("t.created_on", person)} and ${holdsOneOf(JOB_TEXT, addressesOf(person))}`,
  walk: null,
  erase: "delete",
  export: { name, columns: "t.name, t.data, t.output, t.singleton_key, t.created_on" },
});
const proof = (table: string, name: string, impersonal: string[]): PersonalTable => ({
  table,
  personal: ["destination"],
  impersonal,
  isAbout: (person) =>
    inTenant(
      person,
      sql`${isOneOf("lower(t.destination)", addressesOf(person))} and ${wasThen("t.created_at", person)}`,
    ),
  walk: null,
  erase: "delete",
  export: { name, columns: "t.channel, t.destination, t.created_at, t.expires_at, t.consumed_at" },
});

const KEPT_ANSWER = "concat(t.key, ' ', t.body)";

/** The fields of an audit row's change to keep: numbers and states, no entered text. */
const KEPT_DIFF = [
  "status",
  "payment_status",
  "starts_at",
  "ends_at",
  "arrived_at",
  "resource_id",
  "schedule_id",
  "slot_id",
  "party_size",
  "price_amount",
  "currency",
  "changed",
  "override",
  "notify",
  "refund",
];

/** Splits a list of names. */
const columns = (list: string) => list.split(" ");

/**
 * In the order of erasure: sources come before what is derived from them (events from bookings,
 * messages from events).
 */
export const personalTables: PersonalTable[] = [
  {
    table: "booking",
    personal: [
      "customer_name",
      "customer_email",
      "customer_phone",
      "notes",
      "answers",
      "meta",
      "cancel_reason",
      "meeting_url",
      "text_consent",
      "card_terms",
      "card",
    ],
    impersonal: [
      "reference",
      "resource_name",
      "status",
      "pending_reason",
      "payment_status",
      "time_zone",
      "currency",
      "source",
      "cancelled_by",
      "cancel_reason_code",
      "assigned_because",
      "addons",
      "party",
      "needs",
      "processing",
      "deposit",
      "fees",
    ],
    isAbout: (person) => inTenant(person, sql`t.customer_id = any(${person.customer_ids}::uuid[])`),
    walk: "id",
    erase: ({
      customer_id,
    }) => sql`customer_name = ${ERASED_NAME}, customer_email = ${erasedEmail(customer_id)}, customer_phone = null,
      notes = null, answers = '[]', meta = '{}', cancel_reason = null, meeting_url = null, text_consent = null, card_terms = null, card = null, version = version + 1, updated_at = now()`,
    export: {
      name: "bookings",
      columns: (tenantId) => sql`t.*, ${paidAmountOf("t", tenantId)}`,
    },
  },
  {
    table: "event",
    personal: ["body"],
    impersonal: ["type", "actor", "traceparent"],
    isAbout: (person) => inTenant(person, isEventOf("t", person)),
    walk: "id",
    erase: "event_body",
    export: { name: "events", columns: "t.type, t.booking_id, t.created_at, t.body" },
  },
  job("pgboss.job", "jobs"),
  job("pgboss.archive", "finished_jobs"),
  {
    table: "webhook_attempt",
    personal: ["response_body", "error"],
    impersonal: ["request_url", "request_headers"],
    isAbout: (person) =>
      inTenant(
        person,
        sql`exists (select 1 from webhook_delivery d join event e on e.tenant_id = ${person.tenant_id} and e.id = d.event_id
          where d.tenant_id = ${person.tenant_id} and d.id = t.delivery_id and ${isEventOf("e", person)})`,
      ),
    walk: "id",
    erase: () =>
      sql`response_body = null, error = case when error is null then null else 'erased' end`,
    export: {
      name: "webhook_answers",
      columns: "t.started_at, t.response_code, t.response_body, t.error",
    },
  },
  {
    table: "message",
    personal: [
      "recipient",
      "subject",
      "html",
      "text",
      "attachments",
      "provider_id",
      "error_code",
      "context",
    ],
    impersonal: ["kind", "channel", "audience", "locale", "status", "price_currency"],
    isAbout: (person) => inTenant(person, isMessageOf("t", person)),
    walk: "id",
    // The record that something was sent stays; a colleague's address belongs to the colleague.
    erase: (
      person,
    ) => sql`recipient = case when audience = 'customer' or ${isOneOf("lower(recipient)", person.emails)}
        then 'erased-' || id::text else recipient end,
      subject = '', html = null, text = null, sealed = null, attachments = '[]', context = '{}', provider_id = null,
      error_code = 'erased', status = case when status in ('queued', 'held') then 'suppressed' else status end`,
    export: {
      name: "messages",
      columns: `t.kind, t.channel, t.audience, case when t.audience = 'customer' then t.recipient end as recipient, t.subject,
        t.html, t.text, t.attachments, t.context, t.status, t.provider_id, t.error_code, t.created_at, t.sent_at, t.delivered_at`,
    },
  },
  {
    table: "idempotency_key",
    personal: ["body", "key"],
    impersonal: ["route"],
    isAbout: (person) =>
      inTenant(
        person,
        sql`${holdsRecord(KEPT_ANSWER, person)} or (${wasThen("t.created_at", person)} and ${holdsOneOf(KEPT_ANSWER, addressesOf(person))})`,
      ),
    walk: "route, key",
    erase: "delete", // kept for a day only, so not worth rewriting
    export: { name: "stored_answers", columns: "t.route, t.key, t.body, t.created_at" },
  },
  {
    table: "receipt",
    personal: ["guest_name"],
    // The document has the company, the service and the money, but no guest.
    impersonal: ["currency", "document"],
    isAbout: (person) => inTenant(person, isBooking("t.booking_id", person)),
    walk: "id",
    erase: () => sql`guest_name = ${ERASED_NAME}`,
    export: {
      name: "receipts",
      columns:
        "t.booking_id, t.year, t.no, t.amount, t.tax_amount, t.currency, t.guest_name, t.created_at",
    },
  },
  {
    table: "payment",
    // Return URLs after paying may contain data that a website added about the guest.
    personal: ["success_url", "cancel_url"],
    impersonal: columns(
      "provider purpose session_id status currency method organization_id charge_ref description checkout_url receipt_url failure_code attention",
    ),
    isAbout: (person) => inTenant(person, isBooking("t.booking_id", person)),
    walk: "id",
    erase: () => sql`success_url = null, cancel_url = null`,
    export: {
      name: "payments",
      columns:
        "t.booking_id, t.provider, t.method, t.status, t.amount, t.currency, t.success_url, t.cancel_url, t.created_at",
    },
  },
  {
    table: "waitlist_entry",
    personal: ["email", "customer"],
    impersonal: ["status"],
    isAbout: (person) =>
      inTenant(
        person,
        sql`${isBooking("t.booking_id", person)} or (${wasThen("t.created_at", person)}
          and (${isOneOf("lower(t.email)", person.emails)} or ${isOneOf("t.customer ->> 'phone'", person.phones)}))`,
      ),
    walk: "id",
    erase: "delete",
    export: {
      name: "waiting_list",
      columns: "t.starts_at, t.party_size, t.email, t.customer, t.status, t.created_at",
    },
  },
  {
    table: "booking_link",
    personal: ["name", "customer"],
    impersonal: [],
    isAbout: (person) =>
      inTenant(
        person,
        sql`${wasThen("t.created_at", person)} and (${isOneOf("lower(t.customer ->> 'email')", person.emails)}
          or ${isOneOf("t.customer ->> 'phone'", person.phones)})`,
      ),
    walk: null,
    // The name given by staff may be the guest's; the link itself keeps working.
    erase: () => sql`name = null, customer = null`,
    export: { name: "booking_links", columns: "t.name, t.customer, t.created_at" },
  },
  proof("verification_code", "codes", ["purpose", "channel"]),
  proof("verification_token", "confirmations", ["channel"]),
  {
    table: "email_suppression",
    personal: ["address", "reason"],
    impersonal: [],
    isAbout: (person) =>
      inTenant(
        person,
        sql`${isOneOf("lower(t.address)", addressesOf(person))} and ${wasThen("t.created_at", person)}`,
      ),
    walk: null,
    erase: "delete",
    export: { name: "addresses_not_written_to", columns: "t.address, t.reason, t.created_at" },
  },
  {
    table: "audit_row",
    personal: ["diff"],
    impersonal: ["actor", "action", "entity", "entity_id", "request_id", "about"],
    isAbout: (person) =>
      inTenant(
        person,
        sql`(t.about is null and ${holdsRecord("concat(t.entity_id, ' ', t.diff)", person)})
          or (${wasThen("t.at", person)} and ${holdsOneOf("t.diff::text", addressesOf(person))})`,
      ),
    lookups: [
      { by: "records", isAbout: (person, ids) => inTenant(person, sql`t.about && ${ids}::uuid[]`) },
    ],
    walk: "id",
    erase: () =>
      sql`diff = (select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(diff) d where d.key = any(${KEPT_DIFF}))`,
    export: { name: "changes", columns: "t.at, t.action, t.diff" },
  },
  {
    table: "customer_import_row",
    personal: columns("cells name email phone phone_key notes locale time_zone problem booking"),
    impersonal: columns("status outcome filled undone"),
    isAbout: (person) =>
      inTenant(
        person,
        sql`t.customer_id = any(${person.customer_ids}::uuid[])
          or (${wasThen("t.created_at", person)} and ${holdsOneOf("concat(t.email, ' ', t.phone, ' ', t.cells)", addressesOf(person))})`,
      ),
    walk: "id",
    erase: "delete", // kept for some days only, so not worth rewriting
    export: { name: "imported_rows", columns: "t.number, t.cells, t.created_at" },
  },
  {
    table: "booking_series",
    personal: ["request"],
    impersonal: columns("rrule time_zone if_taken state created_by"),
    isAbout: (person) =>
      inTenant(
        person,
        sql`t.request is not null and (t.request ->> 'customer_id' = any(${person.customer_ids}::text[])
          or (${wasThen("t.created_at", person)} and ${holdsOneOf("t.request::text", addressesOf(person))}))`,
      ),
    walk: "id",
    erase: () => sql`request = null`, // it ends without its remaining dates
    export: { name: "unfinished_series", columns: "t.request, t.created_at" },
  },
  {
    table: "customer_alias",
    personal: ["name", "email", "phone"],
    impersonal: [],
    isAbout: (person) => inTenant(person, sql`t.customer_id = any(${person.customer_ids}::uuid[])`),
    walk: null,
    at_once: true,
    erase: "delete",
    export: {
      name: "also_known_as",
      columns: "t.name, nullif(t.email, '') as email, nullif(t.phone, '') as phone",
    },
  },
  {
    table: "customer",
    personal: ["email", "name", "phone", "locale", "time_zone", "notes", "meta"],
    impersonal: ["merged_fields"],
    isAbout: (person) => inTenant(person, sql`t.id = any(${person.customer_ids}::uuid[])`),
    walk: null,
    at_once: true,
    erase:
      () => sql`name = ${ERASED_NAME}, email = replace(${erasedEmail("{id}")}::text, '{id}', t.id::text), phone = null, locale = null,
      time_zone = null, notes = null, meta = '{}', version = version + 1, updated_at = now(), erased_at = now()`,
    export: { name: "customer", columns: "t.*" },
  },
];

/** The other tables' text and JSON columns: about the company, its people, or nobody. */
export const impersonalTables: Record<string, string[]> = {
  _prisma_migrations: columns("id checksum migration_name logs"),
  account: columns("email name"),
  api_key: columns("kind mode name prefix last4 scopes allowed_origins role created_by_name"),
  asset: columns("media_type"),
  // Identifies the person until the erasure has ended; then it is empty.
  customer_erasure: columns("person stage place"),
  customer_import: columns("kind file_name fields settings state"),
  email_preference: columns("event recipient"),
  email_template: columns("key locale subject body"),
  hold: columns("terms"),
  hours: columns("name time_zone rules overrides"),
  identity: columns("issuer subject"),
  invitation: columns("email role name resource_ids"),
  block: columns("reason source"),
  // A member's own calendars and their contents. Guests' names are only sent outside, where a
  // booking is written (calendar_push).
  busy: columns("external_id instance etag"),
  calendar_channel: columns("provider external_id outside_resource"),
  calendar_connection: columns("provider account scopes state problem"),
  calendar_left: columns("calendar_hash external_id etag outside"),
  booking_series_date: columns("state reason"),
  calendar_push: columns("external_id etag outside problem"),
  closed_day: columns("name"),
  connect_state: columns("slot return_to code_verifier detail"),
  connected_calendar: columns(
    "notices_problem external_id name time_zone mode cursor problem unread write_problem",
  ),
  dispute: columns("provider_dispute_id status reason currency"),
  payment_connection: columns(
    "slot adapter organization_id organization_name profile_id scopes status problem",
  ),
  provider_account: columns("slot organization_id"),
  provider_event: columns("slot event_id"),
  provider_session: columns("provider session_id"),
  rate_limit: columns("key"),
  refund: columns("provider_refund_id currency status reason former_status failure_code"),
  resource: columns("type name description meta color"),
  resource_group: columns("name"),
  schedule: columns(
    "name time_zone rules overrides currency questions unpayable meta description category location length_options peak_prices addons person_kinds assign text_reminders deposit card_on_file course processing",
  ),
  schedule_resource: columns("terms"),
  session: columns("ip user_agent"),
  slot: columns("currency own_currency status origin"),
  sql_function_file: columns("path sha256"),
  slot_job: columns("state task result"),
  tenant: columns(
    "name slug email phone website address time_zone locale currency policy onboarding closing",
  ),
  tenant_user: columns("role name resource_ids preferences"),
  webhook_delivery: columns("status origin"),
  webhook_subscription: columns("url events description disabled_reason"),
  widget_config: columns("name settings"),
  "pgboss.queue": columns("name policy dead_letter partition_name"),
  "pgboss.schedule": columns("name cron timezone data options"),
  "pgboss.subscription": columns("event name"),
};

/**
 * The statement that erases the rows of a condition; null for event bodies, which are rewritten one
 * by one.
 */
export function eraseRows(
  { table, erase }: PersonalTable,
  person: Person,
  where: Part,
): Part | null {
  if (erase === "event_body") return null;
  const what =
    erase === "delete"
      ? sql`delete from ${raw(table)} t`
      : sql`update ${raw(table)} t set ${erase(person)}`;
  return join([what, where], " where ");
}
