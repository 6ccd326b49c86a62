-- A visitor's hold: seats reserved for some minutes while the visitor fills in the booking form.
-- Its claims lapse with it. In find_lanes and take_lanes (claim-seats.sql) it is the `hold` of a
-- SeatClaim, {token_hash, api_key_id}, and never conflicts with its own visitor.

-- The hold of a token created with the same key; null if there is none.
create or replace function find_hold(p_tenant uuid, p_hold jsonb) returns uuid language plpgsql stable strict as $$
begin
  return (select h.id from hold h where h.tenant_id = p_tenant and h.token_hash = decode(p_hold ->> 'token_hash', 'hex')
    and h.api_key_id = (p_hold ->> 'api_key_id')::uuid);
end $$;

-- Whether visitors have reached their combined limit of holds for a service's day: three, or a
-- tenth of the times that are free or held by them. Holds are free of charge and their visitors
-- unverified, as are bookings under an invented address that wait for approval or payment; without
-- a limit they could fill a day. A time with several holds counts once. A slot without a schedule
-- belongs to its resource. Needs lock_day.
create or replace function day_is_held(p_tenant uuid, p_slot slot, p_except uuid) returns boolean language plpgsql as $$
declare
  zone text := coalesce((select s.time_zone from schedule s where s.tenant_id = p_tenant and s.id = p_slot.schedule_id), 'UTC');
  day date := (p_slot.starts_at at time zone zone)::date;
  held uuid[] := array(select h.slot_id from hold h
    join slot s on s.tenant_id = p_tenant and s.id = h.slot_id
    where h.tenant_id = p_tenant and h.expires_at > clock_timestamp() and h.id is distinct from p_except
      and s.schedule_id is not distinct from p_slot.schedule_id and (p_slot.schedule_id is not null or s.resource_id = p_slot.resource_id)
      and s.starts_at >= day::timestamp at time zone zone and s.starts_at < (day + 1)::timestamp at time zone zone
    union
    select b.slot_id from booking b
    where b.tenant_id = p_tenant and b.starts_at >= day::timestamp at time zone zone and b.starts_at < (day + 1)::timestamp at time zone zone
      and b.schedule_id is not distinct from p_slot.schedule_id and (p_slot.schedule_id is not null or b.resource_id = p_slot.resource_id)
      and b.is_proven = false and b.status = 'pending' and b.pending_reason in ('approval', 'payment') and b.payment_status = 'none'
      and b.expires_at > clock_timestamp() and b.slot_id is not null);
  free bigint;
begin
  if cardinality(held) < 3 or p_slot.id = any(held) then return false; end if;
  free := (select count(*) from slot s
    where s.tenant_id = p_tenant and s.schedule_id is not distinct from p_slot.schedule_id
      and (p_slot.schedule_id is not null or s.resource_id = p_slot.resource_id)
      and s.starts_at >= day::timestamp at time zone zone and s.starts_at < (day + 1)::timestamp at time zone zone
      and s.status = 'open' and not s.outside_hours and not s.blocked and (s.taken < s.capacity or s.id = any(held)));
  return cardinality(held) >= greatest(3, free / 10);
end $$;

-- Serializes holds of a service's day across resources: two concurrent ones would not count each
-- other.
create or replace function lock_day(p_tenant uuid, p_slot slot) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4862204, hashtext(p_tenant::text || coalesce(p_slot.schedule_id, p_slot.resource_id)::text));
end $$;

-- Takes seats for a visitor. Returns 'ok', 'gone' (no such resource), 'too_many' (the limit of
-- concurrent holds), or a refusal of find_lanes or find_needs. Any result other than 'ok' has changed
-- nothing.
-- - p_claim: SeatClaim (claim-seats.sql.server.ts) with the hold's id; its `hold` is the visitor's
--   former one, which is replaced
-- - p_hold: {id, slot_id, token_hash, api_key_id, client_hash, terms, minutes, minutes_in_all,
--   most_of_client}
create or replace function place_hold(p_tenant uuid, p_claim jsonb, p_hold jsonb, out said text, out ends_at timestamptz)
language plpgsql as $$
declare
  new_hold hold := jsonb_populate_record(null::hold, p_hold - '{token_hash,client_hash}'::text[]);
  former_id uuid;
  former hold;
  held_by_client bigint;
  wanted slot;
  c record;
  seats record;
  needs record;
  takes_needs boolean;
  now_at timestamptz;
begin
  perform plan_once();
  select * into c from jsonb_to_record(p_claim) as given (resource_id uuid, occupies_from timestamptz, occupies_to timestamptz, capacity int,
    party_size int, gap_from timestamptz, gap_to timestamptz);
  new_hold.token_hash := decode(p_hold ->> 'token_hash', 'hex');
  new_hold.client_hash := decode(p_hold ->> 'client_hash', 'hex');
  -- Reject a full slot before taking the lock, unless the visitor's own hold fills it.
  if nullif(p_claim -> 'hold', 'null') is null and slot_is_full(p_tenant, new_hold.slot_id, c.party_size) then
    said := 'full';
    return;
  end if;
  -- Serialize a visitor's holds, always before the resource's lock: two concurrent ones would not
  -- count each other.
  perform pg_advisory_xact_lock(4862203, hashtext(p_hold ->> 'client_hash'));
  select * into wanted from slot s where s.tenant_id = p_tenant and s.id = new_hold.slot_id;
  perform lock_day(p_tenant, wanted);
  if p_claim ->> 'needs' is not null or p_claim ->> 'hold' is not null then perform lock_needs(p_tenant, p_claim); end if;
  perform from lock_resource(p_tenant, c.resource_id, ceil(extract(epoch from c.occupies_to - c.occupies_from) / 60)::int, false);
  if not found then
    said := 'gone';
    return;
  end if;
  select * into seats from find_lanes(p_tenant, p_claim);
  said := seats.refusal;
  if said is not null then return; end if;
  takes_needs := has_needs(p_tenant, p_claim);
  if takes_needs then
    select * into needs from find_needs(p_tenant, p_claim, 'verify');
    said := needs.refusal;
    if said is not null then return; end if;
  end if;

  now_at := clock_timestamp();
  former_id := find_hold(p_tenant, nullif(p_claim -> 'hold', 'null'));
  select * into former from hold h where h.tenant_id = p_tenant and h.id = former_id;
  held_by_client := (select count(*) from hold h where h.tenant_id = p_tenant and h.api_key_id = new_hold.api_key_id
    and h.client_hash = new_hold.client_hash and h.expires_at > now_at and h.id is distinct from former.id);
  if held_by_client >= (p_hold ->> 'most_of_client')::int
    -- All visitors together may hold half of the seats (rounded up); the rest stays bookable.
    or (wanted.id is not null and day_is_held(p_tenant, wanted, former.id))
    or (c.capacity + 1) / 2 < c.party_size + greatest(
      held_seats(p_tenant, c.resource_id, c.occupies_from, coalesce(c.gap_from, c.occupies_to), former.id),
      case when c.gap_to is not null then held_seats(p_tenant, c.resource_id, c.gap_to, c.occupies_to, former.id) end)
  then
    said := 'too_many';
    return;
  end if;

  -- A replacement continues the former hold's time limit, unless that hold had ended.
  new_hold.first_at := case when former.expires_at > now_at then former.first_at else now_at end;
  ends_at := date_trunc('second', least(now_at + (p_hold ->> 'minutes')::int * interval '1 minute',
    new_hold.first_at + (p_hold ->> 'minutes_in_all')::int * interval '1 minute'));
  insert into hold (tenant_id, id, resource_id, slot_id, occupies_from, occupies_to, party_size, api_key_id, client_hash, token_hash,
      first_at, expires_at, terms)
    values (p_tenant, new_hold.id, c.resource_id, new_hold.slot_id, c.occupies_from, c.occupies_to, c.party_size, new_hold.api_key_id, new_hold.client_hash,
      new_hold.token_hash, new_hold.first_at, ends_at, new_hold.terms);
  perform take_lanes(p_tenant, p_claim || jsonb_build_object('lapses_at', ends_at), seats.lanes);
  if takes_needs then perform take_needs(p_tenant, p_claim || jsonb_build_object('lapses_at', ends_at), needs.needs); end if;
  update resource set slots_version = slots_version + 1 where tenant_id = p_tenant and id = c.resource_id;
  said := 'ok';
end $$;

-- How many lanes visitors hold over [p_from, p_to), but for one hold. Needs the resource's lock.
create or replace function held_seats(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz, p_except uuid) returns bigint
language plpgsql as $$
begin
  return (select count(distinct k.lane) from claim k where k.tenant_id = p_tenant and k.resource_id = p_resource and k.hold_id is not null
    and k.starts_at < p_to and k.ends_at > p_from and k.starts_at > p_from - interval '2 days' -- no claim of theirs is longer (claim_time_check)
    and k.lapses_at > clock_timestamp() and (p_except is null or k.hold_id <> p_except));
end $$;

-- Ends a hold. On `p_resource`, whose lock is required, its seats are released immediately. On
-- another resource it only lapses, without that resource's lock, because two visitors swapping
-- resources would deadlock. It then blocks nobody, and the sweep clears it. Seats of its needs are
-- released wherever their resource isn't locked by others (release_needs).
create or replace function end_hold(p_tenant uuid, p_hold uuid, p_resource uuid) returns void language plpgsql as $$
declare
  freed_from timestamptz;
  freed_to timestamptz;
begin
  select f.occupies_from, f.occupies_to into freed_from, freed_to from free_hold(p_tenant, p_hold, p_resource) f;
  if freed_from is not null then
    perform claim_closed(p_tenant, p_resource, freed_from, freed_to);
    perform recount_slots(p_tenant, p_resource, freed_from, freed_to);
  end if;
end $$;

-- Ends a hold like end_hold and returns the released lanes and time, for the caller to recount and
-- pass to claim_closed; null if it was on another resource or does not exist.
create or replace function free_hold(p_tenant uuid, p_hold uuid, p_resource uuid,
  out occupies_from timestamptz, out occupies_to timestamptz, out lanes int[])
language plpgsql as $$
declare
  moment timestamptz := clock_timestamp();
begin
  select h.occupies_from, h.occupies_to into occupies_from, occupies_to
    from hold h where h.tenant_id = p_tenant and h.id = p_hold and h.resource_id = p_resource for update;
  if found then
    with freed as (delete from claim k where k.tenant_id = p_tenant and k.hold_id = p_hold and k.need_no is null returning k.lane)
      select array_agg(freed.lane order by freed.lane) into lanes from freed;
    perform from release_needs(p_tenant, null, p_hold);
    -- If a need's resource was locked, the lapsed hold stays until the sweep clears it.
    delete from hold h where h.tenant_id = p_tenant and h.id = p_hold
      and not exists (select from claim k where k.tenant_id = p_tenant and k.hold_id = p_hold);
    return;
  end if;
  perform from hold h where h.tenant_id = p_tenant and h.id = p_hold for update skip locked;
  if not found then return; end if;
  update hold h set expires_at = least(h.expires_at, moment) where h.tenant_id = p_tenant and h.id = p_hold;
  update claim k set lapses_at = least(k.lapses_at, moment) where k.tenant_id = p_tenant and k.hold_id = p_hold;
end $$;

-- Releases a visitor's hold; a no-op if there is none. Waits for its resource's lock.
create or replace function release_hold(p_tenant uuid, p_hold jsonb) returns void language plpgsql as $$
declare
  held uuid := find_hold(p_tenant, p_hold);
  place uuid := (select h.resource_id from hold h where h.tenant_id = p_tenant and h.id = held);
begin
  if place is null then return; end if;
  perform lock_needs(p_tenant, jsonb_build_object('hold', p_hold, 'resource_id', place));
  perform from lock_resource(p_tenant, place, 0);
  perform end_hold(p_tenant, held, place);
end $$;

-- Clears the visitors' holds on a resource that have lapsed by the database's clock; how many.
-- Needs the resource's lock.
create or replace function end_lapsed_holds(p_tenant uuid, p_resource uuid) returns int language plpgsql as $$
declare
  lapsed uuid[] := array(select h.id from hold h
    where h.tenant_id = p_tenant and h.resource_id = p_resource and h.expires_at <= clock_timestamp() order by h.id);
  one uuid;
begin
  foreach one in array lapsed loop perform end_hold(p_tenant, one, p_resource); end loop;
  return cardinality(lapsed);
end $$;
