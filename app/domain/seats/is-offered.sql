-- Whether the slot of this schedule (null: made by hand, of none) on this resource that starts at `p_starts_at` is on offer: both are
-- switched on, the resource is still one of the schedule's, and the schedule's hours there are not waiting to be made again since they
-- were changed. What is listed, chosen and claimed must all be on offer.
create or replace function is_offered(p_tenant uuid, p_resource uuid, p_schedule uuid, p_starts_at timestamptz) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from resource r where r.tenant_id = p_tenant and r.id = p_resource and r.active)
    and (p_schedule is null or exists (
      select from schedule sc join schedule_resource sr on sr.tenant_id = p_tenant and sr.schedule_id = sc.id
      where sc.tenant_id = p_tenant and sc.id = p_schedule and sc.active and sr.resource_id = p_resource
        and (sr.pending_from is null or p_starts_at < sr.pending_from or p_starts_at >= sr.pending_until)));
end $$;
