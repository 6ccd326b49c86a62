-- Whether a slot's own count says, before anybody waits for its resource, that a party cannot have it: too few seats are left, and none is
-- kept by a hold that has ended.
create or replace function slot_is_full(p_tenant uuid, p_slot uuid, p_party int) returns boolean
language plpgsql volatile as $$
begin
  return exists (select from slot s where s.tenant_id = p_tenant and s.id = p_slot and s.taken + p_party > s.capacity
    and not has_lapsed_claims(p_tenant, s.resource_id, s.occupies_from, s.occupies_to));
end $$;
