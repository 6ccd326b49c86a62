import { webhooks } from "~/contract/webhooks";
import { getDelivery } from "~/domain/webhooks/deliveries.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(webhooks.getDelivery, ({ actor, params }) => getDelivery(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
