import sql, { type Sql as Part } from "sql-template-tag";
import { pool, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { Policy } from "../identity/policy";
import type { TextConsent } from "../text-consent/text-consent";
import { followsInVisit, LATE } from "./reminders.sql.server";

const STANDARD = Policy.parse({});
const STANDARD_OFFSETS = JSON.stringify(STANDARD.reminders_minutes_before);
/** Longer than any quiet hours, which may bring a reminder forward. */
const MAX_FORWARD = sql`interval '25 hours'`;

const policy = (field: keyof Policy) => sql`coalesce(t.policy ->> ${field}, ${STANDARD[field]})`;
const QUIET_FROM = sql`${policy("text_quiet_from")}::time`;
const QUIET_UNTIL = sql`${policy("text_quiet_until")}::time`;
const ZONE = sql`coalesce(s.time_zone, t.time_zone)`;
/** textChannelOf's rule, for the sweep. */
const IS_ON = sql`case coalesce(s.text_reminders, 'company') when 'on' then true when 'off' then false
  else coalesce((t.policy -> 'text_reminders')::boolean, false) end`;

/** Upcoming bookings `b` with consent, each with its offsets: `o.at` without quiet hours, `d.due` with. */
const remindersOf = (tenant: Part): Part => sql`booking b join tenant t on t.id = b.tenant_id
  left join schedule s on s.tenant_id = ${tenant} and s.id = b.schedule_id
  cross join lateral (select m.minutes::int as minutes, b.starts_at - m.minutes::int * interval '1 minute' as at
    from jsonb_array_elements_text(coalesce(t.policy -> 'reminders_minutes_before', ${STANDARD_OFFSETS}::jsonb)) m (minutes)) o
  cross join lateral (select text_due(o.at, ${ZONE}, ${QUIET_FROM}, ${QUIET_UNTIL}) as due) d`;

/** Like an email's (reminders.sql.server.ts): not for a guest who booked or moved after `o.at`. */
const isDue = (now: Date, tenant: Part): Part => sql`b.text_consent is not null
  and b.starts_at > ${now}::timestamptz and b.starts_at <= ${now}::timestamptz + interval '30 days' + ${MAX_FORWARD}
  and d.due <= ${now}::timestamptz and b.starts_at > ${now}::timestamptz + o.minutes * interval '1 minute' * ${LATE}::float8
  and b.status in ('confirmed', 'paid') and b.source <> 'test' and b.livemode and not ${followsInVisit(tenant)} and b.created_at <= o.at and ${IS_ON}
  and not exists (select from text_reminder r where r.tenant_id = ${tenant} and r.booking_id = b.id
    and r.minutes_before = o.minutes and r.starts_at = b.starts_at)
  and not exists (${movedAfter(sql`o.at`, tenant)})`;

const movedAfter = (at: Part, tenant: Part): Part =>
  sql`select from event e where e.tenant_id = ${tenant} and e.booking_id = b.id and e.type = 'booking.moved' and e.created_at > ${at}`;

/** The scan for tenants with due text reminders. */
export async function tenantsWithTexts(now: Date, after: string, limit: number): Promise<string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    sql`select distinct b.tenant_id from ${remindersOf(sql`b.tenant_id`)}
      where b.tenant_id > ${after} and t.id > ${after} and ${isDue(now, sql`b.tenant_id`)} order by b.tenant_id limit ${limit}`,
  );
  return found.rows.map((row) => row.tenant_id);
}

/** Bookings per claim. */
const BATCH = 200;

export interface DueText {
  booking_id: string;
  minutes: number;
  starts_at: Date;
  phone: string | null;
  text_consent: TextConsent;
  locale: string;
  /** Quiet hours brought it forward to before the booking was made or moved. */
  is_left_out: boolean;
  channel: "sms" | "whatsapp";
}

/** Marks them as sent to claim them: one text for each offset and start, ever. */
export async function claimTexts(db: Sql, tenantId: string, now: Date): Promise<DueText[]> {
  const tenant = sql`${tenantId}::uuid`;
  const found = await db.query<DueText>(
    sql`with due as materialized (
        select b.id as booking_id, o.minutes, b.starts_at, b.customer_phone as phone, b.text_consent, coalesce(c.locale, t.locale) as locale,
          b.created_at > d.due or exists (${movedAfter(sql`d.due`, tenant)}) as is_left_out,
          ${policy("text_channel")} as channel
        from ${remindersOf(tenant)} join customer c on c.tenant_id = ${tenant} and c.id = b.customer_id
        where b.tenant_id = ${tenant} and ${isDue(now, tenant)} order by b.starts_at limit ${BATCH}),
      claimed as (
        insert into text_reminder (tenant_id, booking_id, minutes_before, starts_at)
        select ${tenant}, booking_id, minutes, starts_at from due on conflict do nothing
        returning booking_id, minutes_before)
      select due.* from claimed join due on due.booking_id = claimed.booking_id and due.minutes = claimed.minutes_before`,
  );
  return found.rows;
}

/** Logs a text that is not sent, with the reason. */
export async function logLeftOut(
  db: Sql,
  tenantId: string,
  text: Pick<DueText, "booking_id" | "channel" | "locale"> & { recipient: string; context: object },
  reason: string,
): Promise<void> {
  await db.query(
    sql`insert into message (tenant_id, id, kind, channel, audience, recipient, locale, booking_id, context, status, error_code)
      values (${tenantId}, ${newId()}, 'booking_reminder', ${text.channel}, 'customer', ${text.recipient}, ${text.locale},
        ${text.booking_id}, ${JSON.stringify(text.context)}, 'suppressed', ${reason})`,
  );
}

export interface TextState {
  policy: unknown;
  is_quiet: boolean;
  text_reminders: "company" | "on" | "off" | null;
}

/** The facts that decide at sending time whether a text may go; undefined: the booking is gone. */
export async function readTextState(
  tenantId: string,
  bookingId: string,
  now: Date,
): Promise<TextState | undefined> {
  const found = await pool.query<TextState>(
    sql`select t.policy, s.text_reminders,
        is_quiet(${now}::timestamptz, ${ZONE}, ${QUIET_FROM}, ${QUIET_UNTIL}) as is_quiet
      from booking b join tenant t on t.id = ${tenantId}
        left join schedule s on s.tenant_id = ${tenantId} and s.id = b.schedule_id
      where b.tenant_id = ${tenantId} and b.id = ${bookingId}`,
  );
  return found.rows[0];
}
