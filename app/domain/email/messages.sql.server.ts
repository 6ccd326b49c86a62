import sql from "sql-template-tag";
import { pool, prepared, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { MessageRow } from "./message-row";
import type { NewMail } from "./queue-mails.server";
import type { NewMessage } from "./queue-message.server";
import type { Rendered } from "./render-message.server";

/** Longer than the job may run: an expired lease means its holder has died. */
export const LEASE_SECONDS = 45;
/**
 * `error_code` while it is unknown whether a crashed run has sent the message, for the first and
 * the second time.
 */
export const UNCONFIRMED = "unconfirmed";
export const UNCONFIRMED_TWICE = "unconfirmed_twice";

/** The tenant of a message whose job predates tenant ids in jobs; null when the message is gone. */
export async function findMessageTenant(messageId: string): Promise<string | null> {
  const found = await pool.query<{ tenant_id: string }>(
    sql`select tenant_id from message where id = ${messageId}`,
  );
  return found.rows[0]?.tenant_id ?? null;
}

export async function loadMessage(
  db: Sql,
  tenantId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const found = await db.query<MessageRow>(
    sql`select * from message where tenant_id = ${tenantId} and id = ${id}`,
  );
  return found.rows[0];
}

/**
 * Inserts a message to be sent; false: one of the same kind to the same address for the same event
 * exists.
 */
export async function insertMessage(
  db: Sql,
  id: string,
  message: Omit<NewMessage, "secret">,
  sealed: Buffer | null,
): Promise<boolean> {
  const { content } = message;
  const inserted = await db.query(
    sql`insert into message (tenant_id, id, kind, channel, audience, recipient, locale, subject, html, text, attachments, sealed,
          booking_id, event_id, context)
        values (${message.tenant_id}, ${id}, ${message.kind}, ${message.channel}, ${message.audience}, ${message.recipient},
          ${message.locale}, ${content?.subject ?? ""}, ${content?.html ?? null}, ${content?.text ?? null},
          ${JSON.stringify(content?.attachments ?? [])}, ${sealed}, ${message.booking_id ?? null}, ${message.event_id ?? null},
          ${JSON.stringify(message.context ?? {})})
        on conflict (tenant_id, event_id, kind, channel, recipient) where event_id is not null do nothing`,
  );
  return inserted.rowCount !== 0;
}

/** insertMessage for many; returns the ids that were inserted. */
export async function insertMails(db: Sql, tenantId: string, mails: NewMail[]): Promise<string[]> {
  const rows = mails.map((mail) => ({
    ...mail,
    id: newId(),
    channel: mail.channel ?? "email",
    context: mail.context ?? {},
  }));
  const inserted = await db.query<{ message_id: string }>(
    prepared(sql`insert into message (tenant_id, id, kind, channel, audience, recipient, locale, subject, booking_id, event_id, context)
        select ${tenantId}::uuid, m.id, m.kind, m.channel, m.audience, m.recipient, m.locale, '', m.booking_id, m.event_id, m.context
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (id uuid, kind text, channel text, audience text, recipient text, locale text,
          booking_id uuid, event_id uuid, context jsonb)
        on conflict (tenant_id, event_id, kind, channel, recipient) where event_id is not null do nothing
        returning id as message_id`),
  );
  return inserted.rows.map(({ message_id }) => message_id);
}

/** How long an email waits for the meeting link from a connected calendar. */
const MEETING_SECONDS = 120;

/**
 * A message to be sent, and whether a run that called the provider holds it; undefined: it is not
 * waiting.
 */
export async function findWaiting(
  tenantId: string,
  id: string,
): Promise<(MessageRow & { is_leased: boolean; awaits_meeting: boolean }) | undefined> {
  const found = await pool.query<MessageRow & { is_leased: boolean; awaits_meeting: boolean }>(
    sql`select *, coalesce(leased_until >= now(), false) as is_leased,
        (created_at > now() - ${MEETING_SECONDS}::int * interval '1 second' and exists (select from booking b
          join schedule s on s.tenant_id = ${tenantId} and s.id = b.schedule_id and s.location ->> 'kind' = 'online_meeting'
          join calendar_push p on p.tenant_id = ${tenantId} and p.booking_id = b.id and p.done_version < p.wanted_version
          where b.tenant_id = ${tenantId} and b.id = message.booking_id and b.status in ('confirmed', 'paid') and b.meeting_url is null)) as awaits_meeting from message
      where tenant_id = ${tenantId} and id = ${id} and status in ('queued', 'held')`,
  );
  return found.rows[0];
}

/**
 * Leases a message as it was read and counts an attempt, directly before the provider is called:
 * from here on it may have been sent. Until the result is recorded, `error_code` is UNCONFIRMED, or
 * UNCONFIRMED_TWICE after an earlier run that crashed. Returns the attempts; undefined: lost a
 * race.
 */
export async function startAttempt(db: Sql, row: MessageRow): Promise<number | undefined> {
  const started = await db.query<{ attempts: number }>(
    prepared(sql`update message set status = 'queued', attempts = attempts + 1, leased_until = now() + ${LEASE_SECONDS}::int * interval '1 second',
          error_code = case when error_code = ${UNCONFIRMED}::text then ${UNCONFIRMED_TWICE}::text else ${UNCONFIRMED}::text end
      where tenant_id = ${row.tenant_id}::uuid and id = ${row.id}::uuid and status = ${row.status}::text and attempts = ${row.attempts}::int
        and (leased_until is null or leased_until < now())
      returning attempts`),
  );
  return started.rows[0]?.attempts;
}

/** Releases a message for another attempt. */
export async function releaseForRetry({ tenant_id, id }: MessageRow, code: string): Promise<void> {
  await pool.query(
    sql`update message set leased_until = null, error_code = ${code}, updated_at = now()
      where tenant_id = ${tenant_id} and id = ${id}`,
  );
}

export interface Outcome {
  status: "sent" | "failed" | "suppressed";
  provider_id?: string;
  error_code?: string;
  /** The provider's price, if it reported one. */
  price?: { amount: string; currency: string };
}

/** A message's text as it is kept for 30 days. */
export type Written = Pick<Rendered, "subject" | "text" | "attachments"> & {
  html: string | null;
  /** Number of SMS, of a text reminder. */
  parts?: number;
};

/** Stores the result of a message, and its text unless that is null. */
export async function writeOutcome(
  row: MessageRow,
  rendered: Written | null,
  outcome: Outcome,
): Promise<void> {
  await pool.query(
    sql`update message set status = ${outcome.status}, provider_id = ${outcome.provider_id ?? null},
        error_code = ${outcome.error_code ?? null}, leased_until = null, sealed = null,
        subject = ${rendered?.subject ?? row.subject}, html = ${rendered?.html ?? null}, text = ${rendered?.text ?? null},
        attachments = ${JSON.stringify(rendered?.attachments ?? [])}, parts = ${rendered?.parts ?? null},
        price = ${outcome.price?.amount ?? null}, price_currency = ${outcome.price?.currency ?? null},
        sent_at = ${outcome.status === "sent" ? sql`now()` : null}, updated_at = now()
      where tenant_id = ${row.tenant_id} and id = ${row.id} and status in ('queued', 'held')`,
  );
}

/** Holds the message until another day. */
export async function holdMessage(
  db: Sql,
  { tenant_id, id }: MessageRow,
  reason: string,
): Promise<void> {
  await db.query(
    sql`update message set status = 'held', error_code = ${reason}, leased_until = null, updated_at = now()
      where tenant_id = ${tenant_id} and id = ${id} and status in ('queued', 'held')`,
  );
}

/** Marks the email with the provider's id as bounced. */
export async function markBounced(
  db: Sql,
  tenantId: string,
  providerId: string,
  code: string,
): Promise<Pick<MessageRow, "tenant_id" | "id" | "recipient"> | undefined> {
  const found = await db.query<Pick<MessageRow, "tenant_id" | "id" | "recipient">>(
    sql`update message set status = 'bounced', error_code = ${code}, updated_at = now()
        where tenant_id = ${tenantId} and provider_id = ${providerId} and channel = 'email'
        returning tenant_id, id, recipient`,
  );
  return found.rows[0];
}

/**
 * Counts how often a message was resent; locks its row, so that concurrent resends count each
 * other.
 */
export async function countResends(db: Sql, tenantId: string, id: string): Promise<number> {
  await db.query(
    sql`select 1 from message where tenant_id = ${tenantId} and id = ${id} for update`,
  );
  const resent = await db.query(
    sql`select 1 from message where tenant_id = ${tenantId} and context ->> 'resent_of' = ${id} and context ? 'resent_of'`,
  );
  return resent.rowCount ?? 0;
}
