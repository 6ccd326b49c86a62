import { payments } from "~/contract/payments";
import { getPayment } from "~/domain/payments/list-payments.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(payments.get, ({ actor, params }) => getPayment(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
