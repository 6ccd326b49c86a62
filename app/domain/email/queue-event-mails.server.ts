import type { BookingMail, Recipient } from "~/contract/email";
import { memberLocale } from "~/i18n/locales";
import type { Sql } from "~/lib/db.server";
import type { EventType } from "../bookings/change/event-body";
import { type EventToMail, readEventsToMail } from "./mail-sources.sql.server";
import { MAILS } from "./mails";
import { type NewMail, queueMails } from "./queue-mails.server";

/**
 * The email of each event. Other events cause none; changes without a new time only if the guest
 * was told otherwise (tellsGuest in mail-sources.sql.server.ts).
 */
export const MAIL_OF = {
  "booking.created": "booking_created",
  "booking.confirmed": "booking_confirmed",
  "booking.paid": "booking_paid",
  "booking.cancelled": "booking_cancelled",
  "booking.refunded": "booking_refunded",
  "booking.moved": "booking_rescheduled",
  "booking.updated": "booking_rescheduled",
  "booking.approved": "booking_created",
  "booking.payment_processing": "booking_created",
} as const satisfies Partial<Record<EventType, BookingMail>>;
export type MailedEvent = keyof typeof MAIL_OF;

const isMailed = (type: string): type is MailedEvent => Object.hasOwn(MAIL_OF, type);

/** Actions of the desk itself, or without need for action. */
const FOR_THE_GUEST: MailedEvent[] = [
  "booking.approved",
  "booking.payment_processing",
  "booking.updated",
];

/**
 * Queues the emails of a tenant's committed events in the relay's transaction: to the guest, to the
 * staff of the resource and to the owner, by the tenant's settings, each in the reader's language.
 * Of several steps taken together (created and confirmed, confirmed and paid) only the last one is
 * reported. The person who made the change gets no email, nor does the guest if the call said
 * `notify: false`. Test bookings cause none.
 */
export async function queueEventMails(
  db: Sql,
  tenantId: string,
  events: { id: string; type: string }[],
): Promise<void> {
  const told = events.filter(({ type }) => isMailed(type)).map((event) => event.id);
  if (told.length === 0) return;
  await queueMails(
    db,
    tenantId,
    (await readEventsToMail(db, tenantId, told, MAIL_OF)).flatMap(mailsOf),
  );
}

function mailsOf(event: EventToMail<MailedEvent>): NewMail[] {
  const kind = MAIL_OF[event.type];
  const wants = (audience: Recipient) => event.chosen[audience] ?? MAILS[kind].default_to[audience];
  const { id: event_id, booking_id, tenant_locale } = event;
  const toGuest: NewMail[] =
    event.notify && event.customer_email !== null && wants("customer")
      ? [
          {
            kind,
            event_id,
            booking_id,
            audience: "customer",
            recipient: event.customer_email,
            locale: event.customer_locale ?? tenant_locale,
          },
        ]
      : [];
  if (FOR_THE_GUEST.includes(event.type)) return toGuest;
  const toStaff = event.staff.flatMap(({ role, email, language }): NewMail[] => {
    const audience = role === "owner" ? "owner" : "staff";
    const locale = memberLocale(language, tenant_locale);
    return wants(audience)
      ? [{ kind, event_id, booking_id, audience, recipient: email, locale }]
      : [];
  });
  return [...toGuest, ...toStaff];
}
