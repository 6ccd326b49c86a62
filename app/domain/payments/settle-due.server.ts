import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { enqueue } from "~/jobs/queue.server";

/** How many payments one sweep has looked after. */
const MOST = 500;

/** Finds payments whose state is due to be asked for: a lost webhook, a process that ended, a hold that is over. Returns how many. */
export async function queueDuePayments(): Promise<number> {
  const due = await pool.query<{ tenant_id: string; id: string }>(
    sql`select tenant_id, id from payment where next_sync_at <= current_timestamp order by next_sync_at limit ${MOST}`,
  );
  for (const { tenant_id, id } of due.rows)
    await enqueue("payments.settle", { tenant_id, payment_id: id }, { singletonKey: id });
  return due.rows.length;
}
