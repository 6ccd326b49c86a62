import type { Recipient } from "~/contract/email";
import { memberLocale } from "~/i18n/locales";
import type { Sql } from "~/lib/db.server";
import { clock } from "~/lib/clock";
import { chooseMails, isMailed, MAIL_OF, type MailedEvent } from "./choose-mails";
import { type EventToMail, readEventsToMail, readGroupEvents } from "./mail-sources.sql.server";
import { MAILS } from "./mails";
import { type NewMail, queueMails } from "./queue-mails.server";

/** A guest who is still paying doesn't need a reminder. */
const CHECKOUT_MINUTES = 5;

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
  const mailedIds = events.filter(({ type }) => isMailed(type)).map((event) => event.id);
  if (mailedIds.length === 0) return;
  const mails = (await readEventsToMail(db, tenantId, mailedIds, MAIL_OF)).flatMap(mailsOf);
  const isLater = ({ kind }: NewMail) => kind === "checkout_reminder";
  await queueMails(
    db,
    tenantId,
    mails.filter((mail) => !isLater(mail)),
  );
  const later = new Date(clock.now() + CHECKOUT_MINUTES * 60_000);
  await queueMails(db, tenantId, mails.filter(isLater), later);
}

/**
 * Queues the emails about several bookings that were changed in one group by events of these types:
 * one to each reader, about the first booking that concerns them, with the times of all that do.
 */
export async function queueMailsTogether(
  db: Sql,
  tenantId: string,
  bookingIds: string[],
  types: readonly MailedEvent[],
): Promise<void> {
  const eventIds = await readGroupEvents(db, tenantId, bookingIds, types);
  const events = await readEventsToMail(db, tenantId, eventIds, MAIL_OF, true);
  const byStart = events.sort((a, b) => eventIds.indexOf(a.id) - eventIds.indexOf(b.id));
  const byReader = new Map<string, EventMail[]>();
  for (const mail of byStart.flatMap(mailsOf)) {
    const reader = [kindTogether(mail), mail.audience, mail.recipient].join(" ");
    byReader.set(reader, [...(byReader.get(reader) ?? []), mail]);
  }
  await queueMails(db, tenantId, [...byReader.values()].map(inOneMail));
}

/** The first of one reader's emails, in place of all. */
function inOneMail(mails: EventMail[]): NewMail {
  const mail = mails[0]!; // never empty
  if (mails.length === 1) return mail;
  return {
    ...mail,
    kind: kindTogether(mail),
    context: { booking_ids: mails.map(({ booking_id }) => booking_id) },
  };
}

/** A declined request is cancelled as well, so that both are in one email. */
const kindTogether = ({ kind }: NewMail): NewMail["kind"] =>
  kind === "request_declined" ? "booking_cancelled" : kind;

/** An email about a booking's event. */
type EventMail = NewMail & { booking_id: string };

function mailsOf(event: EventToMail): EventMail[] {
  const kind = MAIL_OF[event.type];
  const chosen = chooseMails(event);
  const wants = (audience: Recipient) => event.chosen[audience] ?? MAILS[kind].default_to[audience];
  const { id: event_id, booking_id, tenant_locale } = event;
  const toGuest: EventMail[] =
    chosen.guest !== null && event.notify && event.customer_email !== null && wants("customer")
      ? [
          {
            kind: chosen.guest,
            event_id,
            booking_id,
            audience: "customer",
            recipient: event.customer_email,
            locale: event.customer_locale ?? tenant_locale,
          },
        ]
      : [];
  const { staff } = chosen;
  if (staff === null) return toGuest;
  const toStaff = event.staff.flatMap(({ role, email, language }): EventMail[] => {
    const audience = role === "owner" ? "owner" : "staff";
    const locale = memberLocale(language, tenant_locale);
    return wants(audience)
      ? [{ kind: staff, event_id, booking_id, audience, recipient: email, locale }]
      : [];
  });
  return [...toGuest, ...toStaff];
}
