import { customers } from "~/contract/customers";
import { addCustomer } from "~/domain/customers/add-customer.server";
import { customerColumns } from "~/domain/customers/customer-row";
import { findDuplicates } from "~/domain/customers/find-duplicates.sql.server";
import {
  exportCustomers,
  getCustomer,
  listCustomers,
} from "~/domain/customers/list-customers.sql.server";
import { mergeCustomer, unmergeCustomer } from "~/domain/customers/merge-customers.server";
import { updateCustomer } from "~/domain/customers/update-customer.server";
import { eraseCustomer, readErasure } from "~/domain/privacy/erase-customer.server";
import { exportCustomer } from "~/domain/privacy/export-customer.server";
import { bind } from "~/http/api.server";
import { csvResponse } from "~/http/csv.server";
import { jsonStream } from "~/http/json-response.server";

export default bind(customers, {
  list: async ({ actor, query }) =>
    query.format === "csv"
      ? csvResponse(
          "customers.csv",
          customerColumns,
          await exportCustomers(actor, query),
          actor.tenant.time_zone,
        )
      : listCustomers(actor, query),
  create: ({ actor, body, ticket }) => addCustomer(actor, body, ticket),
  get: ({ actor, params }) => getCustomer(actor, params.id),
  update: ({ actor, params, body }) => updateCustomer(actor, params.id, body),
  duplicates: ({ actor, params }) => findDuplicates(actor, params.id),
  merge: ({ actor, params, body }) => mergeCustomer(actor, params.id, body),
  unmerge: ({ actor, params }) => unmergeCustomer(actor, params.id),
  export: async ({ actor, params }) =>
    jsonStream(`customer-${params.id}.json`, await exportCustomer(actor, params.id)),
  erase: ({ actor, params }) => eraseCustomer(actor, params.id),
  erasure: ({ actor, params }) => readErasure(actor, params.id),
});
