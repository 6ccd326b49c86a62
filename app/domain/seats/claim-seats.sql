-- Seats are claimed here and nowhere else (but for blocks: block-time.sql), in the order in which a booking comes by: slot_is_full, lock_resource, find_lanes, take_lanes. A
-- booking that is there already (moves, approvals, late payment) is given seats by claim_seats, and gives them back by release_seats.

-- Whether a slot's own count says, before anybody waits for its resource, that a party cannot have it: too few seats are left, and none is
-- kept by a hold that has ended.
create or replace function slot_is_full(p_tenant uuid, p_slot uuid, p_party int) returns boolean
language plpgsql volatile as $$
begin
  return exists (select from slot s where s.tenant_id = p_tenant and s.id = p_slot and s.taken + p_party > s.capacity
    and not has_lapsed_claims(p_tenant, s.resource_id, s.occupies_from, s.occupies_to));
end $$;

-- Whether a hold that has ended still has claims over [p_from, p_to): it is in the way only until somebody clears it. Volatile, so that
-- beside lock_resource it sees what was committed while the lock was waited for.
create or replace function has_lapsed_claims(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz)
returns boolean language plpgsql volatile as $$
begin
  return exists (select from claim c
    where c.tenant_id = p_tenant and c.resource_id = p_resource and c.starts_at < p_to and c.ends_at > p_from
      and c.starts_at > p_from - interval '2 days' -- no claim is longer (claim_time_check)
      and c.lapses_at <= clock_timestamp());
end $$;

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

-- The seats (lanes) that a claim would get: the lowest free ones, one for each of the party, by one range scan of the resource's claims,
-- whatever its capacity. Or what refuses it: 'closed', 'daily_limit', 'full', or 'lapsed' when a hold that has ended
-- is in the way and only has to be cleared. `p_claim` is a SeatClaim (claim-seats.server.ts); its own `hold` is not in its way. Needs the
-- resource's lock; changes nothing.
create or replace function find_lanes(p_tenant uuid, p_claim jsonb, out refusal text, out lanes int[]) language plpgsql as $$
declare
  c record;
  d jsonb := nullif(p_claim -> 'daily', 'null');
  own uuid := find_hold(p_tenant, nullif(p_claim -> 'hold', 'null'));
  reach interval;
begin
  select * into c from jsonb_to_record(p_claim) as given (resource_id uuid, booking_id uuid, occupies_from timestamptz, occupies_to timestamptz,
    capacity int, party_size int, slot_id uuid, over_capacity boolean);
  if is_blocked(p_tenant, c.resource_id, c.occupies_from, c.occupies_to) or c.slot_id is not null and not exists (
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
        and k.starts_at < c.occupies_to and k.starts_at > c.occupies_from - reach and k.ends_at > c.occupies_from
        and (own is null or k.hold_id is distinct from own))
      order by lane limit c.party_size);
    if cardinality(lanes) < c.party_size then refusal := 'full'; end if;
  end if;
  if refusal is not null and has_lapsed_claims(p_tenant, c.resource_id, c.occupies_from, c.occupies_to) then refusal := 'lapsed'; end if;
end $$;

-- How many live bookings a schedule has on a resource on the local day (in `p_zone`) of `p_at`: what a limit of bookings a day counts.
create or replace function bookings_of_day(p_tenant uuid, p_resource uuid, p_schedule uuid, p_at timestamptz, p_zone text, p_except uuid default null)
returns bigint language plpgsql stable parallel safe as $$
declare
  day timestamp := date_trunc('day', p_at at time zone p_zone);
begin
  return (select count(*) from booking b
    where b.tenant_id = p_tenant and b.resource_id = p_resource and b.schedule_id = p_schedule and is_live(b.status)
      and b.starts_at >= day at time zone p_zone and b.starts_at < (day + interval '1 day') at time zone p_zone
      and b.id is distinct from p_except);
end $$;

-- Takes lanes that find_lanes has found, ends the claim's own `hold`, and counts the slots they touch. The row of the booking, or of the hold,
-- is there. Needs the resource's lock.
create or replace function take_lanes(p_tenant uuid, p_claim jsonb, p_lanes int[]) returns void language plpgsql as $$
declare
  c record;
  own uuid := find_hold(p_tenant, nullif(p_claim -> 'hold', 'null'));
begin
  select * into c from jsonb_to_record(p_claim) as given (resource_id uuid, booking_id uuid, hold_id uuid, occupies_from timestamptz,
    occupies_to timestamptz, lapses_at timestamptz);
  if own is not null then perform end_hold(p_tenant, own, c.resource_id); end if;
  insert into claim (tenant_id, resource_id, lane, booking_id, hold_id, starts_at, ends_at, lapses_at)
    select p_tenant, c.resource_id, lane, c.booking_id, c.hold_id, c.occupies_from, c.occupies_to, c.lapses_at from unnest(p_lanes) lane;
  perform recount_slots(p_tenant, c.resource_id, c.occupies_from, c.occupies_to);
end $$;

-- Counts `slot.taken` again, from the claims of bookings and holds as they are, of the resource's slots that touch [p_from, p_to), and says
-- which of them a block closes. Needs the resource's lock.
create or replace function recount_slots(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz)
returns void language plpgsql as $$
declare
  reach interval := (select longest_minutes from resource where tenant_id = p_tenant and id = p_resource) * interval '1 minute';
  has_blocks boolean := is_blocked(p_tenant, p_resource, p_from - reach, p_to + reach);
begin
  update slot s set taken = (
      select count(distinct c.lane) from claim c
      where c.tenant_id = p_tenant and c.resource_id = p_resource and c.lane < s.capacity and c.block_id is null
        and c.starts_at < s.occupies_to and c.starts_at > s.occupies_from - reach and c.ends_at > s.occupies_from),
      blocked = has_blocks and is_blocked(p_tenant, p_resource, s.occupies_from, s.occupies_to)
    where s.tenant_id = p_tenant and s.resource_id = p_resource and s.starts_at < p_to + reach and s.starts_at > p_from - reach
      and s.occupies_from < p_to and s.occupies_to > p_from
      -- Nothing to write for a slot without claims that says so; most of those just generated.
      and (s.taken > 0 or s.blocked or has_blocks or exists (
        select from claim c where c.tenant_id = p_tenant and c.resource_id = p_resource
          and c.starts_at < s.occupies_to and c.starts_at > s.occupies_from - reach and c.ends_at > s.occupies_from));
end $$;

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
