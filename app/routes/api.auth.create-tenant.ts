import { auth } from "~/contract/auth";
import { createTenant } from "~/domain/tenants/create-tenant.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(auth.createTenant, async ({ account, request_id, body }) => {
    const made = await createTenant(account, body, request_id);
    return Response.json(made, { status: 201, headers: { Location: "/api/tenant" } });
  }),
);
export const loader = route.loader;
export const action = route.action;
