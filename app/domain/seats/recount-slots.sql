-- Counts `slot.taken` again, from the claims as they are, of the resource's slots that touch [p_from, p_to). Needs the resource's lock.
create or replace function recount_slots(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz)
returns void language plpgsql as $$
declare
  reach interval := (select longest_minutes from resource where tenant_id = p_tenant and id = p_resource) * interval '1 minute';
begin
  update slot s set taken = counted.taken
    from (
      select t.id, (
        select count(distinct c.lane) from claim c
        where c.tenant_id = p_tenant and c.resource_id = p_resource and c.lane < t.capacity
          and c.starts_at < t.occupies_to and c.starts_at > t.occupies_from - reach and c.ends_at > t.occupies_from) as taken
      from slot t
      where t.tenant_id = p_tenant and t.resource_id = p_resource and t.starts_at < p_to + reach and t.starts_at > p_from - reach
        and t.occupies_from < p_to and t.occupies_to > p_from) counted
    where s.tenant_id = p_tenant and s.id = counted.id and s.taken <> counted.taken;
end $$;
