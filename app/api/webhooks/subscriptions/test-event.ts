import { webhooks } from "~/contract/webhooks";
import { sendTestEvent } from "~/domain/webhooks/replay.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(webhooks.test, ({ actor, params, body }) => sendTestEvent(actor, params.id, body.type)),
);
export const loader = route.loader;
export const action = route.action;
