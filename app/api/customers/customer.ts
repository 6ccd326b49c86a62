import { customers } from "~/contract/customers";
import { getCustomer } from "~/domain/customers/list-customers.sql.server";
import { updateCustomer } from "~/domain/customers/update-customer.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(customers.get, ({ actor, params }) => getCustomer(actor, params.id)),
  on(customers.update, ({ actor, params, body }) => updateCustomer(actor, params.id, body)),
);
export const loader = route.loader;
export const action = route.action;
