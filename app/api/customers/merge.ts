import { customers } from "~/contract/customers";
import { mergeCustomer } from "~/domain/customers/merge-customers.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(customers.merge, ({ actor, params, body }) => mergeCustomer(actor, params.id, body)),
);
export const loader = route.loader;
export const action = route.action;
