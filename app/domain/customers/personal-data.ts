import sql, { join, raw, type Sql as Part } from "sql-template-tag";
import { ERASED_NAME, erasedEmail } from "./erased";

// Where personal data of a tenant's customers lives. Erasure and export both go by this table, and a test holds it against the database:
// a text or JSON column that is in none of its lists is a mistake.

/** One customer, and by what the other tables name them. */
export interface Person {
  tenant_id: string;
  customer_id: string;
  /** That one, and the records that were merged into it. */
  customer_ids: string[];
  booking_ids: string[];
  /** In small letters; none that is another customer's by now. */
  emails: string[];
  /** As they were typed and as E.164; none that another customer has too. */
  phones: string[];
}

export interface PersonalTable {
  table: string;
  /** Text and JSON columns that may say who somebody is, and those that cannot. */
  personal: string[];
  impersonal: string[];
  /** Which rows `t` are about the person. */
  isAbout: (person: Person) => Part;
  /** The rows go, or some of their columns are set; event_body: rewritten one by one (eraseEventBody). */
  erase: "delete" | "event_body" | ((person: Person) => Part);
  /** The name of the list in the customer's own export, and its columns. */
  export: { name: string; columns: string };
}

const inTenant = (person: Person, condition: Part): Part => sql`t.tenant_id = ${person.tenant_id} and (${condition})`;
const isOneOf = (column: string, values: string[]): Part => sql`${raw(column)} = any(${values}::text[])`;
const isBooking = (column: string, person: Person): Part => sql`${raw(column)} = any(${person.booking_ids}::uuid[])`;
/** Texts that name nobody else: ids and addresses. */
const needlesOf = (person: Person): string[] => [
  ...person.customer_ids,
  ...person.booking_ids,
  ...person.emails,
  ...person.phones,
];
const holdsOneOf = (text: string, needles: string[]): Part =>
  sql`exists (select 1 from unnest(${needles}::text[]) needle where strpos(lower(${raw(text)}), lower(needle)) > 0)`;

/** The events of their bookings, and those of others whose body names them. */
const isEventOf = (alias: string, person: Person): Part =>
  sql`(${isBooking(`${alias}.booking_id`, person)} or ${raw(`${alias}.body`)} like any(${person.customer_ids.map((id) => `%${id}%`)}::text[]))`;
const isMessageOf = (alias: string, person: Person): Part =>
  sql`(${isBooking(`${alias}.booking_id`, person)} or ${isOneOf(`lower(${alias}.recipient)`, [...person.emails, ...person.phones])}
    or exists (select 1 from event e where e.tenant_id = ${raw(alias)}.tenant_id and e.id = ${raw(alias)}.event_id and ${isEventOf("e", person)}))`;
const isJobOf = (person: Person): Part =>
  sql`exists (select 1 from message m where m.tenant_id = ${person.tenant_id} and m.id::text = t.data ->> 'message_id' and ${isMessageOf("m", person)})
    or (t.data ->> 'tenant_id' = ${person.tenant_id} and ${holdsOneOf("concat(t.data, t.output, t.singleton_key)", needlesOf(person))})`;

const job = (table: string, name: string): PersonalTable => ({
  table,
  personal: ["data", "output", "singleton_key"],
  impersonal: ["name", "dead_letter", "policy"],
  isAbout: isJobOf,
  erase: "delete",
  export: { name, columns: "t.name, t.data, t.output, t.singleton_key, t.created_on" },
});
const proof = (table: string, name: string, impersonal: string[]): PersonalTable => ({
  table,
  personal: ["destination"],
  impersonal,
  isAbout: (person) => inTenant(person, isOneOf("lower(t.destination)", [...person.emails, ...person.phones])),
  erase: "delete",
  export: { name, columns: "t.channel, t.destination, t.created_at, t.expires_at, t.consumed_at" },
});

/** What an audit row may keep of a change: figures and states, nothing that was typed. */
const KEPT_DIFF = [
  ...["status", "payment_status", "starts_at", "ends_at", "arrived_at", "resource_id", "schedule_id", "slot_id"],
  ...["party_size", "price_amount", "currency", "changed", "override", "notify", "refund"],
];

/** In the order of an erasure: what is found through another table comes before it. */
export const personalTables: PersonalTable[] = [
  job("pgboss.job", "jobs"),
  job("pgboss.archive", "finished_jobs"),
  {
    table: "webhook_attempt",
    personal: ["response_body", "error"],
    impersonal: ["request_url", "request_headers"],
    isAbout: (person) =>
      inTenant(
        person,
        sql`exists (select 1 from webhook_delivery d join event e on e.tenant_id = d.tenant_id and e.id = d.event_id
          where d.tenant_id = t.tenant_id and d.id = t.delivery_id and ${isEventOf("e", person)})`,
      ),
    erase: () => sql`response_body = null, error = case when error is null then null else 'erased' end`,
    export: { name: "webhook_answers", columns: "t.started_at, t.response_code, t.response_body, t.error" },
  },
  {
    table: "message",
    personal: ["recipient", "subject", "html", "text", "attachments", "provider_id", "error_code", "context"],
    impersonal: ["kind", "channel", "audience", "locale", "status"],
    isAbout: (person) => inTenant(person, isMessageOf("t", person)),
    // That something was sent stays; a colleague's own address is the colleague's.
    erase: (person) => sql`recipient = case when audience = 'customer' or ${isOneOf("lower(recipient)", person.emails)}
        then 'erased-' || id else recipient end,
      subject = '', html = null, text = null, sealed = null, attachments = '[]', context = '{}', provider_id = null,
      error_code = 'erased', status = case when status in ('queued', 'held') then 'suppressed' else status end`,
    export: {
      name: "messages",
      columns: `t.kind, t.channel, t.audience, case when t.audience = 'customer' then t.recipient end as recipient, t.subject,
        t.html, t.text, t.attachments, t.context, t.status, t.provider_id, t.error_code, t.created_at, t.sent_at`,
    },
  },
  {
    table: "event",
    personal: ["body"],
    impersonal: ["type", "actor"],
    isAbout: (person) => inTenant(person, isEventOf("t", person)),
    erase: "event_body",
    export: { name: "events", columns: "t.type, t.booking_id, t.created_at, t.body" },
  },
  {
    table: "idempotency_key",
    personal: ["body", "key"],
    impersonal: ["route"],
    isAbout: (person) => inTenant(person, holdsOneOf("concat(t.key, ' ', t.body)", needlesOf(person))),
    erase: "delete", // kept for a day only, so not worth rewriting
    export: { name: "stored_answers", columns: "t.route, t.key, t.body, t.created_at" },
  },
  {
    table: "waitlist_entry",
    personal: ["email", "customer"],
    impersonal: ["status"],
    isAbout: (person) =>
      inTenant(
        person,
        sql`${isOneOf("lower(t.email)", person.emails)} or ${isOneOf("t.customer ->> 'phone'", person.phones)} or ${isBooking("t.booking_id", person)}`,
      ),
    erase: "delete",
    export: { name: "waiting_list", columns: "t.starts_at, t.party_size, t.email, t.customer, t.status, t.created_at" },
  },
  proof("verification_code", "codes", ["purpose", "channel"]),
  proof("verification_token", "confirmations", ["channel"]),
  {
    table: "email_suppression",
    personal: ["address", "reason"],
    impersonal: [],
    isAbout: (person) => inTenant(person, isOneOf("lower(t.address)", person.emails)),
    erase: "delete",
    export: { name: "addresses_not_written_to", columns: "t.address, t.reason, t.created_at" },
  },
  {
    table: "audit_row",
    personal: ["diff"],
    impersonal: ["actor", "action", "entity", "entity_id", "request_id"],
    isAbout: (person) =>
      inTenant(
        person,
        sql`t.entity_id = any(${[...person.customer_ids, ...person.booking_ids]}::text[]) or ${holdsOneOf("t.diff::text", needlesOf(person))}`,
      ),
    erase: () =>
      sql`diff = (select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(diff) d where d.key = any(${KEPT_DIFF}))`,
    export: { name: "changes", columns: "t.at, t.action, t.diff" },
  },
  {
    table: "booking",
    personal: ["customer_name", "customer_email", "customer_phone", "notes", "answers", "meta", "cancel_reason"],
    impersonal: [
      ...[
        "reference",
        "resource_name",
        "status",
        "pending_reason",
        "payment_status",
        "time_zone",
        "currency",
        "source",
      ],
      ...["cancelled_by", "cancel_reason_code"],
    ],
    isAbout: (person) => inTenant(person, isBooking("t.id", person)),
    erase: ({
      customer_id,
    }) => sql`customer_name = ${ERASED_NAME}, customer_email = ${erasedEmail(customer_id)}, customer_phone = null,
      notes = null, answers = '[]', meta = '{}', cancel_reason = null, version = version + 1, updated_at = now()`,
    export: { name: "bookings", columns: "t.*" },
  },
  {
    table: "customer_alias",
    personal: ["name", "email", "phone"],
    impersonal: [],
    isAbout: (person) => inTenant(person, sql`t.customer_id = any(${person.customer_ids}::uuid[])`),
    erase: "delete",
    export: { name: "also_known_as", columns: "t.name, nullif(t.email, '') as email, nullif(t.phone, '') as phone" },
  },
  {
    table: "customer",
    personal: ["email", "name", "phone", "locale", "time_zone", "notes"],
    impersonal: ["merged_fields"],
    isAbout: (person) => inTenant(person, sql`t.id = any(${person.customer_ids}::uuid[])`),
    erase:
      () => sql`name = ${ERASED_NAME}, email = replace(${erasedEmail("{id}")}::text, '{id}', t.id::text), phone = null, locale = null,
      time_zone = null, notes = null, updated_at = now(), erased_at = now()`,
    export: { name: "customer", columns: "t.*" },
  },
];

const columns = (list: string) => list.split(" ");

/** The other tables' text and JSON columns: about the company, the people who work for it, or nobody. */
export const impersonalTables: Record<string, string[]> = {
  _prisma_migrations: columns("id checksum migration_name logs"),
  account: columns("email name"),
  api_key: columns("kind mode name prefix last4 scopes allowed_origins role created_by_name"),
  asset: columns("media_type"),
  email_preference: columns("event recipient"),
  email_template: columns("key locale subject body"),
  identity: columns("issuer subject"),
  invitation: columns("email role name resource_ids"),
  block: columns("reason"),
  connect_state: columns("slot return_to"),
  payment: columns(
    "provider session_id status currency organization_id charge_ref description success_url cancel_url checkout_url receipt_url failure_code attention",
  ),
  payment_connection: columns("slot adapter organization_id organization_name profile_id scopes status"),
  provider_account: columns("slot organization_id"),
  provider_event: columns("slot event_id"),
  provider_session: columns("provider session_id"),
  rate_limit: columns("key"),
  refund: columns("provider_refund_id currency status reason former_status failure_code"),
  resource: columns("type name description meta color"),
  schedule: columns("name time_zone rules overrides currency questions"),
  session: columns("ip user_agent"),
  slot: columns("currency status origin"),
  slot_job: columns("state task result"),
  tenant: columns("name slug email phone website address time_zone locale currency policy onboarding"),
  tenant_user: columns("role name resource_ids preferences"),
  webhook_delivery: columns("status origin"),
  webhook_subscription: columns("url events description disabled_reason"),
  widget_config: columns("name settings"),
  "pgboss.queue": columns("name policy dead_letter partition_name"),
  "pgboss.schedule": columns("name cron timezone data options"),
  "pgboss.subscription": columns("event name"),
};

/** The rows of a table that are about a person. */
export function selectAbout({ table, isAbout, export: { columns } }: PersonalTable, person: Person): Part {
  return sql`select ${raw(columns)} from ${raw(table)} t where ${isAbout(person)}`;
}

/** The statement that erases a person from a table; null for event bodies, which are rewritten one by one. */
export function eraseAbout({ table, isAbout, erase }: PersonalTable, person: Person): Part | null {
  if (erase === "event_body") return null;
  const what = erase === "delete" ? sql`delete from ${raw(table)} t` : sql`update ${raw(table)} t set ${erase(person)}`;
  return join([what, isAbout(person)], " where ");
}
