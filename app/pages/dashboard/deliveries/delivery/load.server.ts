import type { UserActor } from "~/domain/identity/actor";
import { getDelivery } from "~/domain/webhooks/deliveries.sql.server";
import { getSubscription } from "~/domain/webhooks/subscriptions.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { answerWords } from "~/ui/webhook-words";
import { instantWriter } from "~/ui/when";

export type DeliveryView = Awaited<ReturnType<typeof loadDelivery>>;

/** Loads a delivery. Throws a 404 response. */
export async function loadDelivery(actor: UserActor, deliveryId: string) {
  const delivery = await orNoPage(getDelivery(actor, deliveryId));
  const webhook = await getSubscription(actor, delivery.subscription_id);
  const write = instantWriter(calendarOf(actor));
  const { id, type, status, origin, event_id, attempts, request_body } = delivery;
  return {
    id,
    type,
    status,
    origin,
    event_id,
    attempts,
    body: request_body,
    made: write(delivery.created_at),
    next: delivery.next_attempt_at && write(delivery.next_attempt_at),
    webhook: { id: webhook.id, url: webhook.url, enabled: webhook.enabled },
    log: delivery.attempt_log.map((attempt) => ({
      number: attempt.attempt,
      at: write(attempt.started_at),
      url: attempt.request_url,
      headers: Object.entries(attempt.request_headers).map(([name, value]) => `${name}: ${value}`),
      answer: answerWords(attempt),
      is_good:
        attempt.error === null &&
        attempt.response_code !== null &&
        Math.floor(attempt.response_code / 100) === 2,
      latency_ms: attempt.latency_ms,
      response: attempt.response_body,
    })),
  };
}
