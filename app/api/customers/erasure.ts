import { customers } from "~/contract/customers";
import { readErasure } from "~/domain/privacy/erase-customer.server";
import { api, on } from "~/http/api.server";

const route = api(on(customers.erasure, ({ actor, params }) => readErasure(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
