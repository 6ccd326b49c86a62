import { customers } from "~/contract/customers";
import { exportCustomer } from "~/domain/privacy/export-customer.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(customers.export, async ({ actor, params }) =>
    Response.json(await exportCustomer(actor, params.id), {
      headers: { "Content-Disposition": `attachment; filename="customer-${params.id}.json"` },
    }),
  ),
);
export const loader = route.loader;
export const action = route.action;
