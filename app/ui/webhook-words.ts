import type {
  changeEventTypes,
  WebhookDelivery,
  WebhookEventType,
  WebhookSubscription,
} from "~/contract/webhooks";
import { msg, t } from "~/i18n/text";
import type { Tone } from "./kit/badge";
import type { IconName } from "./icon";

// Labels in these tables are translated with t().

export const eventWords: Record<WebhookEventType, string> = {
  "booking.created": msg("Booking created"),
  "booking.confirmed": msg("Booking confirmed"),
  "booking.paid": msg("Booking paid"),
  "booking.cancelled": msg("Booking cancelled"),
  "booking.refunded": msg("Booking refunded"),
};

/** Additional events for webhooks with `changes`. */
export const changeWords: Record<(typeof changeEventTypes)[number], string> = {
  "booking.moved": msg("Booking moved"),
  "booking.updated": msg("Booking edited"),
  "booking.completed": msg("Booking completed"),
  "booking.no_show": msg("No-show"),
  "booking.approved": msg("Booking approved"),
  "booking.payment_processing": msg("Payment processing"),
  "booking.reinstated": msg("Refund failed"),
};

export interface StateWords {
  label: string;
  tone: Tone;
  icon: IconName;
}

export const deliveryWords: Record<WebhookDelivery["status"], StateWords> = {
  pending: { label: msg("Waiting"), tone: "wait", icon: "clock" },
  succeeded: { label: msg("Delivered"), tone: "good", icon: "check" },
  failed: { label: msg("Failed"), tone: "bad", icon: "warning" },
  cancelled: { label: msg("Not sent"), tone: "quiet", icon: "cross" },
};

export const originWords: Record<WebhookDelivery["origin"], string> = {
  event: msg("Event"),
  replay: msg("Replay"),
  test: msg("Test"),
};

const disabledWords: Record<string, string> = {
  manual: msg("Turned off"),
  gone: msg("Turned off: it answered 410 Gone"),
  failing: msg("Turned off: it failed for 5 days"),
};

/** A webhook's status, translated. */
export function stateOf(
  webhook: Pick<WebhookSubscription, "enabled" | "disabled_reason" | "failing_since">,
): StateWords {
  if (!webhook.enabled)
    return {
      label: t(disabledWords[webhook.disabled_reason ?? ""] ?? "Turned off"),
      tone: "quiet",
      icon: "cross",
    };
  if (webhook.failing_since !== null) return { label: t("Failing"), tone: "bad", icon: "warning" };
  return { label: t("Active"), tone: "good", icon: "check" };
}

const errorWords: Record<string, string> = {
  address_not_allowed: msg("The URL leads to a network that isn’t allowed"),
  dns_failed: msg("Host not found"),
  connect_timeout: msg("Connection timed out"),
  connect_failed: msg("Connection refused"),
  tls_failed: msg("Certificate not accepted"),
  timeout: msg("No response in time"),
  connection_reset: msg("Connection closed before a response"),
  invalid_response: msg("The response wasn’t HTTP"),
  secret_unreadable: msg("This server can’t read the signing secret. Rotate it."),
};

/** Result of a delivery attempt, translated. */
export function answerWords({
  response_code,
  error,
}: {
  response_code: number | null;
  error: string | null;
}): string {
  if (error !== null) return errorWords[error] === undefined ? error : t(errorWords[error]);
  return response_code === null ? t("No response") : `HTTP ${response_code}`;
}
