import type { Sql } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { sendLater } from "../email/mail-queue.server";
import type { StaffActor } from "../identity/actor";
import { INVITATION_DAYS } from "./people-rules.server";

const escapeHtml = (value: string) =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
const oneLine = (value: string) => value.replace(/\s+/g, " ");

/** The address at which an invitation is read and accepted. */
export function invitationUrl(token: string): string {
  return `${env.BASE_URL}/invitations/${token}`;
}

/** Queues the mail that asks someone to join, in the transaction that made the invitation. */
export async function sendInvitation(
  db: Sql,
  actor: StaffActor,
  invitation: { email: string; name: string | null },
  token: string,
): Promise<void> {
  const company = oneLine(actor.tenant.name);
  const inviter = actor.kind === "user" ? oneLine(actor.name) : company;
  const url = invitationUrl(token);
  const greeting = invitation.name === null ? "Hello," : `Hello ${oneLine(invitation.name)},`;
  const lines = [
    `${inviter} invites you to work with ${company}'s bookings.`,
    `The link works for ${INVITATION_DAYS} days, for this address only. If you did not expect this, simply ignore it.`,
  ] as const;
  await sendLater(
    {
      to: invitation.email,
      subject: `${inviter} invites you to ${company}`,
      text: [greeting, lines[0], url, lines[1]].join("\n\n"),
      html: [
        `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(lines[0])}</p>`,
        `<p><a href="${escapeHtml(url)}">Accept the invitation</a></p><p>${escapeHtml(lines[1])}</p>`,
      ].join(""),
    },
    db,
  );
}
