import { tenant } from "~/contract/tenant";
import { getTenantProfile, updateTenant } from "~/domain/tenants/tenant-profile.server";
import { bind } from "~/http/api.server";

export default bind(tenant, {
  get: ({ actor }) => getTenantProfile(actor),
  update: ({ actor, body }) => updateTenant(actor, body),
});
