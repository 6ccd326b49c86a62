import { payments } from "~/contract/payments";
import { createCheckout } from "~/domain/payments/create-checkout.server";
import { api, on } from "~/http/api.server";

const route = api(on(payments.createSession, ({ actor, body }) => createCheckout(actor, body)));
export const loader = route.loader;
export const action = route.action;
