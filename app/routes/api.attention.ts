import { payments } from "~/contract/payments";
import { readAttention } from "~/domain/payments/attention.server";
import { api, on } from "~/http/api.server";

const route = api(on(payments.attention, ({ actor }) => readAttention(actor)));
export const loader = route.loader;
export const action = route.action;
