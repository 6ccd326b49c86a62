import { customers } from "~/contract/customers";
import { customerColumns } from "~/domain/customers/customer-row";
import { exportCustomers, listCustomers } from "~/domain/customers/list-customers.server";
import { api, on } from "~/http/api.server";
import { csvResponse } from "~/http/csv.server";

const route = api(
  on(customers.list, ({ actor, query }) =>
    query.format === "csv"
      ? csvResponse("customers.csv", customerColumns, exportCustomers(actor, query))
      : listCustomers(actor, query),
  ),
);
export const loader = route.loader;
export const action = route.action;
