-- Takes lanes that find_lanes has found, and counts the slots they touch. The booking's row is there. Needs the resource's lock.
create or replace function take_lanes(p_tenant uuid, p_claim jsonb, p_lanes int[]) returns void language plpgsql as $$
declare
  c record;
begin
  select * into c from jsonb_to_record(p_claim) as given (resource_id uuid, booking_id uuid, occupies_from timestamptz, occupies_to timestamptz,
    lapses_at timestamptz);
  insert into claim (tenant_id, resource_id, lane, booking_id, starts_at, ends_at, lapses_at)
    select p_tenant, c.resource_id, lane, c.booking_id, c.occupies_from, c.occupies_to, c.lapses_at from unnest(p_lanes) lane;
  perform recount_slots(p_tenant, c.resource_id, c.occupies_from, c.occupies_to);
end $$;
