import { payments } from "~/contract/payments";
import { listPayments } from "~/domain/payments/list-payments.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(payments.list, ({ actor, query }) => listPayments(actor, query)));
export const loader = route.loader;
export const action = route.action;
