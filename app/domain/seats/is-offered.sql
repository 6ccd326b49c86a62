-- Whether the slot of this schedule (null: a manual slot) on this resource at `p_starts_at` is on
-- offer: both are active, the resource belongs to the schedule, and its slots are not waiting to be
-- regenerated after a change of hours. Listing, choosing and claiming all require it.
create or replace function is_offered(p_tenant uuid, p_resource uuid, p_schedule uuid, p_starts_at timestamptz) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from resource r where r.tenant_id = p_tenant and r.id = p_resource and r.active)
    and (p_schedule is null or exists (
      select from schedule sc join schedule_resource sr on sr.tenant_id = p_tenant and sr.schedule_id = sc.id
      where sc.tenant_id = p_tenant and sc.id = p_schedule and sc.active and sr.resource_id = p_resource
        and (sr.pending_from is null or p_starts_at < sr.pending_from or p_starts_at >= sr.pending_until)));
end $$;
