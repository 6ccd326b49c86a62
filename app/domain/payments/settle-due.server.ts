import { enqueue } from "~/jobs/queue.server";
import { findDue } from "./payments.sql.server";

/** How many payments one sweep has looked after. */
const MOST = 500;

/** Finds payments whose state is due to be asked for: a lost webhook, a process that ended, a hold that is over. Returns how many. */
export async function queueDuePayments(): Promise<number> {
  const due = await findDue(MOST);
  for (const { tenant_id, id } of due)
    await enqueue("payments.settle", { tenant_id, payment_id: id }, { singletonKey: id });
  return due.length;
}
