import { webhooks } from "~/contract/webhooks";
import { getDelivery, listDeliveries } from "~/domain/webhooks/deliveries.sql.server";
import { replayDelivery, replayRange, sendTestEvent } from "~/domain/webhooks/replay.server";
import {
  createSubscription,
  deleteSubscription,
  getSubscription,
  listSubscriptions,
  rotateSecret,
  updateSubscription,
} from "~/domain/webhooks/subscriptions.server";
import { bind } from "~/http/api.server";

export default bind(webhooks, {
  list: ({ actor, query }) => listSubscriptions(actor, query),
  create: ({ actor, body }) => createSubscription(actor, body),
  remove: ({ actor, query }) => deleteSubscription(actor, query.id),
  get: ({ actor, params }) => getSubscription(actor, params.id),
  update: ({ actor, params, body }) => updateSubscription(actor, params.id, body),
  rotate: ({ actor, params }) => rotateSecret(actor, params.id),
  test: ({ actor, params, body }) => sendTestEvent(actor, params.id, body.type),
  replayRange: ({ actor, params, body }) => replayRange(actor, params.id, body),
  listDeliveries: ({ actor, query }) => listDeliveries(actor, query),
  getDelivery: ({ actor, params }) => getDelivery(actor, params.id),
  replay: ({ actor, params }) => replayDelivery(actor, params.id),
});
