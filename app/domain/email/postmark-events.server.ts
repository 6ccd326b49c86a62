import { Id } from "~/contract/common";
import type { PostmarkEvent } from "~/contract/email";
import { transaction } from "~/lib/db.server";
import { log } from "~/lib/log.server";
import { markBounced } from "./messages.sql.server";
import { suppress } from "./suppressions.sql.server";

/** Bounces that are permanent (Postmark's types); others are temporary. */
const LASTING = [
  "HardBounce",
  "SpamComplaint",
  "SpamNotification",
  "ManuallyDeactivated",
  "BadEmailAddress",
  "Unsubscribe",
];

/**
 * Handles a bounce, complaint or change of suppression: marks the message, and suppresses a
 * permanently failing address for that tenant. Ignores records of other kinds and of unknown
 * messages; idempotent. Returns whether a message was found.
 */
export async function receivePostmarkEvent(event: PostmarkEvent): Promise<{ handled: boolean }> {
  const outcome = outcomeOf(event);
  const tenantId = Id.safeParse(event.Metadata?.["tenant_id"]).data;
  const providerId = event.MessageID;
  if (outcome === null || providerId === undefined || tenantId === undefined)
    return { handled: false };
  return transaction(async (db) => {
    const message = await markBounced(db, tenantId, providerId, outcome.code);
    if (message === undefined) return { handled: false };
    if (outcome.is_lasting) await suppress(db, message.tenant_id, message.recipient, outcome.code);
    log.info(
      { tenant_id: message.tenant_id, message_id: message.id, code: outcome.code },
      "a message bounced",
    );
    return { handled: true };
  });
}

function outcomeOf({
  RecordType,
  Type,
  Inactive,
  SuppressSending,
  SuppressionReason,
}: PostmarkEvent) {
  if (RecordType === "SpamComplaint") return { code: "SpamComplaint", is_lasting: true };
  if (RecordType === "Bounce")
    return {
      code: Type ?? "Bounce",
      is_lasting: Inactive === true || LASTING.includes(Type ?? ""),
    };
  if (RecordType === "SubscriptionChange" && SuppressSending === true)
    return { code: SuppressionReason ?? "SubscriptionChange", is_lasting: true };
  return null;
}
