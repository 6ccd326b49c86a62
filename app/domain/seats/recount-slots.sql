-- Counts `slot.taken` again, from the claims as they are, of the resource's slots that touch [p_from, p_to). Needs the resource's lock.
create or replace function recount_slots(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz)
returns void language plpgsql as $$
declare
  reach interval := (select longest_minutes from resource where tenant_id = p_tenant and id = p_resource) * interval '1 minute';
begin
  update slot s set taken = (
      select count(distinct c.lane) from claim c
      where c.tenant_id = p_tenant and c.resource_id = p_resource and c.lane < s.capacity
        and c.starts_at < s.occupies_to and c.starts_at > s.occupies_from - reach and c.ends_at > s.occupies_from)
    where s.tenant_id = p_tenant and s.resource_id = p_resource and s.starts_at < p_to + reach and s.starts_at > p_from - reach
      and s.occupies_from < p_to and s.occupies_to > p_from
      -- Nothing to write for a slot without claims that says so; most of those just generated.
      and (s.taken > 0 or exists (
        select from claim c where c.tenant_id = p_tenant and c.resource_id = p_resource
          and c.starts_at < s.occupies_to and c.starts_at > s.occupies_from - reach and c.ends_at > s.occupies_from));
end $$;
