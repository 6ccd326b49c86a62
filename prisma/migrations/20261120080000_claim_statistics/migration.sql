-- A resource has one tenant: without knowing that, the planner thinks their claims fewer than they are by the number of tenants, and reads
-- all of a resource's by claim_no_overlap instead of the few around a time by claim_tenant_id_resource_id_starts_at_idx.
create statistics claim_owner (dependencies) on tenant_id, resource_id from claim;
analyze claim;
