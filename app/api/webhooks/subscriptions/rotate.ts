import { webhooks } from "~/contract/webhooks";
import { rotateSecret } from "~/domain/webhooks/subscriptions.server";
import { api, on } from "~/http/api.server";

const route = api(on(webhooks.rotate, ({ actor, params }) => rotateSecret(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
