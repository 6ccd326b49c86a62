import { webhooks } from "~/contract/webhooks";
import { replayDelivery } from "~/domain/webhooks/replay.server";
import { api, on } from "~/http/api.server";

const route = api(on(webhooks.replay, ({ actor, params }) => replayDelivery(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
