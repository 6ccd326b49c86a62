import { PageQuery } from "~/contract/common";
import type { UserActor } from "~/domain/identity/actor";
import { readLastDeliveries } from "~/domain/webhooks/last-deliveries.sql.server";
import { listSubscriptions } from "~/domain/webhooks/subscriptions.server";
import { calendarOf } from "~/http/page-calendar.server";
import { stateOf } from "~/ui/webhook-words";
import { instantWriter } from "~/ui/when";

/** More than a company can have. */
const ALL = 100;

export type WebhooksView = Awaited<ReturnType<typeof loadWebhooks>>;

/** The company's webhooks with their last deliveries. */
export async function loadWebhooks(actor: UserActor) {
  const write = instantWriter(calendarOf(actor));
  const [subscriptions, last] = await Promise.all([
    listSubscriptions(actor, PageQuery.parse({ limit: ALL })),
    readLastDeliveries(actor),
  ]);
  return {
    webhooks: subscriptions.data.map(
      ({ id, url, events, changes, description, failing_since, ...rest }) => {
        const newest = last.find(({ subscription_id }) => subscription_id === id);
        return {
          id,
          url,
          events,
          changes,
          description,
          state: stateOf({ ...rest, failing_since }),
          failing_since: rest.enabled && failing_since !== null ? write(failing_since) : null,
          last: newest ? { at: write(newest.created_at), status: newest.status } : null,
        };
      },
    ),
  };
}
