import type { Recipient } from "~/contract/email";
import { memberLocale } from "~/i18n/locales";
import type { Sql } from "~/lib/db.server";
import { clock } from "~/lib/clock";
import { chooseMails, isMailed, MAIL_OF } from "./choose-mails";
import { type EventToMail, readEventsToMail } from "./mail-sources.sql.server";
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
 * One email to each reader about several bookings, in place of one for each: about an event of the
 * first one, with the times of all. `isForGuest`: to the guest alone, whose own emails about these
 * events were left out.
 */
export async function queueMailsTogether(
  db: Sql,
  tenantId: string,
  eventId: string,
  bookingIds: string[],
  isForGuest = false,
): Promise<void> {
  const events = await readEventsToMail(db, tenantId, [eventId], MAIL_OF, true);
  const mails = events.flatMap((event) =>
    mailsOf(isForGuest ? { ...event, notify: true, staff: [] } : event),
  );
  const context = bookingIds.length > 1 ? { booking_ids: bookingIds } : {};
  await queueMails(
    db,
    tenantId,
    mails.map((mail) => ({ ...mail, context })),
  );
}

function mailsOf(event: EventToMail): NewMail[] {
  const kind = MAIL_OF[event.type];
  const chosen = chooseMails(event);
  const wants = (audience: Recipient) => event.chosen[audience] ?? MAILS[kind].default_to[audience];
  const { id: event_id, booking_id, tenant_locale } = event;
  const toGuest: NewMail[] =
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
  const toStaff = event.staff.flatMap(({ role, email, language }): NewMail[] => {
    const audience = role === "owner" ? "owner" : "staff";
    const locale = memberLocale(language, tenant_locale);
    return wants(audience)
      ? [{ kind: staff, event_id, booking_id, audience, recipient: email, locale }]
      : [];
  });
  return [...toGuest, ...toStaff];
}
