-- Needs of a service: what its bookings take besides their own resource, a resource or one of a
-- group (table service_need). Each is claimed with the booking's own seats, all or none, and
-- released with them. Such claims have a `need_no` above 0 (0: claim-seats.sql), and `need_of` for a
-- booking or `hold_id` for a visitor's hold. The resources of the needs are locked with the booking's own, in the order of
-- their ids.

-- The lanes of a resource for a need over [p_from, p_to), the lowest free ones; null if there are
-- too few, or the resource is inactive or blocked. Claims of the booking and the hold that the need
-- is for count as free, and lapsed ones with `p_ignores_lapsed`. Occupied lanes above the capacity
-- leave as many below empty, as in find_lanes. `p_override` ignores the capacity.
create or replace function free_need_lanes(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz, p_seats int, p_booking uuid,
  p_hold uuid, p_override boolean, p_ignores_lapsed boolean)
returns int[] language plpgsql as $$
declare
  r record;
  taken int[];
  lanes int[];
begin
  select o.capacity, o.active, o.longest_minutes * interval '1 minute' as reach into r from resource o where o.tenant_id = p_tenant and o.id = p_resource;
  if not found or not r.active and not p_override or is_blocked(p_tenant, p_resource, p_from, p_to) then return null; end if;
  taken := array(select distinct k.lane from claim k where k.tenant_id = p_tenant and k.resource_id = p_resource
    and k.starts_at < p_to and k.starts_at > p_from - r.reach and k.ends_at > p_from and k.block_id is null
    and (p_booking is null or k.need_of is distinct from p_booking) and (p_hold is null or k.hold_id is distinct from p_hold)
    and not (p_ignores_lapsed and coalesce(k.lapses_at <= clock_timestamp(), false)));
  if not p_override and r.capacity - cardinality(taken) < p_seats then return null; end if;
  lanes := array(select lane from generate_series(0, r.capacity - 1 + case when p_override then 500 else 0 end) lane
    where lane <> all (taken) order by lane limit p_seats);
  return case when cardinality(lanes) = p_seats then lanes end;
end $$;

-- The resources that can serve a need, in the order in which they are tried: those the booking has
-- already, then the group's order.
create or replace function need_candidates(p_tenant uuid, p_need service_need, p_own uuid, p_prefers jsonb) returns uuid[]
language plpgsql stable as $$
begin
  if p_need.group_id is null then return array(select p_need.resource_id where p_need.resource_id <> p_own); end if;
  return array(select m.resource_id from resource_group_member m
    where m.tenant_id = p_tenant and m.group_id = p_need.group_id and m.resource_id <> p_own
    order by not coalesce(p_prefers @> jsonb_build_array(jsonb_build_object('resource_id', m.resource_id)), false), m.position, m.resource_id);
end $$;

-- Chooses what serves the needs of a claim's schedule: [{no, resource_id, name, shown, lanes, from,
-- to}], or the first need that nothing serves, by its name. `p_claim` is a SeatClaim
-- (claim-seats.sql.server.ts). With `is_held` the result is what the hold has. With `wants`, [{no,
-- resource_id}], those needs are served by what is named or refused: 'need_unfit' if it isn't among
-- what serves them, 'need_closed' if it is inactive or blocked; with `only_wanted` the others are
-- left alone. `p_mode`:
-- - propose: without locks, to be verified with them; lapsed claims count as free
-- - choose: with all candidates locked
-- - verify: with the resources of the claim's `needs` locked, only those are tried; 'need_lost' means
--   that one of them was taken, or that the service needs something else now
create or replace function find_needs(p_tenant uuid, p_claim jsonb, p_mode text, out refusal text, out name text, out shown boolean, out needs jsonb)
language plpgsql as $$
declare
  c record;
  own uuid := find_hold(p_tenant, nullif(p_claim -> 'hold', 'null'));
  given jsonb := case when p_mode = 'verify' then coalesce(nullif(p_claim -> 'needs', 'null'), '[]') end;
  wants jsonb := coalesce(nullif(p_claim -> 'wants', 'null'), '[]');
  wanted uuid;
  is_closed boolean;
  n service_need;
  one uuid;
  candidates uuid[];
  from_at timestamptz;
  to_at timestamptz;
  lanes int[];
begin
  needs := '[]';
  select * into c from jsonb_to_record(p_claim) as of_claim (schedule_id uuid, resource_id uuid, booking_id uuid, starts_at timestamptz, ends_at timestamptz,
    over_capacity boolean, is_held boolean, only_wanted boolean);
  if c.is_held then
    select coalesce(jsonb_agg(jsonb_build_object('no', k.need_no, 'resource_id', k.resource_id, 'name', r.name, 'shown', coalesce(k.shown, false),
        'lanes', k.lanes, 'from', k.starts_at, 'to', k.ends_at) order by k.need_no), '[]') into needs
      from (select d.need_no, d.resource_id, d.starts_at, d.ends_at, jsonb_agg(d.lane order by d.lane) as lanes,
          (select w.shown from service_need w where w.tenant_id = p_tenant and w.schedule_id = c.schedule_id and w.no = d.need_no) as shown
        from claim d where d.tenant_id = p_tenant and d.hold_id = own and d.need_no > 0 group by d.need_no, d.resource_id, d.starts_at, d.ends_at) k
      join resource r on r.tenant_id = p_tenant and r.id = k.resource_id;
    if given is not null and jsonb_array_length(given) <> jsonb_array_length(needs) then refusal := 'hold_ended'; end if;
    return;
  end if;
  if exists (select from jsonb_to_recordset(wants) as each (no int) where not exists (select from service_need w
      where w.tenant_id = p_tenant and w.schedule_id = c.schedule_id and w.no = each.no)) then
    refusal := 'need_unfit';
    return;
  end if;
  for n in select * from service_need w where w.tenant_id = p_tenant and w.schedule_id = c.schedule_id order by w.no loop
    wanted := (select each.resource_id from jsonb_to_recordset(wants) as each (no int, resource_id uuid) where each.no = n.no limit 1);
    continue when c.only_wanted and wanted is null;
    from_at := c.starts_at - n.minutes_before * interval '1 minute';
    to_at := c.ends_at + n.minutes_after * interval '1 minute';
    candidates := need_candidates(p_tenant, n, c.resource_id, p_claim -> 'prefers');
    if wanted is not null then
      if wanted <> all (candidates) then
        refusal := 'need_unfit';
        return;
      end if;
      candidates := array[wanted];
    end if;
    if given is not null then
      candidates := array(select id from unnest(candidates) id
        where given @> jsonb_build_array(jsonb_build_object('no', n.no, 'resource_id', id)));
    end if;
    lanes := null;
    foreach one in array candidates loop
      lanes := free_need_lanes(p_tenant, one, from_at, to_at, n.seats, c.booking_id, own, coalesce(c.over_capacity, false), p_mode = 'propose');
      exit when lanes is not null;
    end loop;
    if lanes is null then
      refusal := case when given is null then 'need_taken' else 'need_lost' end;
      shown := n.shown;
      if wanted is not null then
        is_closed := is_blocked(p_tenant, wanted, from_at, to_at);
        select r.name, case when is_closed or not r.active then 'need_closed' else refusal end into name, refusal
          from resource r where r.tenant_id = p_tenant and r.id = wanted;
        return;
      end if;
      name := coalesce((select g.name from resource_group g where g.tenant_id = p_tenant and g.id = n.group_id),
        (select r.name from resource r where r.tenant_id = p_tenant and r.id = n.resource_id));
      return;
    end if;
    needs := needs || jsonb_build_array(jsonb_build_object('no', n.no, 'resource_id', one, 'shown', n.shown, 'lanes', lanes, 'from', from_at, 'to', to_at,
      'name', (select r.name from resource r where r.tenant_id = p_tenant and r.id = one)));
  end loop;
  if given is not null and jsonb_array_length(given) <> jsonb_array_length(needs) then refusal := 'need_lost'; end if;
end $$;

-- Locks all resources of a claim in the order of their ids: its own, those of its needs, and those
-- of the needs of its hold. A claim without any has only its own to lock, which the caller does.
create or replace function lock_needs(p_tenant uuid, p_claim jsonb) returns void language plpgsql as $$
declare
  own uuid := find_hold(p_tenant, nullif(p_claim -> 'hold', 'null'));
  ids uuid[] := array(select (n ->> 'resource_id')::uuid from jsonb_array_elements(coalesce(nullif(p_claim -> 'needs', 'null'), '[]')) n);
begin
  if own is not null then
    ids := ids || array(select k.resource_id from claim k where k.tenant_id = p_tenant and k.hold_id = own and k.need_no > 0);
  end if;
  if cardinality(ids) = 0 then return; end if;
  ids := ids || (p_claim ->> 'resource_id')::uuid;
  perform from resource r where r.tenant_id = p_tenant and r.id = any (ids) order by r.id for no key update;
end $$;

-- Whether a claim has needs, or misses those that its service has by now.
create or replace function has_needs(p_tenant uuid, p_claim jsonb) returns boolean language plpgsql as $$
begin
  if jsonb_array_length(coalesce(nullif(p_claim -> 'needs', 'null'), '[]')) > 0 then return true; end if;
  return exists (select from service_need n where n.tenant_id = p_tenant and n.schedule_id = (p_claim ->> 'schedule_id')::uuid);
end $$;

-- Claims what find_needs chose, for a booking or a hold, whose row must exist. Needs the locks.
create or replace function take_needs(p_tenant uuid, p_claim jsonb, p_needs jsonb) returns void language plpgsql as $$
declare
  n record;
begin
  for n in select * from jsonb_to_recordset(p_needs) as each (no int, resource_id uuid, lanes int[], "from" timestamptz, "to" timestamptz) loop
    insert into claim (tenant_id, resource_id, lane, need_of, hold_id, need_no, starts_at, ends_at, lapses_at)
      select p_tenant, n.resource_id, lane, (p_claim ->> 'booking_id')::uuid, (p_claim ->> 'hold_id')::uuid, n.no, n."from", n."to",
        (p_claim ->> 'lapses_at')::timestamptz
      from unnest(n.lanes) lane;
    update resource r set slots_version = slots_version + 1,
        longest_minutes = greatest(r.longest_minutes, ceil(extract(epoch from n."to" - n."from") / 60)::int)
      where r.tenant_id = p_tenant and r.id = n.resource_id;
    perform recount_slots(p_tenant, n.resource_id, n."from", n."to");
  end loop;
end $$;

-- The active resources that can serve each need of a booking's service, in the group's order, and
-- whether they are free at its time; with `p_only`, those alone.
create or replace function need_choices(p_tenant uuid, p_booking uuid, p_only uuid[], out no int, out resource_id uuid, out name text, out is_free boolean)
returns setof record language plpgsql as $$
declare
  b record;
  n service_need;
  candidates uuid[];
begin
  select o.schedule_id, o.resource_id, o.starts_at, o.ends_at into b from booking o where o.tenant_id = p_tenant and o.id = p_booking;
  for n in select * from service_need w where w.tenant_id = p_tenant and w.schedule_id = b.schedule_id order by w.no loop
    candidates := need_candidates(p_tenant, n, b.resource_id, null);
    foreach resource_id in array candidates loop
      continue when resource_id <> all (p_only);
      name := (select r.name from resource r where r.tenant_id = p_tenant and r.id = need_choices.resource_id and r.active);
      continue when name is null;
      no := n.no;
      is_free := free_need_lanes(p_tenant, resource_id, b.starts_at - n.minutes_before * interval '1 minute',
        b.ends_at + n.minutes_after * interval '1 minute', n.seats, p_booking, null, false, true) is not null;
      return next;
    end loop;
  end loop;
end $$;

-- Claims what find_needs chose for some needs of a booking, whose former claims for them are
-- released (release_some_needs): 'ok', or its refusal. Needs the resources' locks.
create or replace function claim_needs(p_tenant uuid, p_claim jsonb) returns text language plpgsql as $$
declare
  found_needs record;
begin
  select * into found_needs from find_needs(p_tenant, p_claim, 'verify');
  if found_needs.refusal is null then perform take_needs(p_tenant, p_claim, found_needs.needs); end if;
  return coalesce(found_needs.refusal, 'ok');
end $$;

-- Releases what a booking or a hold has besides its own resource; returns each time that became
-- free.
create or replace function release_needs(p_tenant uuid, p_booking uuid, p_hold uuid, out resource_id uuid, out occupies_from timestamptz,
  out occupies_to timestamptz)
returns setof record language plpgsql as $$
begin
  return query select n.resource_id, n.occupies_from, n.occupies_to from release_some_needs(p_tenant, p_booking, p_hold, null) n;
end $$;

-- The same for the needs `p_nos`; null: all. A resource that another transaction has locked is left:
-- its claims lapse, and the sweep, or the next claim of the time, clears them.
create or replace function release_some_needs(p_tenant uuid, p_booking uuid, p_hold uuid, p_nos int[], out resource_id uuid,
  out occupies_from timestamptz, out occupies_to timestamptz)
returns setof record language plpgsql as $$
declare
  ended_at timestamptz := clock_timestamp();
begin
  for resource_id, occupies_from, occupies_to in
    select k.resource_id, min(k.starts_at), max(k.ends_at) from claim k
      where k.tenant_id = p_tenant and (k.need_of = p_booking or k.hold_id = p_hold and k.need_no is not null)
        and (p_nos is null or k.need_no = any (p_nos))
      group by k.resource_id order by k.resource_id
  loop
    perform from resource r where r.tenant_id = p_tenant and r.id = release_some_needs.resource_id for no key update skip locked;
    if not found then
      update claim k set lapses_at = least(k.lapses_at, ended_at) where k.tenant_id = p_tenant and k.resource_id = release_some_needs.resource_id
        and (k.need_of = p_booking or k.hold_id = p_hold and k.need_no is not null)
        and (p_nos is null or k.need_no = any (p_nos));
      continue;
    end if;
    delete from claim k where k.tenant_id = p_tenant and k.resource_id = release_some_needs.resource_id
      and (k.need_of = p_booking or k.hold_id = p_hold and k.need_no is not null)
        and (p_nos is null or k.need_no = any (p_nos));
    perform free_need_time(p_tenant, resource_id, occupies_from, occupies_to);
    return next;
  end loop;
end $$;

-- Opens time that a need's claims were deleted from. Needs the resource's lock.
create or replace function free_need_time(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns void language plpgsql as $$
begin
  perform claim_closed(p_tenant, p_resource, p_from, p_to);
  perform recount_slots(p_tenant, p_resource, p_from, p_to);
  update resource r set slots_version = slots_version + 1 where r.tenant_id = p_tenant and r.id = p_resource;
end $$;

-- Clears the lapsed claims of needs on a resource, except those of one booking; how many. A
-- pending booking whose hold has lapsed is only kept after it has claimed everything again. Needs
-- the resource's lock.
create or replace function end_lapsed_needs(p_tenant uuid, p_resource uuid, p_except uuid) returns int language plpgsql as $$
declare
  first timestamptz;
  last timestamptz;
  ended int;
  lapsed_at timestamptz := clock_timestamp();
begin
  with gone as (delete from claim k where k.tenant_id = p_tenant and k.resource_id = p_resource and k.need_no > 0
      and k.lapses_at <= lapsed_at and (p_except is null or k.need_of is distinct from p_except) returning k.starts_at, k.ends_at)
    select min(g.starts_at), max(g.ends_at), count(*)::int into first, last, ended from gone g;
  if first is not null then perform free_need_time(p_tenant, p_resource, first, last); end if;
  return ended;
end $$;
