import type { Message } from "~/contract/email";
import { AppError, notFound } from "~/lib/app-error";
import { type Sql, transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { lockWritten } from "./list-messages.sql.server";
import { MAX_RESENDS } from "./mail-quota.server";
import { toMessage } from "./message-row";
import { countResends, loadMessage } from "./messages.sql.server";
import { queueMessage } from "./queue-message.server";
import { deleteSuppression } from "./suppressions.sql.server";

/**
 * Resends the same text to the same address as a new message. Throws not_found (also when the text
 * was deleted) and rate_limited (resent three times already).
 */
export async function resendMessage(actor: StaffActor, id: string): Promise<Message> {
  return transaction(async (db) => {
    const row = await lockWritten(db, actor, id);
    if (row === undefined) throw notFound("Message", id);
    const {
      tenant_id,
      kind,
      channel,
      audience,
      recipient,
      locale,
      booking_id,
      subject,
      html,
      text,
      attachments,
    } = row;
    const resent_of = row.context.resent_of ?? id;
    await refuseTooManyResends(db, actor, resent_of);
    const content = { subject, html: html ?? "", text: text ?? "", attachments };
    const again = await queueMessage(db, {
      tenant_id,
      kind,
      channel,
      audience,
      recipient,
      locale,
      booking_id,
      content,
      context: { resent_of },
    });
    await writeAudit(db, actor, { action: "message.resent", entity: "message", entity_id: id });
    return toMessage((await loadMessage(db, tenant_id, again!))!); // inserted above
  });
}

/** Counted for the first message of the chain, whichever one is resent. */
async function refuseTooManyResends(db: Sql, actor: StaffActor, first: string): Promise<void> {
  if ((await countResends(db, actor.tenant.id, first)) >= MAX_RESENDS)
    throw new AppError(
      "rate_limited",
      `This message has been sent again ${MAX_RESENDS} times already.`,
    );
}

/** Throws not_found. */
export async function removeSuppression(actor: StaffActor, address: string): Promise<void> {
  await transaction(async (db) => {
    if (!(await deleteSuppression(db, actor.tenant.id, address)))
      throw notFound("Suppressed address", address);
    await writeAudit(db, actor, {
      action: "email_suppression.removed",
      entity: "email_suppression",
      entity_id: null,
    });
  });
}
