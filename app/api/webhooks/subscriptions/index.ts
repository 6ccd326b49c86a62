import { webhooks } from "~/contract/webhooks";
import {
  createSubscription,
  deleteSubscription,
  listSubscriptions,
} from "~/domain/webhooks/subscriptions.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(webhooks.list, ({ actor, query }) => listSubscriptions(actor, query)),
  on(webhooks.create, ({ actor, body }) => createSubscription(actor, body)),
  on(webhooks.remove, ({ actor, query }) => deleteSubscription(actor, query.id)),
);
export const loader = route.loader;
export const action = route.action;
