import sql from "sql-template-tag";
import type { Recipient } from "~/contract/email";
import type { Sql } from "~/lib/db.server";
import { DEFAULT_PREFERENCES } from "./default-preferences";
import { queueMail } from "./queue-message.server";
import type { BookingMail } from "./texts/mail-texts";

/** The mail that an event is told by. Events that are not here are told by none. */
const MAIL_OF: Record<string, BookingMail> = {
  "booking.created": "booking_created",
  "booking.confirmed": "booking_confirmed",
  "booking.paid": "booking_paid",
  "booking.cancelled": "booking_cancelled",
  "booking.refunded": "booking_refunded",
  "booking.moved": "booking_rescheduled",
};

interface EventToTell {
  tenant_id: string;
  id: string;
  type: string;
  booking_id: string;
  notify: boolean;
  customer_email: string;
  customer_locale: string | null;
  tenant_locale: string;
  /** The tenant's choices for this mail, where they differ from the defaults. */
  chosen: Partial<Record<Recipient, boolean>>;
  staff: { role: string; email: string }[];
}

/**
 * Queues the mails of committed events in the relay's transaction: to the guest, to the staff whose own resource it is, to the owner, as
 * the tenant wants it. Where several steps were taken at once (created and confirmed, confirmed and paid) the last one speaks for all.
 * Whoever made the change himself is not told of it, and a guest is left in peace where the call said `notify: false`.
 */
export async function queueEventMails(
  db: Sql,
  events: { tenant_id: string; id: string; type: string }[],
): Promise<void> {
  const told = events.filter((event) => MAIL_OF[event.type] !== undefined);
  if (told.length === 0) return;
  for (const event of await readEvents(db, told)) await queueMailsOf(db, event);
}

async function readEvents(db: Sql, events: { tenant_id: string; id: string }[]): Promise<EventToTell[]> {
  const found = await db.query<EventToTell>(
    sql`select e.tenant_id, e.id, e.type, e.booking_id, e.notify, t.locale as tenant_locale,
        e.body::jsonb #>> '{data,booking,customer,email}' as customer_email,
        e.body::jsonb #>> '{data,booking,customer,locale}' as customer_locale,
        (select coalesce(jsonb_object_agg(p.recipient, p.enabled), '{}') from email_preference p
          where p.tenant_id = e.tenant_id and p.event = ${JSON.stringify(MAIL_OF)}::jsonb ->> e.type) as chosen,
        (select coalesce(jsonb_agg(jsonb_build_object('role', u.role, 'email', a.email)), '[]')
          from tenant_user u join account a on a.id = u.account_id
          where u.tenant_id = e.tenant_id and u.id::text is distinct from e.actor ->> 'id'
            and (u.role = 'owner' or (u.role = 'staff' and b.resource_id = any(u.resource_ids)))) as staff
      from unnest(${events.map((event) => event.tenant_id)}::uuid[], ${events.map((event) => event.id)}::uuid[]) as told (tenant_id, id)
      join event e on e.tenant_id = told.tenant_id and e.id = told.id
      join booking b on b.tenant_id = e.tenant_id and b.id = e.booking_id
      join tenant t on t.id = e.tenant_id
      where not exists (
        select 1 from event n where n.tenant_id = e.tenant_id and n.booking_id = e.booking_id and n.sequence = e.sequence + 1
          and n.created_at = e.created_at and n.type in ('booking.confirmed', 'booking.paid'))
      order by e.created_at, e.sequence`,
  );
  return found.rows;
}

async function queueMailsOf(db: Sql, event: EventToTell): Promise<void> {
  const kind = MAIL_OF[event.type]!; // filtered by it
  const wants = (audience: Recipient) => event.chosen[audience] ?? DEFAULT_PREFERENCES[kind]![audience];
  const { tenant_id, id: event_id, booking_id } = event;
  const queue = (audience: Recipient, recipient: string, locale: string) =>
    queueMail(db, { tenant_id, kind, audience, recipient, locale, event_id, booking_id });
  if (event.notify && wants("customer"))
    await queue("customer", event.customer_email, event.customer_locale ?? event.tenant_locale);
  for (const { role, email } of event.staff) {
    const audience = role === "owner" ? "owner" : "staff";
    if (wants(audience)) await queue(audience, email, event.tenant_locale);
  }
}
