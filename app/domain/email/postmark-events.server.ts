import sql from "sql-template-tag";
import { Id } from "~/contract/common";
import type { PostmarkEvent } from "~/contract/email";
import { transaction } from "~/lib/db.server";
import { log } from "~/lib/log.server";

/** Bounces that end an address (Postmark's types); others pass by themselves. */
const LASTING = [
  "HardBounce",
  "SpamComplaint",
  "SpamNotification",
  "ManuallyDeactivated",
  "BadEmailAddress",
  "Unsubscribe",
];

/**
 * Takes a bounce, complaint or change of suppression: the message is marked, and an address that takes nothing any more is written to
 * no more by that tenant. What is not about a message of ours, and every other kind of record, is left alone; the same twice changes
 * nothing. Returns whether a message was found.
 */
export async function receivePostmarkEvent(event: PostmarkEvent): Promise<{ handled: boolean }> {
  const outcome = outcomeOf(event);
  const tenantId = Id.safeParse(event.Metadata?.["tenant_id"]).data;
  if (outcome === null || event.MessageID === undefined || tenantId === undefined) return { handled: false };
  return transaction(async (db) => {
    const found = await db.query<{ tenant_id: string; id: string; recipient: string }>(
      sql`update message set status = 'bounced', error_code = ${outcome.code}, updated_at = now()
        where tenant_id = ${tenantId} and provider_id = ${event.MessageID} and channel = 'email'
        returning tenant_id, id, recipient`,
    );
    const message = found.rows[0];
    if (message === undefined) return { handled: false };
    if (outcome.is_lasting)
      await db.query(
        sql`insert into email_suppression (tenant_id, address, reason)
          values (${message.tenant_id}, lower(${message.recipient}), ${outcome.code}) on conflict do nothing`,
      );
    log.info({ tenant_id: message.tenant_id, message_id: message.id, code: outcome.code }, "a message bounced");
    return { handled: true };
  });
}

function outcomeOf({ RecordType, Type, Inactive, SuppressSending, SuppressionReason }: PostmarkEvent) {
  if (RecordType === "SpamComplaint") return { code: "SpamComplaint", is_lasting: true };
  if (RecordType === "Bounce")
    return { code: Type ?? "Bounce", is_lasting: Inactive === true || LASTING.includes(Type ?? "") };
  if (RecordType === "SubscriptionChange" && SuppressSending === true)
    return { code: SuppressionReason ?? "SubscriptionChange", is_lasting: true };
  return null;
}
