import type { WebhookSubscription } from "~/contract/webhooks";
import type { WebhookHead } from "./webhook-frame";
import { stateOf } from "~/ui/webhook-words";

/** Header of a webhook's pages; `write` formats an instant. */
export function webhookHead(
  webhook: WebhookSubscription,
  write: (instant: string) => string,
): WebhookHead {
  const { id, url, enabled, failing_since } = webhook;
  return {
    id,
    url,
    state: stateOf(webhook),
    failing_since: enabled && failing_since !== null ? write(failing_since) : null,
  };
}
