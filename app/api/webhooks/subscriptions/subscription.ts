import { webhooks } from "~/contract/webhooks";
import { getSubscription, updateSubscription } from "~/domain/webhooks/subscriptions.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(webhooks.get, ({ actor, params }) => getSubscription(actor, params.id)),
  on(webhooks.update, ({ actor, params, body }) => updateSubscription(actor, params.id, body)),
);
export const loader = route.loader;
export const action = route.action;
