import { auth } from "~/contract/auth";
import { createTenant } from "~/domain/tenants/create-tenant.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(auth.createTenant, ({ account, request_id, body, ticket }) =>
    createTenant(account, body, request_id, ticket),
  ),
);
export const loader = route.loader;
export const action = route.action;
