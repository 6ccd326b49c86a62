import type { Alert } from "../payments/attention.server";
import { findDeletion } from "./closing.sql.server";

const MESSAGES = {
  refund_failed:
    "The company is being deleted, but a refund did not go through. Try it again, or return the money in another way and say so where the company is deleted.",
  overdue:
    "The company is being deleted, but for 14 days the payment provider has not decided about a payment or a refund. The operator of this service has to look at it.",
};

/** A deletion that is stuck until a person acts. */
export async function closingAlerts(tenantId: string): Promise<Alert[]> {
  const deletion = await findDeletion(tenantId);
  if (deletion?.state !== "refund_failed" && deletion?.state !== "overdue") return [];
  return [{ kind: "account_closing", message: MESSAGES[deletion.state], at: deletion.requested_at }];
}
