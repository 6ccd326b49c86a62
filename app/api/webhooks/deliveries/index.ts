import { webhooks } from "~/contract/webhooks";
import { listDeliveries } from "~/domain/webhooks/deliveries.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(webhooks.listDeliveries, ({ actor, query }) => listDeliveries(actor, query)));
export const loader = route.loader;
export const action = route.action;
