import {
  type EmailPreferences,
  type EmailPreferencesPatch,
  type PreferenceEvent,
  preferenceEvents,
  type Recipient,
  recipients,
} from "~/contract/email";
import { prisma, prismaTransaction } from "~/lib/db.server";
import { auditRow } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { MAILS } from "./mails";

/** The email settings: the tenant's choices over the defaults. */
export async function getPreferences(actor: StaffActor): Promise<EmailPreferences> {
  const rows = await prisma.emailPreference.findMany({ where: { tenant_id: actor.tenant.id } });
  const chosen = new Map(rows.map((row) => [`${row.event} ${row.recipient}`, row.enabled]));
  const rowOf = (event: PreferenceEvent) =>
    Object.fromEntries(
      recipients.map((to) => [to, chosen.get(`${event} ${to}`) ?? MAILS[event].default_to[to]]),
    );
  return Object.fromEntries(
    preferenceEvents.map((event) => [event, rowOf(event)]),
  ) as EmailPreferences;
}

/** Changes the given settings; audited. */
export async function updatePreferences(
  actor: StaffActor,
  patch: EmailPreferencesPatch,
): Promise<EmailPreferences> {
  const tenant_id = actor.tenant.id;
  const changes = Object.entries(patch).flatMap(([event, row]) =>
    Object.entries(row ?? {}).map(([recipient, enabled]) => ({
      event,
      recipient: recipient as Recipient,
      enabled: enabled as boolean,
    })),
  );
  const diff = Object.fromEntries(
    changes.map(({ event, recipient, enabled }) => [`${event}.${recipient}`, enabled]),
  );
  await prismaTransaction(async (tx) => {
    for (const { event, recipient, enabled } of changes)
      await tx.emailPreference.upsert({
        where: { tenant_id_event_recipient: { tenant_id, event, recipient } },
        create: { tenant_id, event, recipient, enabled },
        update: { enabled },
      });
    await tx.auditRow.create({
      data: auditRow(actor, {
        action: "email_preferences.updated",
        entity: "tenant",
        entity_id: tenant_id,
        diff,
      }),
    });
  });
  return getPreferences(actor);
}
