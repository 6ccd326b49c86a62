-- Gives back the seats of a booking. Returns the time they were claimed over; no row: it had none. Needs the resource's lock.
create or replace function release_seats(p_tenant uuid, p_booking uuid, out resource_id uuid, out occupies_from timestamptz, out occupies_to timestamptz)
returns setof record language plpgsql as $$
begin
  select c.resource_id, c.starts_at, c.ends_at into resource_id, occupies_from, occupies_to
    from claim c where c.tenant_id = p_tenant and c.booking_id = p_booking limit 1;
  if not found then return; end if;
  delete from claim c where c.tenant_id = p_tenant and c.booking_id = p_booking;
  perform recount_slots(p_tenant, resource_id, occupies_from, occupies_to);
  return next;
end $$;
