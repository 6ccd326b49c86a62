import sql from "sql-template-tag";
import type { Recipient } from "~/contract/email";
import { prepared, type Sql } from "~/lib/db.server";
import { DEFAULT_PREFERENCES } from "./default-preferences";
import { type NewMail, queueMails } from "./queue-mails.server";
import type { BookingMail } from "./texts/mail-texts";

/** The mail of each event. Events that are not here send none. */
export const MAIL_OF: Record<string, BookingMail> = {
  "booking.created": "booking_created",
  "booking.confirmed": "booking_confirmed",
  "booking.paid": "booking_paid",
  "booking.cancelled": "booking_cancelled",
  "booking.refunded": "booking_refunded",
  "booking.moved": "booking_rescheduled",
  "booking.approved": "booking_created",
  "booking.payment_processing": "booking_created",
};
/** What the desk does itself, or need not act upon. */
const FOR_THE_GUEST = ["booking.approved", "booking.payment_processing"];

interface EventToTell {
  id: string;
  type: string;
  booking_id: string;
  notify: boolean;
  /** null: there is nowhere to write to. */
  customer_email: string | null;
  customer_locale: string | null;
  tenant_locale: string;
  /** The tenant's choices for this mail, where they differ from the defaults. */
  chosen: Partial<Record<Recipient, boolean>>;
  staff: { role: string; email: string }[];
}

/**
 * Queues the mails of a tenant's committed events in the relay's transaction: to the guest, to the staff whose own resource it is, to the
 * owner, as the tenant wants it. Where several steps were taken at once (created and confirmed, confirmed and paid) the last one speaks
 * for all. The person who made the change gets no mail about it, and neither does the guest where the call said `notify: false`. Of a
 * test booking nobody is told.
 */
export async function queueEventMails(
  db: Sql,
  tenantId: string,
  events: { id: string; type: string }[],
): Promise<void> {
  const told = events.filter((event) => MAIL_OF[event.type] !== undefined).map((event) => event.id);
  if (told.length === 0) return;
  await queueMails(db, tenantId, (await readEvents(db, tenantId, told)).flatMap(mailsOf));
}

async function readEvents(db: Sql, tenantId: string, eventIds: string[]): Promise<EventToTell[]> {
  const found = await db.query<EventToTell>(
    prepared(sql`select e.id, e.type, e.booking_id, e.notify, t.locale as tenant_locale,
        e.body::jsonb #>> '{data,booking,customer,email}' as customer_email,
        coalesce(e.body::jsonb #>> '{data,booking,customer,locale}', (select c.locale from customer c
          where c.tenant_id = ${tenantId} and c.id = b.customer_id)) as customer_locale,
        (select coalesce(jsonb_object_agg(p.recipient, p.enabled), '{}') from email_preference p
          where p.tenant_id = ${tenantId} and p.event = ${JSON.stringify(MAIL_OF)}::jsonb ->> e.type) as chosen,
        (select coalesce(jsonb_agg(jsonb_build_object('role', u.role, 'email', a.email)), '[]')
          from tenant_user u join account a on a.id = u.account_id
          where u.tenant_id = ${tenantId} and u.id::text is distinct from e.actor ->> 'id'
            and (u.role = 'owner' or (u.role = 'staff' and b.resource_id = any(u.resource_ids)))) as staff
      from event e
      join booking b on b.tenant_id = ${tenantId} and b.id = e.booking_id
      join tenant t on t.id = ${tenantId}
      where e.tenant_id = ${tenantId} and e.id = any(${eventIds}::uuid[]) and b.source <> 'test' and not exists (
        select 1 from event n where n.tenant_id = ${tenantId} and n.booking_id = e.booking_id and n.sequence = e.sequence + 1
          and n.created_at = e.created_at and n.type in ('booking.confirmed', 'booking.paid'))
      order by e.created_at, e.sequence`),
  );
  return found.rows;
}

function mailsOf(event: EventToTell): NewMail[] {
  const kind = MAIL_OF[event.type]!; // filtered by it
  const wants = (audience: Recipient) => event.chosen[audience] ?? DEFAULT_PREFERENCES[kind]![audience];
  const { id: event_id, booking_id, tenant_locale } = event;
  const toGuest: NewMail[] =
    event.notify && event.customer_email !== null && wants("customer")
      ? [
          {
            ...{ kind, event_id, booking_id, audience: "customer", recipient: event.customer_email },
            locale: event.customer_locale ?? tenant_locale,
          },
        ]
      : [];
  if (FOR_THE_GUEST.includes(event.type)) return toGuest;
  const toStaff = event.staff.flatMap(({ role, email }): NewMail[] => {
    const audience = role === "owner" ? "owner" : "staff";
    return wants(audience) ? [{ kind, event_id, booking_id, audience, recipient: email, locale: tenant_locale }] : [];
  });
  return [...toGuest, ...toStaff];
}
