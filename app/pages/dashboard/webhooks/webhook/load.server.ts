import type { UserActor } from "~/domain/identity/actor";
import { listDeliveries } from "~/domain/webhooks/deliveries.sql.server";
import { getSubscription } from "~/domain/webhooks/subscriptions.server";
import { orFirstPage } from "~/http/or-first-page.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { plural } from "~/i18n/text";
import { answerWords } from "~/ui/webhook-words";
import { instantWriter } from "~/ui/when";
import { readDeliveryQuery } from "./delivery-query";
import { webhookHead } from "../webhook-head";

export type DeliveriesView = Awaited<ReturnType<typeof loadDeliveries>>;

/** A page of a webhook's deliveries for the URL. Throws a 404 response. */
export async function loadDeliveries(actor: UserActor, webhookId: string, search: URLSearchParams) {
  const webhook = await orNoPage(getSubscription(actor, webhookId));
  const calendar = calendarOf(actor);
  const write = instantWriter(calendar);
  const { given, filter, problem } = readDeliveryQuery(search, webhook.id);
  const { page, moved } = await orFirstPage(filter, (query) => listDeliveries(actor, query));
  return {
    webhook: webhookHead(webhook, write),
    given,
    problem: moved ?? problem,
    next_cursor: page.page.next_cursor,
    deliveries: page.data.map(
      ({ id, type, status, origin, attempts, attempt_log, created_at, next_attempt_at }) => {
        const last = attempt_log.at(-1);
        return {
          id,
          type,
          status,
          origin,
          at: write(created_at),
          tries: plural(attempts, "{{count}} attempt", "{{count}} attempts"),
          answer: last === undefined ? null : answerWords(last),
          next: next_attempt_at === null ? null : write(next_attempt_at),
        };
      },
    ),
  };
}
