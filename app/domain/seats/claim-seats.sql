-- The only place that claims seats (blocks: block-time.sql). Steps run in this order: slot_is_full,
-- lock_resource, find_lanes, take_lanes; for what a service needs besides, lock_needs, find_needs and
-- take_needs (service-needs.sql) next to them. An existing booking (moves, approvals, late payment)
-- gets its seats from claim_seats, and release_seats releases them. With a processing time
-- (`gap_from`, `gap_to`) the resource is claimed twice, before and after it, in the same lanes; the
-- second claim has `need_no` 0 (and `need_of` for a booking).

-- Whether a slot's count shows, before locking its resource, that a party does not fit: too few
-- seats are left, and no lapsed hold occupies one. A slot that is also closed is refused as closed
-- by find_lanes.
create or replace function slot_is_full(p_tenant uuid, p_slot uuid, p_party int) returns boolean
language plpgsql volatile as $$
declare
  s record;
begin
  select o.resource_id, o.occupies_from, o.occupies_to into s from slot o
    where o.tenant_id = p_tenant and o.id = p_slot and o.taken + p_party > o.capacity and o.status = 'open' and not o.blocked;
  return found and not has_lapsed_claims(p_tenant, s.resource_id, s.occupies_from, s.occupies_to);
end $$;

-- Whether a lapsed hold still has claims over [p_from, p_to); they must be cleared first. Volatile,
-- so that it sees what was committed before lock_resource returned.
create or replace function has_lapsed_claims(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz)
returns boolean language plpgsql volatile as $$
begin
  return exists (select from claim c
    where c.tenant_id = p_tenant and c.resource_id = p_resource and c.starts_at < p_to and c.ends_at > p_from
      and c.starts_at > p_from - interval '2 days' -- no claim is longer (claim_time_check)
      and c.lapses_at <= clock_timestamp());
end $$;

-- Serializes the transaction with others on the resource: bookings, moves, releases and slot
-- generation. Under READ COMMITTED later statements see everything committed before the lock was
-- acquired. `p_minutes` is the longest time, including buffers, that will be claimed or offered.
-- With `p_changes` slots_version is incremented, which invalidates cached answers about its slots.
-- No row: no such resource.
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

-- The maximum number of seats that bookings and holds occupy at once within [p_from, p_to), in any
-- lane, including lanes above a lowered capacity. `p_reach` is the longest claim, `p_except` a hold
-- to ignore.
create or replace function most_at_once(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz, p_reach interval, p_except uuid)
returns int language plpgsql as $$
declare
  earliest timestamptz := p_from - p_reach;
begin
  return (select coalesce(max(n), 0) from (
    select sum(e.change) over (order by e.at, e.change) as n -- half-open: who leaves goes before who comes
    from (
      select k.lane, k.starts_at, k.ends_at from claim k where k.tenant_id = p_tenant and k.resource_id = p_resource and k.block_id is null
        and k.starts_at < p_to and k.starts_at > earliest and k.ends_at > p_from and (p_except is null or k.hold_id is distinct from p_except)
    ) c cross join lateral (values (c.starts_at, 1), (c.ends_at, -1)) e (at, change)
    where e.at < p_to) running);
end $$;

-- The same before and after a gap, which may be null.
create or replace function most_around_gap(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz, p_gap_from timestamptz,
  p_gap_to timestamptz, p_reach interval, p_except uuid)
returns int language plpgsql as $$
begin
  if p_gap_from is null then return most_at_once(p_tenant, p_resource, p_from, p_to, p_reach, p_except); end if;
  return greatest(most_at_once(p_tenant, p_resource, p_from, p_gap_from, p_reach, p_except),
    most_at_once(p_tenant, p_resource, p_gap_to, p_to, p_reach, p_except));
end $$;

-- Finds the lanes for a claim: the lowest free ones below the capacity, one per guest, in one range
-- scan of the resource's claims. Or returns the refusal: 'closed', 'daily_limit', 'weekly_limit',
-- 'monthly_limit', 'full', 'customer_limit' (checked last, so it implies free seats), or 'lapsed'
-- if a lapsed hold must be cleared first. A lane must be free for the whole time. If lanes above
-- the capacity are occupied (it was lowered or overridden), as many lanes below stay empty;
-- recount_slots counts the same way. The current capacity applies, however old the claim. `p_claim`
-- is a SeatClaim (claim-seats.sql.server.ts). Its own `hold` does not conflict. With `is_held` the
-- result is the hold's own seats, whatever has closed, moved or shrunk since: they were promised.
-- The hold counted towards the day, week and month limits when it was taken, so these refuse others
-- but not its holder; limits per guest, who was unknown then, still apply. 'hold_ended' if it no
-- longer runs. With `length_minutes` the claim is longer than its slot, which must still offer that
-- length within open hours; `extra_minutes` (add-ons) lengthen either. With a gap only the time before
-- and after it must be free. Needs the resource's lock; changes nothing.
create or replace function find_lanes(p_tenant uuid, p_claim jsonb, out refusal text, out lanes int[]) language plpgsql as $$
declare
  c record;
  d jsonb := nullif(p_claim -> 'daily', 'null');
  l jsonb := nullif(p_claim -> 'limits', 'null');
  own uuid := find_hold(p_tenant, nullif(p_claim -> 'hold', 'null'));
  reach interval;
  seats int;
  taken int[];
  is_open boolean := true;
  o record;
  slot_seats int;
begin
  select * into c from jsonb_to_record(p_claim) as given (resource_id uuid, booking_id uuid, occupies_from timestamptz, occupies_to timestamptz,
    capacity int, party_size int, slot_id uuid, own_slot_id uuid, length_minutes int, over_capacity boolean, is_held boolean, in_block boolean,
    gap_from timestamptz, gap_to timestamptz, extra_minutes int);
  if c.is_held then
    lanes := array(select k.lane from claim k where k.tenant_id = p_tenant and k.resource_id = c.resource_id and k.hold_id = own
      and k.starts_at = c.occupies_from and k.ends_at = coalesce(c.gap_from, c.occupies_to) and k.lapses_at > clock_timestamp() order by k.lane limit c.party_size);
    if cardinality(lanes) < c.party_size then
      refusal := 'hold_ended';
      return;
    end if;
  elsif c.slot_id is not null then
    select s.resource_id, s.schedule_id, s.starts_at, s.capacity into o from slot s
      cross join lateral (select coalesce(s.starts_at + c.length_minutes * interval '1 minute', s.ends_at)
        + coalesce(c.extra_minutes, 0) * interval '1 minute' as ends_at) whole
      where s.tenant_id = p_tenant and s.id = c.slot_id and s.status = 'open'
      and s.occupies_from = c.occupies_from and (s.gap_from, s.gap_to) is not distinct from (c.gap_from, c.gap_to) and case when coalesce(c.length_minutes, c.extra_minutes) is null then s.occupies_to = c.occupies_to
        else whole.ends_at + (s.occupies_to - s.ends_at) = c.occupies_to and s.open_until >= whole.ends_at end;
    is_open := found and is_offered(p_tenant, o.resource_id, o.schedule_id, o.starts_at)
      and (c.length_minutes is null or offers_length(p_tenant, o.resource_id, o.schedule_id, c.length_minutes));
    slot_seats := o.capacity;
  elsif c.own_slot_id is not null then
    slot_seats := (select s.capacity from slot s where s.tenant_id = p_tenant and s.id = c.own_slot_id);
  end if;
  if not is_open or not (coalesce(c.is_held, false) or coalesce(c.in_block, false))
    and (is_blocked(p_tenant, c.resource_id, c.occupies_from, coalesce(c.gap_from, c.occupies_to))
      or c.gap_to is not null and is_blocked(p_tenant, c.resource_id, c.gap_to, c.occupies_to))
  then
    refusal := 'closed';
    return;
  end if;
  if not coalesce(c.is_held, false) then
    if d is not null and (d ->> 'max')::int <= bookings_of_day(p_tenant, c.resource_id, (d ->> 'schedule_id')::uuid,
        (d ->> 'starts_at')::timestamptz, d ->> 'time_zone', c.booking_id)
      + holds_of_period(p_tenant, 'day', c.resource_id, (d ->> 'schedule_id')::uuid, (d ->> 'starts_at')::timestamptz, d ->> 'time_zone', own)
    then
      refusal := 'daily_limit';
    elsif l is not null then
      refusal := period_refusal(p_tenant, c.resource_id, c.booking_id, l || jsonb_build_object('own_hold', own));
    end if;
  end if;
  if refusal is null and c.is_held then
    if l is not null and is_over_customer_limit(p_tenant, p_claim) then refusal := 'customer_limit'; end if;
  elsif refusal is null then
    select r.longest_minutes * interval '1 minute', least(c.capacity, r.capacity) into reach, seats
      from resource r where r.tenant_id = p_tenant and r.id = c.resource_id;
    seats := least(seats, slot_seats); -- which may be null
    taken := array(select k.lane from claim k where k.tenant_id = p_tenant and k.resource_id = c.resource_id
      and k.starts_at < c.occupies_to and k.starts_at > c.occupies_from - reach and k.ends_at > c.occupies_from
      and (c.gap_from is null or k.starts_at < c.gap_from or k.ends_at > c.gap_to)
      and (own is null or k.hold_id is distinct from own));
    lanes := array(select lane from generate_series(0, seats + case when c.over_capacity then 500 else 0 end - 1) lane
      where lane <> all (taken) order by lane limit c.party_size);
    if cardinality(lanes) < c.party_size or not c.over_capacity and seats <= any (taken)
      and most_around_gap(p_tenant, c.resource_id, c.occupies_from, c.occupies_to, c.gap_from, c.gap_to, reach, own) + c.party_size > seats
    then
      refusal := 'full';
    elsif l is not null and is_over_customer_limit(p_tenant, p_claim) then
      refusal := 'customer_limit';
    end if;
  end if;
  if refusal is not null and has_lapsed_claims(p_tenant, c.resource_id, c.occupies_from, c.occupies_to) then refusal := 'lapsed'; end if;
end $$;

-- Whether a schedule offers a longer length than its base length on a resource now.
create or replace function offers_length(p_tenant uuid, p_resource uuid, p_schedule uuid, p_minutes int) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from schedule s join schedule_resource sr on sr.tenant_id = p_tenant and sr.schedule_id = s.id
    where s.tenant_id = p_tenant and s.id = p_schedule and sr.resource_id = p_resource
      and longer_length(s.duration_minutes, s.length_options, sr.terms, p_minutes) is not null);
end $$;

-- The number of live bookings of a schedule on a resource on the local day (in `p_zone`) of `p_at`,
-- for the daily limit.
create or replace function bookings_of_day(p_tenant uuid, p_resource uuid, p_schedule uuid, p_at timestamptz, p_zone text, p_except uuid default null)
returns bigint language plpgsql stable parallel safe as $$
begin
  return bookings_of_period(p_tenant, 'day', p_resource, p_schedule, p_at, p_zone, p_except);
end $$;

-- Claims lanes found by find_lanes, ends the claim's own `hold`, and recounts the affected slots.
-- The booking's or hold's row must exist. A block over the held time claims the remainder. Needs
-- the resource's lock.
create or replace function take_lanes(p_tenant uuid, p_claim jsonb, p_lanes int[]) returns void language plpgsql as $$
declare
  c record;
  own uuid := find_hold(p_tenant, nullif(p_claim -> 'hold', 'null'));
  freed_from timestamptz;
  freed_to timestamptz;
  freed_lanes int[];
  had_gap boolean := false;
begin
  select * into c from jsonb_to_record(p_claim) as given (resource_id uuid, booking_id uuid, hold_id uuid, occupies_from timestamptz,
    occupies_to timestamptz, gap_from timestamptz, gap_to timestamptz, lapses_at timestamptz);
  if own is not null then
    had_gap := (select count(*) from release_needs(p_tenant, null, own) n where n.resource_id = c.resource_id) > 0;
    select f.occupies_from, f.occupies_to, f.lanes into freed_from, freed_to, freed_lanes from free_hold(p_tenant, own, c.resource_id) f;
  end if;
  insert into claim (tenant_id, resource_id, lane, booking_id, hold_id, starts_at, ends_at, lapses_at)
    select p_tenant, c.resource_id, lane, c.booking_id, c.hold_id, c.occupies_from, coalesce(c.gap_from, c.occupies_to), c.lapses_at
    from unnest(p_lanes) lane;
  if c.gap_to is not null then
    insert into claim (tenant_id, resource_id, lane, need_of, hold_id, need_no, starts_at, ends_at, lapses_at)
      select p_tenant, c.resource_id, lane, c.booking_id, c.hold_id, 0, c.gap_to, c.occupies_to, c.lapses_at from unnest(p_lanes) lane;
  end if;
  if c.booking_id is not null then
    perform add_booked(p_tenant, c.resource_id, c.occupies_from, coalesce(c.gap_from, c.occupies_to), cardinality(p_lanes));
    if c.gap_to is not null then perform add_booked(p_tenant, c.resource_id, c.gap_to, c.occupies_to, cardinality(p_lanes)); end if;
  end if;
  -- The held seats become the booking's, so all counts are already correct.
  if not had_gap and c.gap_from is null and (freed_from, freed_to, freed_lanes) is not distinct from (c.occupies_from, c.occupies_to, p_lanes) then
    return;
  end if;
  if freed_from is not null then perform claim_closed(p_tenant, c.resource_id, freed_from, freed_to); end if;
  if freed_from >= c.occupies_to or freed_to <= c.occupies_from then
    perform recount_slots(p_tenant, c.resource_id, freed_from, freed_to);
    freed_from := null;
  end if;
  -- If the two spans meet, recount once; least and greatest ignore null.
  perform recount_slots(p_tenant, c.resource_id, least(freed_from, c.occupies_from),
    greatest(case when freed_from is not null then freed_to end, c.occupies_to));
end $$;

-- Recounts `slot.taken` from the claims of bookings and holds for the slots that overlap [p_from,
-- p_to), and whether a block closes them. The remaining seats are those that find_lanes would
-- return: lanes below the capacity that are free throughout, less the seats occupied above it. What is
-- within the gap of a slot doesn't count. A slot with more guests than seats counts as full. Needs the resource's lock.
create or replace function recount_slots(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz)
returns void language plpgsql as $$
declare
  reach interval := (select longest_minutes from resource where tenant_id = p_tenant and id = p_resource) * interval '1 minute';
  earliest timestamptz := p_from - reach;
  latest timestamptz := p_to + reach;
  s record;
begin
  for s in
    select o.id, o.capacity, o.occupies_from, o.occupies_to, o.gap_from, o.gap_to, o.taken, o.blocked, o.n, o.has_above,
      exists (select from block b where b.tenant_id = p_tenant and b.resource_id = p_resource and b.ends_at > o.occupies_from
        and b.starts_at < o.occupies_to and (o.gap_from is null or b.starts_at < o.gap_from or b.ends_at > o.gap_to)) as is_blocked
    from (
      select t.id, t.capacity, t.occupies_from, t.occupies_to, t.gap_from, t.gap_to, t.taken, t.blocked, count(distinct c.lane) filter (where c.lane < t.capacity)::int as n,
        coalesce(bool_or(c.lane >= t.capacity), false) as has_above
      from slot t left join claim c on c.tenant_id = p_tenant and c.resource_id = p_resource and c.block_id is null
        and c.starts_at < t.occupies_to and c.starts_at > t.occupies_from - reach and c.ends_at > t.occupies_from
        and (t.gap_from is null or c.starts_at < t.gap_from or c.ends_at > t.gap_to)
      where t.tenant_id = p_tenant and t.resource_id = p_resource and t.starts_at < latest and t.starts_at > earliest
        and t.occupies_from < p_to and t.occupies_to > p_from
      group by t.tenant_id, t.id) o
  loop
    if s.has_above then
      s.n := greatest(s.n, most_around_gap(p_tenant, p_resource, s.occupies_from, s.occupies_to, s.gap_from, s.gap_to, reach, null));
    end if;
    s.n := least(s.n, s.capacity);
    -- Row by row: there are few, and a join would be planned for many.
    if s.n <> s.taken or s.is_blocked <> s.blocked then
      update slot set taken = s.n, blocked = s.is_blocked where slot.tenant_id = p_tenant and slot.id = s.id;
    end if;
  end loop;
end $$;

-- Claims the seats of an existing booking: moves, approvals, late payments. Returns 'ok', or the
-- refusal of find_lanes or find_needs, in which case nothing has changed. With `in_block` the booking
-- may be inside a block, whose claims make room. Without `needs` those it has stay. Needs the locks
-- of its resource and of its needs.
create or replace function claim_seats(p_tenant uuid, p_claim jsonb) returns text language plpgsql as $$
declare
  resource uuid := (p_claim ->> 'resource_id')::uuid;
  found_lanes record;
  found_needs record;
  cut_from timestamptz;
  cut_to timestamptz;
begin
  if (p_claim ->> 'in_block')::boolean then
    select b.cut_from, b.cut_to into cut_from, cut_to
      from cut_closed(p_tenant, resource, (p_claim ->> 'occupies_from')::timestamptz, (p_claim ->> 'occupies_to')::timestamptz, null) b;
  end if;
  select * into found_lanes from find_lanes(p_tenant, p_claim);
  if found_lanes.refusal is null and nullif(p_claim -> 'needs', 'null') is not null then
    select * into found_needs from find_needs(p_tenant, p_claim, 'verify');
    if found_needs.refusal is not null then found_lanes.refusal := found_needs.refusal; end if;
  end if;
  if found_lanes.refusal is null then
    perform take_lanes(p_tenant, p_claim, found_lanes.lanes);
    if nullif(p_claim -> 'needs', 'null') is not null then perform take_needs(p_tenant, p_claim, found_needs.needs); end if;
  end if;
  if cut_from is not null then perform claim_closed(p_tenant, resource, cut_from, cut_to); end if;
  return coalesce(found_lanes.refusal, 'ok');
end $$;

-- Releases a booking's own seats; blocks over that time claim them immediately. Returns the time they
-- were claimed for; no row if there was none. Needs the resource's lock.
create or replace function release_own_seats(p_tenant uuid, p_booking uuid, out resource_id uuid, out occupies_from timestamptz,
  out occupies_to timestamptz)
returns setof record language plpgsql as $$
declare
  seats int;
  first_to timestamptz;
  later record;
begin
  select c.resource_id, c.starts_at, c.ends_at into resource_id, occupies_from, first_to
    from claim c where c.tenant_id = p_tenant and c.booking_id = p_booking limit 1;
  if not found then return; end if;
  delete from claim c where c.tenant_id = p_tenant and c.booking_id = p_booking;
  get diagnostics seats = row_count;
  with gone as (delete from claim c where c.tenant_id = p_tenant and c.need_of = p_booking and c.need_no = 0 returning c.starts_at, c.ends_at)
    select min(g.starts_at) as starts_at, max(g.ends_at) as ends_at into later from gone g;
  occupies_to := coalesce(later.ends_at, first_to);
  perform claim_closed(p_tenant, resource_id, occupies_from, occupies_to);
  perform add_booked(p_tenant, resource_id, occupies_from, first_to, -seats);
  if later.ends_at is not null then perform add_booked(p_tenant, resource_id, later.starts_at, later.ends_at, -seats); end if;
  perform recount_slots(p_tenant, resource_id, occupies_from, occupies_to);
  return next;
end $$;

-- Releases all seats of a booking, its own first and then those of its needs (release_needs): one row
-- for each resource.
create or replace function release_seats(p_tenant uuid, p_booking uuid, out resource_id uuid, out occupies_from timestamptz, out occupies_to timestamptz)
returns setof record language plpgsql as $$
begin
  return query select o.resource_id, o.occupies_from, o.occupies_to from release_own_seats(p_tenant, p_booking) o;
  return query select n.resource_id, n.occupies_from, n.occupies_to from release_needs(p_tenant, p_booking, null) n;
end $$;
