-- Claims the seats of a booking that is there already: moves, approvals, late payment. Answers 'ok', or what refuses it as find_lanes does,
-- and then nothing has changed. Needs the resource's lock.
create or replace function claim_seats(p_tenant uuid, p_claim jsonb) returns text language plpgsql as $$
declare
  found_lanes record;
begin
  select * into found_lanes from find_lanes(p_tenant, p_claim);
  if found_lanes.refusal is not null then return found_lanes.refusal; end if;
  perform take_lanes(p_tenant, p_claim, found_lanes.lanes);
  return 'ok';
end $$;
