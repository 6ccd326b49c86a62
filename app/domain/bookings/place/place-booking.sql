-- Creates a booking in one call: lock, seats, stored response, customer, booking, claims, events,
-- audit. Under READ COMMITTED each statement of a volatile function has its own snapshot, so reads
-- after acquiring the lock see everything committed before. Returns 'ok', 'answered' (the
-- Idempotency-Key already has a response), 'gone' (no such resource), or a refusal of find_lanes
-- (seats/claim-seats.sql), find_needs (seats/service-needs.sql) or booking_link_refusal. Any result
-- other than 'ok' has changed nothing.
-- - p_claim: SeatClaim (seats/claim-seats.sql.server.ts)
-- - p_booking: the row (BookingRow)
-- - p_customer: {is_known, corrects, locale, time_zone, livemode, most_unproven}; a known guest's
--   record is corrected, or another name is stored as an alias
-- - p_events: as for insert_events
-- - p_audit: the row
-- - p_answer: {route, key, fingerprint, status, body} to store under the caller's Idempotency-Key,
--   or null
create or replace function place_booking(p_tenant uuid, p_claim jsonb, p_booking jsonb, p_customer jsonb, p_events jsonb, p_audit jsonb, p_answer jsonb)
returns text language plpgsql as $$
declare
  b booking := jsonb_populate_record(null::booking, p_booking);
  a audit_row := jsonb_populate_record(null::audit_row, p_audit);
  from_at timestamptz := p_claim ->> 'occupies_from';
  to_at timestamptz := p_claim ->> 'occupies_to';
  seats record;
  needs record;
  takes_needs boolean;
  link_refusal text;
begin
  perform plan_once();
  -- Reject a full slot before taking the lock, unless the caller's own hold fills it. A refusal
  -- writes nothing.
  if p_claim ->> 'slot_id' is not null and p_claim ->> 'hold' is null and slot_is_full(p_tenant, b.slot_id, b.party_size) then
    return 'full';
  end if;

  if b.is_proven = false and is_beyond_unproven(p_tenant, b, (p_customer ->> 'most_unproven')::int) then return 'unproven'; end if;
  if p_claim ->> 'needs' is not null or p_claim ->> 'hold' is not null then perform lock_needs(p_tenant, p_claim); end if;
  perform from lock_resource(p_tenant, b.resource_id, ceil(extract(epoch from to_at - from_at) / 60)::int, false);
  if not found then return 'gone'; end if;
  -- Closing a company takes this lock first, so nothing is booked at one that is being deleted.
  if exists (select from tenant where id = p_tenant and is_closing) then return 'gone'; end if;
  select * into seats from find_lanes(p_tenant, p_claim);
  if seats.refusal is not null then return seats.refusal; end if;
  takes_needs := has_needs(p_tenant, p_claim);
  if takes_needs then
    select * into needs from find_needs(p_tenant, p_claim, 'verify');
    if needs.refusal is not null then return needs.refusal; end if;
  end if;
  if b.booking_link_id is not null then
    link_refusal := booking_link_refusal(p_tenant, b.booking_link_id, b.schedule_id);
    if link_refusal is not null then return link_refusal; end if;
  end if;
  if p_answer is not null then -- the first row that is written: a key that has an answer, or whose twin is giving one, ends the call here
    insert into idempotency_key (tenant_id, route, key, fingerprint, status, body)
      values (p_tenant, p_answer ->> 'route', p_answer ->> 'key', decode(p_answer ->> 'fingerprint', 'hex'), (p_answer ->> 'status')::int,
        p_answer ->> 'body')
      on conflict do nothing;
    if not found then return 'answered'; end if;
  end if;

  if (p_customer -> 'is_known')::boolean then
    -- Lock the customer until commit, so that a concurrent erasure finds this booking. An earlier
    -- one has already replaced the record, and the caller looks the guest up again.
    perform from customer c where c.tenant_id = p_tenant and c.id = b.customer_id and c.erased_at is null for key share;
    if not found then
      raise foreign_key_violation using constraint = 'booking_tenant_id_customer_id_fkey', message = 'the customer was erased meanwhile';
    end if;
  end if;
  perform place_customer(p_tenant, b.customer_id, b.customer_name, b.customer_email, b.customer_phone, p_customer);
  insert into booking (tenant_id, id, reference, resource_id, resource_name, schedule_id, slot_id, status, pending_reason, expires_at,
      payment_status, starts_at, ends_at, time_zone, party_size, customer_id, customer_name, customer_email, customer_phone, price_amount,
      currency, notes, answers, source, widget_config_id, meta, livemode, pays_later, version, event_count, created_at, updated_at, assigned_because, booking_link_id, is_proven,
      length_minutes, text_consent, deposit, deposit_amount, card_terms, series_id, series_no, series_of, visit_id, visit_no, visit_of, addons, party, needs, processing)
    values (p_tenant, b.id, b.reference, b.resource_id, b.resource_name, b.schedule_id, b.slot_id, b.status, b.pending_reason, b.expires_at,
      b.payment_status, b.starts_at, b.ends_at, b.time_zone, b.party_size, b.customer_id, b.customer_name, b.customer_email, b.customer_phone,
      b.price_amount, b.currency, b.notes, b.answers, b.source, b.widget_config_id, b.meta, coalesce(b.livemode, true), coalesce(b.pays_later, false), b.version,
      b.event_count, b.created_at, b.updated_at, b.assigned_because, b.booking_link_id, b.is_proven, b.length_minutes, b.text_consent, b.deposit, b.deposit_amount, b.card_terms, b.series_id,
      b.series_no, b.series_of, b.visit_id, b.visit_no, b.visit_of, coalesce(b.addons, '[]'), coalesce(b.party, '[]'), coalesce(b.needs, '[]'), b.processing);
  perform take_lanes(p_tenant, p_claim, seats.lanes);
  if takes_needs then perform take_needs(p_tenant, p_claim, needs.needs); end if;
  perform insert_events(p_tenant, b.id, b.created_at, p_events);
  insert into audit_row (tenant_id, id, actor, action, entity, entity_id, about, diff, request_id)
    values (p_tenant, a.id, a.actor, a.action, a.entity, a.entity_id, a.about, a.diff, a.request_id);
  update resource set slots_version = slots_version + 1 where tenant_id = p_tenant and id = b.resource_id;
  return 'ok';
end $$;

-- Whether a visitor must verify their address first: unverified bookings have reached the company's
-- daily limit (each costs it an email) or their share of the service's day. Takes lock_day, before
-- the resource's lock.
create or replace function is_beyond_unproven(p_tenant uuid, b booking, p_most int) returns boolean language plpgsql as $$
declare
  wanted slot;
begin
  if p_most is not null and (select count(*) from (select from booking x where x.tenant_id = p_tenant and x.is_proven = false
    and x.created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' limit p_most) today) >= p_most
  then return true; end if;
  if b.status <> 'pending' or b.slot_id is null then return false; end if;
  select * into wanted from slot s where s.tenant_id = p_tenant and s.id = b.slot_id;
  if wanted.id is null then return false; end if;
  perform lock_day(p_tenant, wanted);
  return day_is_held(p_tenant, wanted, null);
end $$;

-- Writes the customer of a new booking. A known customer's record is corrected if `corrects`
-- (entered by staff; the former details become an alias). Otherwise it stays unchanged and the new
-- name becomes an alias, because a visitor only proves that they know the address. Searches find
-- both.
create or replace function place_customer(p_tenant uuid, p_id uuid, p_name text, p_email text, p_phone text, p_how jsonb)
returns void language plpgsql as $$
declare
  is_live boolean := coalesce((p_how ->> 'livemode')::boolean, true); -- versions that send none knew no tests
begin
  -- A test booking never changes a live customer.
  if not is_live and exists (select from customer c where c.tenant_id = p_tenant and c.id = p_id and c.livemode) then return; end if;
  -- A test customer who makes a live booking becomes live.
  if is_live and (p_how -> 'is_known')::boolean then
    update customer c set livemode = true where c.tenant_id = p_tenant and c.id = p_id and not c.livemode;
  end if;
  if not (p_how -> 'is_known')::boolean then
    insert into customer (tenant_id, id, email, name, phone, locale, time_zone, livemode)
      values (p_tenant, p_id, p_email, p_name, p_phone, p_how ->> 'locale', p_how ->> 'time_zone', is_live)
      on conflict (tenant_id, email) do nothing;
  elsif (p_how -> 'corrects')::boolean then
    insert into customer_alias (tenant_id, customer_id, name, email, phone)
      select p_tenant, c.id, c.name, coalesce(c.email, ''), coalesce(c.phone, '') from customer c
      where c.tenant_id = p_tenant and c.id = p_id
        and not record_says(p_name, p_email, coalesce(p_phone, c.phone), c.name, c.email, c.phone)
      on conflict do nothing;
    update customer c set name = p_name, phone = coalesce(p_phone, c.phone), locale = coalesce(p_how ->> 'locale', c.locale),
        time_zone = coalesce(p_how ->> 'time_zone', c.time_zone), version = c.version + 1, updated_at = now()
      where c.tenant_id = p_tenant and c.id = p_id;
  else
    insert into customer_alias (tenant_id, customer_id, name, email, phone)
      select p_tenant, c.id, p_name, coalesce(p_email, ''), coalesce(p_phone, '') from customer c
      where c.tenant_id = p_tenant and c.id = p_id and not record_says(c.name, c.email, c.phone, p_name, p_email, p_phone)
      on conflict do nothing;
  end if;
end $$;

-- Writes events of a booking. `p_events` is {actor, notify, in_group?, traceparent?, list: [{id,
-- type, sequence, body, livemode}]}, `p_at` the instant of the change.
create or replace function insert_events(p_tenant uuid, p_booking uuid, p_at timestamptz, p_events jsonb) returns void language plpgsql as $$
begin
  insert into event (tenant_id, id, type, booking_id, sequence, body, actor, created_at, notify, in_group, traceparent, livemode)
    select p_tenant, e.id, e.type, p_booking, e.sequence, e.body, p_events -> 'actor', p_at, (p_events -> 'notify')::boolean,
      coalesce((p_events -> 'in_group')::boolean, false), p_events ->> 'traceparent', coalesce(e.livemode, true)
    from jsonb_to_recordset(p_events -> 'list') as e (id uuid, type text, sequence int, body text, livemode boolean);
end $$;
