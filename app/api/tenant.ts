import { tenant } from "~/contract/tenant";
import { getTenantProfile, updateTenant } from "~/domain/tenants/tenant-profile.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(tenant.get, ({ actor }) => getTenantProfile(actor)),
  on(tenant.update, ({ actor, body }) => updateTenant(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
