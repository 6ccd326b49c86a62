import { pool } from "~/lib/db.server";

/** The tenant of a message whose job was queued before jobs named it; null when the message is gone. */
export async function findMessageTenant(messageId: string): Promise<string | null> {
  const found = await pool.query<{ tenant_id: string }>("select tenant_id from message where id = $1", [messageId]);
  return found.rows[0]?.tenant_id ?? null;
}
