import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { queueMail } from "../email/queue-message.server";
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
  invitation: { email: string; name: string | null },
  token: string,
): Promise<void> {
  await queueMail(db, {
    tenant_id: tenant.id,
    kind: "user_invite",
    audience: "staff",
    recipient: invitation.email,
    locale: tenant.locale,
    secret: { customer: { name: invitation.name }, links: { accept: invitationUrl(token) } },
  });
}
