import { customers } from "~/contract/customers";
import { findDuplicates } from "~/domain/customers/find-duplicates.sql.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(customers.duplicates, ({ actor, params }) => findDuplicates(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
