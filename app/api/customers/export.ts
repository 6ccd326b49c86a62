import { customers } from "~/contract/customers";
import { exportCustomer } from "~/domain/privacy/export-customer.server";
import { api, on } from "~/http/api.server";
import { jsonStream } from "~/http/json-response.server";

const route = api(
  on(customers.export, async ({ actor, params }) =>
    jsonStream(`customer-${params.id}.json`, await exportCustomer(actor, params.id)),
  ),
);
export const loader = route.loader;
export const action = route.action;
