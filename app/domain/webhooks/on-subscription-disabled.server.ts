import { log } from "~/lib/log.server";
import type { Sql } from "~/lib/db.server";

/** gone: the endpoint answered 410; failing: nothing reached it for five days; manual: someone switched it off. */
export type DisabledReason = "gone" | "failing" | "manual";

/** What follows, in the same transaction, when the service itself disables a subscription. */
export async function onSubscriptionDisabled(
  _db: Sql,
  { tenant_id, subscription_id }: { tenant_id: string; subscription_id: string },
  reason: DisabledReason,
): Promise<void> {
  log.warn({ tenant_id, subscription_id, reason }, "a webhook subscription was disabled");
}
