import type { WebhookDelivery, WebhookEventType, WebhookSubscription } from "~/contract/webhooks";
import type { Tone } from "./feedback/badge";
import type { IconName } from "./icon";

/** Each event in words. */
export const eventWords: Record<WebhookEventType, string> = {
  "booking.created": "A booking was made",
  "booking.confirmed": "A booking was confirmed",
  "booking.paid": "A booking was paid",
  "booking.cancelled": "A booking was cancelled",
  "booking.refunded": "A booking was refunded",
};

export interface StateWords {
  label: string;
  tone: Tone;
  icon: IconName;
}

export const deliveryWords: Record<WebhookDelivery["status"], StateWords> = {
  pending: { label: "Waiting", tone: "wait", icon: "clock" },
  succeeded: { label: "Delivered", tone: "good", icon: "check" },
  failed: { label: "Failed", tone: "bad", icon: "warning" },
  cancelled: { label: "Not sent", tone: "quiet", icon: "cross" },
};

export const originWords: Record<WebhookDelivery["origin"], string> = {
  event: "As it happened",
  replay: "Replay",
  test: "Test",
};

const disabledWords: Record<string, string> = {
  manual: "Turned off",
  gone: "Turned off: the address answered 410, gone",
  failing: "Turned off: it failed for five days",
};

/** How a webhook is doing. */
export function stateOf(
  webhook: Pick<WebhookSubscription, "enabled" | "disabled_reason" | "failing_since">,
): StateWords {
  if (!webhook.enabled)
    return { label: disabledWords[webhook.disabled_reason ?? ""] ?? "Turned off", tone: "quiet", icon: "cross" };
  if (webhook.failing_since !== null) return { label: "Failing", tone: "bad", icon: "warning" };
  return { label: "Active", tone: "good", icon: "check" };
}

const errorWords: Record<string, string> = {
  address_not_allowed: "The address leads to a network that may not be reached.",
  dns_failed: "The name of the host was not found.",
  connect_timeout: "No connection within the time limit.",
  connect_failed: "The host refused the connection.",
  tls_failed: "The certificate of the host was not accepted.",
  timeout: "No answer within the time limit.",
  connection_reset: "The connection ended before an answer came.",
  invalid_response: "The answer was not HTTP.",
  secret_unreadable: "The signing secret cannot be read on this server. Rotate the secret.",
};

/** What came back of one attempt. */
export function answerWords({ response_code, error }: { response_code: number | null; error: string | null }): string {
  if (error !== null) return errorWords[error] ?? error;
  return response_code === null ? "No answer" : `Answered ${response_code}`;
}
