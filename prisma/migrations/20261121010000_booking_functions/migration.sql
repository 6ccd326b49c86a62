-- The booking as functions of the database. Each stands in a file of its own beside the code that calls it (app/domain/**/*.sql).

-- The statuses whose booking holds its seats. TypeScript's list of them is seats/live-statuses.ts; a test holds the two together.
create or replace function is_live(p_status text) returns boolean
language sql immutable parallel safe
return p_status in ('pending', 'confirmed', 'paid', 'completed', 'no_show');

-- The booking window of guests, in elapsed time: from `p_notice_minutes` after now (null: none) ...
create or replace function first_bookable_start(p_now timestamptz, p_notice_minutes int) returns timestamptz
language sql stable parallel safe
return p_now + coalesce(p_notice_minutes, 0) * interval '1 minute';

-- ... to `p_days` times 24 hours after now (null: no end).
create or replace function last_bookable_start(p_now timestamptz, p_days int) returns timestamptz
language sql stable parallel safe
return p_now + p_days * interval '24 hours';

-- Which side of the window a start lies on: 'too_soon', 'too_far', or null inside.
create or replace function window_refusal(p_starts_at timestamptz, p_now timestamptz, p_notice_minutes int, p_days int) returns text
language sql stable parallel safe
return case
  when p_starts_at < first_bookable_start(p_now, p_notice_minutes) then 'too_soon'
  when p_starts_at > last_bookable_start(p_now, p_days) then 'too_far' end;

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

-- Whether slots of this schedule (null: made by hand, of none) on this resource are on offer: both are switched on, and the resource is
-- still one of the schedule's. What is listed, chosen and claimed must all be on offer.
create or replace function is_offered(p_tenant uuid, p_resource uuid, p_schedule uuid) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from resource r where r.tenant_id = p_tenant and r.id = p_resource and r.active)
    and (p_schedule is null or exists (
      select from schedule sc join schedule_resource sr on sr.tenant_id = sc.tenant_id and sr.schedule_id = sc.id
      where sc.tenant_id = p_tenant and sc.id = p_schedule and sc.active and sr.resource_id = p_resource));
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

-- Whether a slot's own count says, before anybody waits for its resource, that a party cannot have it: too few seats are left, and none is
-- kept by a hold that has ended.
create or replace function slot_is_full(p_tenant uuid, p_slot uuid, p_party int) returns boolean
language plpgsql volatile as $$
begin
  return exists (select from slot s where s.tenant_id = p_tenant and s.id = p_slot and s.taken + p_party > s.capacity
    and not has_lapsed_claims(p_tenant, s.resource_id, s.occupies_from, s.occupies_to));
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

-- Counts `slot.taken` again, from the claims as they are, of the resource's slots that touch [p_from, p_to). Needs the resource's lock.
create or replace function recount_slots(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz)
returns void language plpgsql as $$
declare
  reach interval := (select longest_minutes from resource where tenant_id = p_tenant and id = p_resource) * interval '1 minute';
begin
  update slot s set taken = (
      select count(distinct c.lane) from claim c
      where c.tenant_id = p_tenant and c.resource_id = p_resource and c.lane < s.capacity
        and c.starts_at < s.occupies_to and c.starts_at > s.occupies_from - reach and c.ends_at > s.occupies_from)
    where s.tenant_id = p_tenant and s.resource_id = p_resource and s.starts_at < p_to + reach and s.starts_at > p_from - reach
      and s.occupies_from < p_to and s.occupies_to > p_from
      -- Nothing to write for a slot without claims that says so; most of those just generated.
      and (s.taken > 0 or exists (
        select from claim c where c.tenant_id = p_tenant and c.resource_id = p_resource
          and c.starts_at < s.occupies_to and c.starts_at > s.occupies_from - reach and c.ends_at > s.occupies_from));
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
      and s.occupies_from = c.occupies_from and s.occupies_to = c.occupies_to and is_offered(p_tenant, s.resource_id, s.schedule_id))
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

-- Whether a customer's record (r_) says all that another naming of the same guest (g_) does; no telephone says nothing.
create or replace function record_says(r_name text, r_email text, r_phone text, g_name text, g_email text, g_phone text) returns boolean
language sql immutable parallel safe
return g_name = r_name and g_email = r_email and coalesce(g_phone, '') in ('', coalesce(r_phone, ''));

-- The customer of a new booking: written when unknown; a known one's record is corrected to what the booking says (p_how.corrects, staff's
-- entry; what it said before is kept as an alias), or left as it is with the other name beside it, since whoever books only knows the
-- address. A search finds the guest by either.
create or replace function place_customer(p_tenant uuid, p_id uuid, p_name text, p_email text, p_phone text, p_how jsonb)
returns void language plpgsql as $$
begin
  if not (p_how -> 'is_known')::boolean then
    insert into customer (tenant_id, id, email, name, phone, locale, time_zone)
      values (p_tenant, p_id, p_email, p_name, p_phone, p_how ->> 'locale', p_how ->> 'time_zone')
      on conflict (tenant_id, email) do nothing;
  elsif (p_how -> 'corrects')::boolean then
    insert into customer_alias (tenant_id, customer_id, name, email, phone)
      select p_tenant, c.id, c.name, c.email, coalesce(c.phone, '') from customer c
      where c.tenant_id = p_tenant and c.id = p_id
        and not record_says(p_name, p_email, coalesce(p_phone, c.phone), c.name, c.email, c.phone)
      on conflict do nothing;
    update customer c set name = p_name, phone = coalesce(p_phone, c.phone), locale = coalesce(p_how ->> 'locale', c.locale),
        time_zone = coalesce(p_how ->> 'time_zone', c.time_zone), updated_at = now()
      where c.tenant_id = p_tenant and c.id = p_id;
  else
    insert into customer_alias (tenant_id, customer_id, name, email, phone)
      select p_tenant, c.id, p_name, p_email, coalesce(p_phone, '') from customer c
      where c.tenant_id = p_tenant and c.id = p_id and not record_says(c.name, c.email, c.phone, p_name, p_email, p_phone)
      on conflict do nothing;
  end if;
end $$;

-- Writes events of a booking. `p_events` is {actor, notify, list: [{id, type, sequence, body}]}, `p_at` the instant of the change.
create or replace function insert_events(p_tenant uuid, p_booking uuid, p_at timestamptz, p_events jsonb) returns void language plpgsql as $$
begin
  insert into event (tenant_id, id, type, booking_id, sequence, body, actor, created_at, notify)
    select p_tenant, e.id, e.type, p_booking, e.sequence, e.body, p_events -> 'actor', p_at, (p_events -> 'notify')::boolean
    from jsonb_to_recordset(p_events -> 'list') as e (id uuid, type text, sequence int, body text);
end $$;

-- The booking, in one call: kept answer, lock, seats, customer, booking, claims, events, audit, the answer to keep. Under READ COMMITTED
-- each statement of a volatile function has a snapshot of its own, so what is read after the lock is what was committed while it was
-- waited for. Answers 'ok', 'answered' (the Idempotency-Key has an answer already), 'gone' (no such resource), or what refuses the claim
-- as find_lanes does; whatever is not 'ok' has changed nothing.
--   p_claim    SeatClaim (seats/claim-seats.server.ts)
--   p_booking  the row (BookingRow)
--   p_customer {is_known, corrects, locale, time_zone}: a known guest's record is corrected, or another name of theirs is kept beside it
--   p_events   as insert_events takes them
--   p_audit    the row, or null
--   p_answer   {route, key, fingerprint, status, body} to keep under the caller's Idempotency-Key, or null
create or replace function place_booking(p_tenant uuid, p_claim jsonb, p_booking jsonb, p_customer jsonb, p_events jsonb, p_audit jsonb, p_answer jsonb)
returns text language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  b booking := jsonb_populate_record(null::booking, p_booking);
  a audit_row := jsonb_populate_record(null::audit_row, p_audit);
  from_at timestamptz := p_claim ->> 'occupies_from';
  to_at timestamptz := p_claim ->> 'occupies_to';
  seats record;
begin
  if exists (select from idempotency_key k where k.tenant_id = p_tenant and k.route = p_answer ->> 'route' and k.key = p_answer ->> 'key') then
    return 'answered';
  end if;
  -- Who comes too late does not even queue; a refusal writes nothing.
  if p_claim ->> 'slot_id' is not null and slot_is_full(p_tenant, b.slot_id, b.party_size) then return 'full'; end if;

  perform from lock_resource(p_tenant, b.resource_id, ceil(extract(epoch from to_at - from_at) / 60)::int, false);
  if not found then return 'gone'; end if;
  select * into seats from find_lanes(p_tenant, p_claim);
  if seats.refusal is not null then return seats.refusal; end if;

  perform place_customer(p_tenant, b.customer_id, b.customer_name, b.customer_email, b.customer_phone, p_customer);
  insert into booking (tenant_id, id, reference, resource_id, resource_name, schedule_id, slot_id, status, pending_reason, expires_at,
      payment_status, starts_at, ends_at, time_zone, party_size, customer_id, customer_name, customer_email, customer_phone, price_amount,
      currency, notes, answers, source, widget_config_id, meta, version, event_count, created_at, updated_at)
    values (p_tenant, b.id, b.reference, b.resource_id, b.resource_name, b.schedule_id, b.slot_id, b.status, b.pending_reason, b.expires_at,
      b.payment_status, b.starts_at, b.ends_at, b.time_zone, b.party_size, b.customer_id, b.customer_name, b.customer_email, b.customer_phone,
      b.price_amount, b.currency, b.notes, b.answers, b.source, b.widget_config_id, b.meta, b.version, b.event_count, b.created_at, b.updated_at);
  perform take_lanes(p_tenant, p_claim, seats.lanes);
  perform insert_events(p_tenant, b.id, b.created_at, p_events);
  if a.id is not null then
    insert into audit_row (tenant_id, id, actor, action, entity, entity_id, diff, request_id)
      values (p_tenant, a.id, a.actor, a.action, a.entity, a.entity_id, a.diff, a.request_id);
  end if;
  if p_answer is not null then -- a twin that ran at the same time fails here, and its caller looks again
    insert into idempotency_key (tenant_id, route, key, fingerprint, status, body)
      values (p_tenant, p_answer ->> 'route', p_answer ->> 'key', decode(p_answer ->> 'fingerprint', 'hex'), (p_answer ->> 'status')::int,
        p_answer ->> 'body');
  end if;
  update resource set slots_version = slots_version + 1 where tenant_id = p_tenant and id = b.resource_id;
  return 'ok';
end $$;

-- A search finds people, and then their bookings in the order of their start.
create index booking_tenant_id_customer_id_starts_at_idx on booking (tenant_id, customer_id, starts_at);
drop index booking_tenant_id_customer_id_idx;
