import { ProviderError } from "~/adapters/payments/port";
import { enqueue } from "~/jobs/queue.server";
import { log } from "~/lib/log.server";
import { askAgainIn, findDue } from "./payments.sql.server";
import { settlePayment } from "./sync-payment.server";

/** When a provider that did not answer is asked again, and one that refused to. */
const AFTER_SILENCE_MINUTES = 1;
const AFTER_REFUSAL_MINUTES = 60;

/** How many payments one sweep has looked after. */
const MOST = 500;

/** The job: a payment is brought to what the provider says, and its refunds are sent. A provider that is away is asked again later. */
export async function settleQueued({
  tenant_id,
  payment_id,
}: {
  tenant_id: string;
  payment_id: string;
}): Promise<void> {
  try {
    await settlePayment(tenant_id, payment_id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ tenant_id, payment_id, kind: error.kind, code: error.code }, "a payment could not be settled yet");
    const minutes = error.is_definite ? AFTER_REFUSAL_MINUTES : AFTER_SILENCE_MINUTES;
    await askAgainIn(tenant_id, payment_id, minutes);
  }
}

/** Finds payments whose state is due to be asked for: a lost webhook, a process that ended, a hold that is over. Returns how many. */
export async function queueDuePayments(): Promise<number> {
  const due = await findDue(MOST);
  for (const { tenant_id, id } of due)
    await enqueue("payments.settle", { tenant_id, payment_id: id }, { singletonKey: id });
  return due.length;
}
