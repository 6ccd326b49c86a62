import { customers } from "~/contract/customers";
import { addCustomer } from "~/domain/customers/add-customer.server";
import { customerColumns } from "~/domain/customers/customer-row";
import { exportCustomers, listCustomers } from "~/domain/customers/list-customers.sql.server";
import { api, on } from "~/http/api.server";
import { csvResponse } from "~/http/csv.server";

const route = api(
  on(customers.list, ({ actor, query }) =>
    query.format === "csv"
      ? csvResponse("customers.csv", customerColumns, exportCustomers(actor, query))
      : listCustomers(actor, query),
  ),
  on(customers.create, ({ actor, body, ticket }) => addCustomer(actor, body, ticket)),
);
export const loader = route.loader;
export const action = route.action;
