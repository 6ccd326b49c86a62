-- Queues the transaction for one resource: bookings, moves, releases and slot generation of a resource run one after another. Under READ
-- COMMITTED what is read by a later statement is what was committed while the lock was waited for. `p_minutes` is the longest time, buffers
-- included, that will be claimed or offered. With `p_changes` the resource's slots_version rises, which ends every cached answer about
-- its slots. No row: there is no such resource.
create or replace function lock_resource(p_tenant uuid, p_resource uuid, p_minutes int, p_changes boolean default true,
  out capacity int, out longest_minutes int, out db_now timestamptz)
returns setof record language plpgsql as $$
begin
  select r.capacity, r.longest_minutes into capacity, longest_minutes from resource r
    where r.tenant_id = p_tenant and r.id = p_resource for no key update;
  if not found then return; end if;
  if p_changes or p_minutes > longest_minutes then
    update resource r set slots_version = slots_version + 1, longest_minutes = greatest(r.longest_minutes, p_minutes)
      where r.tenant_id = p_tenant and r.id = p_resource;
    longest_minutes := greatest(longest_minutes, p_minutes);
  end if;
  db_now := clock_timestamp();
  return next;
end $$;
