import sql from "sql-template-tag";
import { sendMessage } from "~/domain/email/send-message.server";
import { relayEvents } from "~/domain/events/relay.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";

/** Runs a worker's round of messages to a company's guests once. */
export async function sendQueuedMails({ tenant }: UserActor): Promise<void> {
  while ((await relayEvents(100)) > 0);
  const queued = await pool.query<{ id: string }>(
    sql`select id from message where tenant_id = ${tenant.id} and status = 'queued'`,
  );
  for (const { id } of queued.rows) await sendMessage({ tenant_id: tenant.id, message_id: id });
}
