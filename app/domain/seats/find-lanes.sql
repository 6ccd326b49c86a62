-- The seats (lanes) that a claim would get: the lowest free ones, one for each of the party, by one range scan of the resource's claims,
-- whatever its capacity. Or what refuses it: 'closed', 'daily_limit', 'full', or 'lapsed' when a hold that has ended
-- is in the way and only has to be cleared. `p_claim` is a SeatClaim (claim-seats.server.ts). Needs the resource's lock; changes nothing.
create or replace function find_lanes(p_tenant uuid, p_claim jsonb, out refusal text, out lanes int[]) language plpgsql as $$
declare
  c record;
  d jsonb := nullif(p_claim -> 'daily', 'null');
  reach interval;
begin
  select * into c from jsonb_to_record(p_claim) as given (resource_id uuid, booking_id uuid, occupies_from timestamptz, occupies_to timestamptz,
    capacity int, party_size int, slot_id uuid, over_capacity boolean);
  if c.slot_id is not null and not exists (
    select from slot s where s.tenant_id = p_tenant and s.id = c.slot_id and s.status = 'open'
      and s.occupies_from = c.occupies_from and s.occupies_to = c.occupies_to and is_offered(p_tenant, s.resource_id, s.schedule_id, s.starts_at))
  then
    refusal := 'closed';
    return;
  end if;
  if d is not null and (d ->> 'max')::int <= bookings_of_day(p_tenant, c.resource_id, (d ->> 'schedule_id')::uuid,
    (d ->> 'starts_at')::timestamptz, d ->> 'time_zone', c.booking_id)
  then
    refusal := 'daily_limit';
  else
    reach := (select longest_minutes from resource where tenant_id = p_tenant and id = c.resource_id) * interval '1 minute';
    lanes := array(
      select lane from generate_series(0, c.capacity + case when c.over_capacity then 500 else 0 end - 1) lane
      where lane not in (select k.lane from claim k where k.tenant_id = p_tenant and k.resource_id = c.resource_id
        and k.starts_at < c.occupies_to and k.starts_at > c.occupies_from - reach and k.ends_at > c.occupies_from)
      order by lane limit c.party_size);
    if cardinality(lanes) < c.party_size then refusal := 'full'; end if;
  end if;
  if refusal is not null and has_lapsed_claims(p_tenant, c.resource_id, c.occupies_from, c.occupies_to) then refusal := 'lapsed'; end if;
end $$;
