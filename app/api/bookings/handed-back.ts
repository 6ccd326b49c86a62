import { payments } from "~/contract/payments";
import { handBack } from "~/domain/payments/hand-back.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(payments.handBack, ({ actor, params, body, ticket }) =>
    handBack(actor, params.id, body, ticket),
  ),
);
export const loader = route.loader;
export const action = route.action;
