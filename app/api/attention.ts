import { payments } from "~/contract/payments";
import { listAttention } from "~/domain/attention/list-attention.server";
import { api, on } from "~/http/api.server";

const route = api(on(payments.attention, ({ actor, query }) => listAttention(actor, query)));
export const loader = route.loader;
export const action = route.action;
