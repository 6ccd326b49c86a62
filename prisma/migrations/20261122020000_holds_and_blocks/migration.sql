-- A claim is of a booking, of a visitor's hold, or of a block (time off of a resource).

create table hold (
  tenant_id uuid not null,
  id uuid not null,
  resource_id uuid not null,
  slot_id uuid not null,
  occupies_from timestamptz(3) not null,
  occupies_to timestamptz(3) not null,
  party_size integer not null,
  api_key_id uuid not null,
  client_hash bytea not null,
  token_hash bytea not null,
  first_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint hold_pkey primary key (tenant_id, id),
  constraint hold_time_check check (occupies_from < occupies_to and first_at < expires_at),
  constraint hold_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource (tenant_id, id) on delete cascade
);
create unique index hold_tenant_id_token_hash_key on hold (tenant_id, token_hash);
create index hold_tenant_id_expires_at_idx on hold (tenant_id, expires_at);

create table block (
  tenant_id uuid not null,
  id uuid not null,
  resource_id uuid not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  reason text,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint block_pkey primary key (tenant_id, id),
  constraint block_time_check check (starts_at < ends_at and ends_at - starts_at <= interval '366 days'),
  constraint block_tenant_id_resource_id_fkey foreign key (tenant_id, resource_id) references resource (tenant_id, id) on delete cascade
);
create index block_tenant_id_resource_id_ends_at_idx on block (tenant_id, resource_id, ends_at);
create index block_tenant_id_starts_at_id_idx on block (tenant_id, starts_at, id);

alter table slot add column blocked boolean not null default false;

alter table claim drop constraint claim_pkey;
alter table claim alter column booking_id drop not null;
alter table claim add column hold_id uuid;
alter table claim add column block_id uuid;
alter table claim add constraint claim_owner_check check (num_nonnulls(booking_id, hold_id, block_id) = 1);
alter table claim drop constraint claim_time_check;
alter table claim add constraint claim_time_check check (starts_at < ends_at
  and ends_at - starts_at <= case when block_id is null then interval '2 days' else interval '366 days' end);
-- A block's one claim is for every lane from its own on, those of an overbooking too; any other is for one.
alter table claim drop constraint claim_no_overlap;
alter table claim add constraint claim_no_overlap exclude using gist (resource_id with =, tstzrange(starts_at, ends_at) with &&,
  int4range(lane, case when block_id is null then lane + 1 end) with &&, tenant_id with =);
alter table claim add constraint claim_pkey primary key (tenant_id, resource_id, starts_at, lane);
drop index claim_tenant_id_resource_id_starts_at_idx; -- the key begins with the same columns
create unique index claim_tenant_id_booking_id_lane_key on claim (tenant_id, booking_id, lane);
create index claim_of_hold on claim (tenant_id, hold_id) where hold_id is not null;
create index claim_of_block on claim (tenant_id, block_id) where block_id is not null;
alter table claim add constraint claim_tenant_id_hold_id_fkey foreign key (tenant_id, hold_id) references hold (tenant_id, id) on delete cascade;
alter table claim add constraint claim_tenant_id_block_id_fkey foreign key (tenant_id, block_id) references block (tenant_id, id)
  on delete cascade;

-- A visitor's hold: seats that somebody who is filling in the booking form keeps for some minutes. Its claims lapse with it; find_lanes and
-- take_lanes (claim-seats.sql) know it as `hold` of a SeatClaim, {token_hash, api_key_id}: it is not in its own visitor's way.

-- The hold of a token, where it was taken with the same key; null: there is none.
create or replace function find_hold(p_tenant uuid, p_hold jsonb) returns uuid language plpgsql stable strict as $$
begin
  return (select h.id from hold h where h.tenant_id = p_tenant and h.token_hash = decode(p_hold ->> 'token_hash', 'hex')
    and h.api_key_id = (p_hold ->> 'api_key_id')::uuid);
end $$;

-- Takes seats for a visitor. Answers 'ok', 'gone' (no such resource), 'too_many' (as much is held as may be at one time) or what refuses it as
-- find_lanes does; whatever is not 'ok' has changed nothing.
--   p_claim  SeatClaim (claim-seats.server.ts) with the hold's id; its `hold` is the one that this visitor gives up for it
--   p_hold   {id, slot_id, token_hash, api_key_id, client_hash, minutes, minutes_in_all, most_of_client}
create or replace function place_hold(p_tenant uuid, p_claim jsonb, p_hold jsonb, out said text, out ends_at timestamptz)
language plpgsql as $$
declare
  kept hold := jsonb_populate_record(null::hold, p_hold - '{token_hash,client_hash}'::text[]);
  former hold;
  c record;
  seats record;
  now_at timestamptz;
begin
  select * into c from jsonb_to_record(p_claim) as given (resource_id uuid, occupies_from timestamptz, occupies_to timestamptz, capacity int,
    party_size int);
  kept.token_hash := decode(p_hold ->> 'token_hash', 'hex');
  kept.client_hash := decode(p_hold ->> 'client_hash', 'hex');
  -- Before anybody waits: too late, and nothing of one's own in the way.
  if nullif(p_claim -> 'hold', 'null') is null and slot_is_full(p_tenant, kept.slot_id, c.party_size) then
    said := 'full';
    return;
  end if;
  -- One hold of a visitor at a time, always before the resource: of two at once each would count the other as not there.
  perform pg_advisory_xact_lock(4862203, hashtext(p_hold ->> 'client_hash'));
  perform from lock_resource(p_tenant, c.resource_id, ceil(extract(epoch from c.occupies_to - c.occupies_from) / 60)::int, false);
  if not found then
    said := 'gone';
    return;
  end if;
  select * into seats from find_lanes(p_tenant, p_claim);
  said := seats.refusal;
  if said is not null then return; end if;

  now_at := clock_timestamp();
  select * into former from hold h where h.tenant_id = p_tenant and h.id = find_hold(p_tenant, nullif(p_claim -> 'hold', 'null'));
  if (p_hold ->> 'most_of_client')::int <= (select count(*) from hold h where h.tenant_id = p_tenant and h.api_key_id = kept.api_key_id
      and h.client_hash = kept.client_hash and h.expires_at > now_at and h.id is distinct from former.id)
    -- All visitors together hold half of the seats at most (rounded up): the rest is for people who book.
    or (c.capacity + 1) / 2 < c.party_size + held_seats(p_tenant, c.resource_id, c.occupies_from, c.occupies_to, former.id)
  then
    said := 'too_many';
    return;
  end if;

  -- A hold in exchange for another goes on where that one began, unless that one was over.
  kept.first_at := case when former.expires_at > now_at then former.first_at else now_at end;
  ends_at := date_trunc('second', least(now_at + (p_hold ->> 'minutes')::int * interval '1 minute',
    kept.first_at + (p_hold ->> 'minutes_in_all')::int * interval '1 minute'));
  insert into hold (tenant_id, id, resource_id, slot_id, occupies_from, occupies_to, party_size, api_key_id, client_hash, token_hash,
      first_at, expires_at)
    values (p_tenant, kept.id, c.resource_id, kept.slot_id, c.occupies_from, c.occupies_to, c.party_size, kept.api_key_id, kept.client_hash,
      kept.token_hash, kept.first_at, ends_at);
  perform take_lanes(p_tenant, p_claim || jsonb_build_object('lapses_at', ends_at), seats.lanes);
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

-- Ends a hold. On the resource `p_resource`, whose lock is needed, its seats are free at once. On another one it lapses, without that one's
-- lock: two who change between two resources would wait for each other. It keeps nobody out any more, and the sweep clears it.
create or replace function end_hold(p_tenant uuid, p_hold uuid, p_resource uuid) returns void language plpgsql as $$
declare
  ended hold;
begin
  select * into ended from hold h where h.tenant_id = p_tenant and h.id = p_hold and h.resource_id = p_resource for update;
  if found then
    delete from claim k where k.tenant_id = p_tenant and k.hold_id = p_hold;
    delete from hold h where h.tenant_id = p_tenant and h.id = p_hold;
    perform recount_slots(p_tenant, p_resource, ended.occupies_from, ended.occupies_to);
    return;
  end if;
  perform from hold h where h.tenant_id = p_tenant and h.id = p_hold for update skip locked;
  if not found then return; end if;
  update hold h set expires_at = least(h.expires_at, clock_timestamp()) where h.tenant_id = p_tenant and h.id = p_hold;
  update claim k set lapses_at = least(k.lapses_at, clock_timestamp()) where k.tenant_id = p_tenant and k.hold_id = p_hold;
end $$;

-- A visitor gives a hold back; nothing happens where there is none. Queues for its resource.
create or replace function release_hold(p_tenant uuid, p_hold jsonb) returns void language plpgsql as $$
declare
  held uuid := find_hold(p_tenant, p_hold);
  place uuid := (select h.resource_id from hold h where h.tenant_id = p_tenant and h.id = held);
begin
  if place is null then return; end if;
  perform from lock_resource(p_tenant, place, 0);
  perform end_hold(p_tenant, held, place);
end $$;

-- Clears the visitors' holds on a resource that have lapsed by the database's clock; how many. Needs the resource's lock.
create or replace function end_lapsed_holds(p_tenant uuid, p_resource uuid) returns int language plpgsql as $$
declare
  lapsed uuid[] := array(select h.id from hold h
    where h.tenant_id = p_tenant and h.resource_id = p_resource and h.expires_at <= clock_timestamp() order by h.id);
  one uuid;
begin
  foreach one in array lapsed loop perform end_hold(p_tenant, one, p_resource); end loop;
  return cardinality(lapsed);
end $$;

-- A block: time off of a resource. It claims all lanes at once, those above the capacity too (claim_no_overlap), so the database refuses any
-- other claim over it. Its slots say `blocked`, whenever they are made.

-- Whether a block is over any of [p_from, p_to).
create or replace function is_blocked(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (select from block b where b.tenant_id = p_tenant and b.resource_id = p_resource and b.ends_at > p_from and b.starts_at < p_to);
end $$;

-- Claims all lanes of a resource for a block that is there, and closes its slots. What visitors hold there ends. Needs the resource's lock.
create or replace function claim_block(p_tenant uuid, p_block uuid) returns void language plpgsql as $$
declare
  b block;
  held uuid;
begin
  select * into b from block where tenant_id = p_tenant and id = p_block;
  foreach held in array array(select h.id from hold h where h.tenant_id = p_tenant and h.resource_id = b.resource_id
    and h.occupies_from < b.ends_at and h.occupies_to > b.starts_at order by h.id)
  loop
    perform end_hold(p_tenant, held, b.resource_id);
  end loop;
  insert into claim (tenant_id, resource_id, lane, block_id, starts_at, ends_at)
    values (p_tenant, b.resource_id, 0, p_block, b.starts_at, b.ends_at);
  perform recount_slots(p_tenant, b.resource_id, b.starts_at, b.ends_at);
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

-- The booking, in one call: kept answer, lock, seats, customer, booking, claims, events, audit, the answer to keep. Under READ COMMITTED
-- each statement of a volatile function has a snapshot of its own, so what is read after the lock is what was committed while it was
-- waited for. Answers 'ok', 'answered' (the Idempotency-Key has an answer already), 'gone' (no such resource), or what refuses the claim
-- as find_lanes (seats/claim-seats.sql) does; whatever is not 'ok' has changed nothing.
--   p_claim    SeatClaim (seats/claim-seats.server.ts)
--   p_booking  the row (BookingRow)
--   p_customer {is_known, corrects, locale, time_zone}: a known guest's record is corrected, or another name of theirs is kept beside it
--   p_events   as insert_events takes them
--   p_audit    the row
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
  -- Who comes too late does not even queue, unless seats of their own may be what fills it; a refusal writes nothing.
  if p_claim ->> 'slot_id' is not null and p_claim ->> 'hold' is null and slot_is_full(p_tenant, b.slot_id, b.party_size) then return 'full'; end if;

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
  insert into audit_row (tenant_id, id, actor, action, entity, entity_id, diff, request_id)
    values (p_tenant, a.id, a.actor, a.action, a.entity, a.entity_id, a.diff, a.request_id);
  if p_answer is not null then -- a twin that ran at the same time fails here, and its caller looks again
    insert into idempotency_key (tenant_id, route, key, fingerprint, status, body)
      values (p_tenant, p_answer ->> 'route', p_answer ->> 'key', decode(p_answer ->> 'fingerprint', 'hex'), (p_answer ->> 'status')::int,
        p_answer ->> 'body');
  end if;
  update resource set slots_version = slots_version + 1 where tenant_id = p_tenant and id = b.resource_id;
  return 'ok';
end $$;
