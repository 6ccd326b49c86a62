-- Deletes at most p_limit slots that ended before p_before and returns their number. The hours
-- offered by open ones are added to offered_time in the same transaction. Bookings keep their own
-- time, price and buffers and no longer need the slot. Locked slots are skipped until the next
-- step.
create or replace function forget_slots(p_tenant uuid, p_before timestamptz, p_limit int) returns int language plpgsql as $$
declare
  resources uuid[] := array(select r.id from resource r where r.tenant_id = p_tenant);
  ids uuid[] := array(select s.id from slot s where s.tenant_id = p_tenant and s.resource_id = any (resources)
    and s.starts_at < p_before and s.ends_at < p_before and s.occupies_to < p_before limit p_limit for update skip locked);
begin
  if cardinality(ids) = 0 then return 0; end if;
  insert into offered_time (tenant_id, resource_id, day, seats, open)
    select p_tenant, s.resource_id, (s.starts_at at time zone 'UTC')::date, s.capacity, range_agg(tstzrange(s.starts_at, s.ends_at))
      from slot s where s.tenant_id = p_tenant and s.id = any (ids) and s.status = 'open' and not s.blocked
      group by s.resource_id, (s.starts_at at time zone 'UTC')::date, s.capacity
    on conflict (tenant_id, resource_id, day, seats) do update set open = offered_time.open + excluded.open;
  delete from slot s where s.tenant_id = p_tenant and s.id = any (ids);
  return cardinality(ids);
end $$;
