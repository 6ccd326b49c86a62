import type { TwilioEvent } from "~/contract/email";
import { pool, transaction } from "~/lib/db.server";
import { log } from "~/lib/log.server";
import { suppress } from "./suppressions.sql.server";
import {
  companiesThatTexted,
  markDelivered,
  markUndelivered,
  resumeTexts,
} from "./twilio-events.sql.server";

/** Twilio's default keywords, which it acts on itself; a reply counts only if it is the whole text. */
const STOP = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
const START = ["START", "YES", "UNSTOP"];
/** Twilio's code: the guest has replied STOP to this sender. */
const OPTED_OUT = "21610";
const STOP_REASON = "stop_reply";

/**
 * Handles a webhook from Twilio whose signature was verified: a guest's STOP or START, or the state
 * of a sent text. Ignores everything else; idempotent.
 */
export async function receiveTwilioEvent(
  event: TwilioEvent,
  message: { tenant_id?: string | undefined; message_id?: string | undefined },
): Promise<void> {
  if (event.MessageStatus === undefined) return receiveReply(event);
  const { tenant_id, message_id } = message;
  if (tenant_id === undefined || message_id === undefined) return;
  await receiveState(event, tenant_id, message_id);
}

async function receiveState(
  { MessageStatus, ErrorCode }: TwilioEvent,
  tenantId: string,
  id: string,
): Promise<void> {
  if (MessageStatus === "delivered" || MessageStatus === "read") return markDelivered(tenantId, id);
  if (MessageStatus !== "failed" && MessageStatus !== "undelivered") return;
  await transaction(async (db) => {
    const failed = await markUndelivered(db, tenantId, id, `twilio_${ErrorCode ?? MessageStatus}`);
    if (failed !== undefined && ErrorCode === OPTED_OUT)
      await suppress(db, tenantId, failed.recipient, STOP_REASON);
  });
}

/**
 * The companies share one sender, and Twilio blocks the number for that sender: the reply counts
 * for every company that has texted it.
 */
async function receiveReply({ From = "", Body = "", OptOutType }: TwilioEvent): Promise<void> {
  const number = From.replace(/^whatsapp:/, "");
  const word = (OptOutType ?? Body).trim().toUpperCase();
  const stops = STOP.includes(word);
  if (!/^\+\d{5,15}$/.test(number) || (!stops && !START.includes(word))) return;
  const companies = await companiesThatTexted(number);
  for (const tenantId of companies)
    if (stops) await suppress(pool, tenantId, number, STOP_REASON);
    else await resumeTexts(pool, tenantId, number);
  log.info({ companies: companies.length, stops }, "a guest replied to a text");
}
