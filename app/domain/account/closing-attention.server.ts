import { msg, t } from "~/i18n/text";
import type { Reads } from "~/lib/one-trip.sql.server";
import type { Alert } from "../payments/attention.server";
import { findDeletion } from "./closing.sql.server";

const MESSAGES = {
  refund_failed: msg(
    "Deleting the company is on hold: a refund failed. Retry it, or return the money another way and confirm it in Settings.",
  ),
  cash_owed: msg(
    "Deleting the company is on hold: cash is still owed to guests. Hand it back, then confirm it in each booking.",
  ),
  overdue: msg(
    "Deleting the company is on hold: the payment provider hasn’t settled a payment or refund for 14 days. Contact support.",
  ),
};

/** A deletion that is stuck until a person acts. */
export async function closingAlerts(tenantId: string, reads?: Reads): Promise<Alert[]> {
  const deletion = await findDeletion(tenantId, reads);
  if (deletion === null || deletion.state === "waiting") return [];
  if (deletion.state === "provider_unavailable") return [];
  return [
    { kind: "account_closing", message: t(MESSAGES[deletion.state]), at: deletion.requested_at },
  ];
}
