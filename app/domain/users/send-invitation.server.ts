import type { Role } from "~/contract/common";
import { mailLocale } from "~/i18n/locales";
import { clock } from "~/lib/clock";
import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { queueMail } from "../email/queue-message.server";
import { dateOf } from "../bookings/read/booking-time";
import { textsOf } from "../email/texts";
import type { Tenant } from "../identity/actor";

/** The URL at which an invitation is read and accepted. */
function invitationUrl(token: string): string {
  return `${env.BASE_URL}/invitations/${token}`;
}

/**
 * Queues the invitation email, in the transaction that created the invitation. The link is stored
 * encrypted.
 */
export async function sendInvitation(
  db: Sql,
  tenant: Tenant,
  invitation: { email: string; name: string | null; role: Role },
  token: string,
  by: { name: string | null; days: number },
): Promise<void> {
  const { locale, time_zone } = tenant;
  const until = new Date(clock.now() + by.days * 86_400_000);
  await queueMail(db, {
    tenant_id: tenant.id,
    kind: "user_invite",
    audience: "staff",
    recipient: invitation.email,
    locale: tenant.locale,
    secret: {
      customer: { name: invitation.name },
      invite: {
        by: by.name ?? tenant.name,
        role: textsOf(locale).invite.roles[invitation.role],
        until: dateOf(until, { locale: mailLocale(locale, tenant), time_zone }),
      },
      links: { accept: invitationUrl(token) },
    },
  });
}
