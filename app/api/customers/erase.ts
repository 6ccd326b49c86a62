import { customers } from "~/contract/customers";
import { eraseCustomer } from "~/domain/privacy/erase-customer.server";
import { api, on } from "~/http/api.server";

const route = api(on(customers.erase, ({ actor, params }) => eraseCustomer(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
