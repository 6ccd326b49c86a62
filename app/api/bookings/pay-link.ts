import { payments } from "~/contract/payments";
import { makePayLink } from "~/domain/payments/make-pay-link.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(payments.payLink, ({ actor, params, body, ticket }) =>
    makePayLink(actor, params.id, body, ticket),
  ),
);
export const loader = route.loader;
export const action = route.action;
