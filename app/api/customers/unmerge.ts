import { customers } from "~/contract/customers";
import { unmergeCustomer } from "~/domain/customers/merge-customers.server";
import { api, on } from "~/http/api.server";

const route = api(on(customers.unmerge, ({ actor, params }) => unmergeCustomer(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
