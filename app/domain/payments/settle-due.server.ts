import { enqueue } from "~/jobs/queue.server";
import { findDue } from "./payments.sql.server";

/** Payments per sweep. */
const MOST = 500;

/**
 * Queues payments that are due to be read: after a lost webhook, a crashed process or an ended
 * hold. Returns how many.
 */
export async function queueDuePayments(): Promise<number> {
  const due = await findDue(MOST);
  for (const { tenant_id, id } of due)
    await enqueue("payments.settle", { tenant_id, payment_id: id }, { singletonKey: id });
  return due.length;
}
