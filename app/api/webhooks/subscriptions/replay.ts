import { webhooks } from "~/contract/webhooks";
import { replayRange } from "~/domain/webhooks/replay.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(webhooks.replayRange, ({ actor, params, body }) => replayRange(actor, params.id, body)),
);
export const loader = route.loader;
export const action = route.action;
