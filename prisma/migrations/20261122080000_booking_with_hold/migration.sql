-- A visitor's own hold does not make a slot full for them, also where the kept answer is written first.
create or replace function place_booking(p_tenant uuid, p_claim jsonb, p_booking jsonb, p_customer jsonb, p_events jsonb, p_audit jsonb, p_answer jsonb)
returns text language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  b booking := jsonb_populate_record(null::booking, p_booking);
  a audit_row := jsonb_populate_record(null::audit_row, p_audit);
  from_at timestamptz := p_claim ->> 'occupies_from';
  to_at timestamptz := p_claim ->> 'occupies_to';
  seats record;
begin
  -- Who comes too late does not even queue, unless seats of their own may be what fills it; a refusal writes nothing.
  if p_claim ->> 'slot_id' is not null and p_claim ->> 'hold' is null and slot_is_full(p_tenant, b.slot_id, b.party_size) then
    return 'full';
  end if;

  perform from lock_resource(p_tenant, b.resource_id, ceil(extract(epoch from to_at - from_at) / 60)::int, false);
  if not found then return 'gone'; end if;
  select * into seats from find_lanes(p_tenant, p_claim);
  if seats.refusal is not null then return seats.refusal; end if;
  if p_answer is not null then -- the first row that is written: a key that has an answer, or whose twin is giving one, ends the call here
    insert into idempotency_key (tenant_id, route, key, fingerprint, status, body)
      values (p_tenant, p_answer ->> 'route', p_answer ->> 'key', decode(p_answer ->> 'fingerprint', 'hex'), (p_answer ->> 'status')::int,
        p_answer ->> 'body')
      on conflict do nothing;
    if not found then return 'answered'; end if;
  end if;

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
  update resource set slots_version = slots_version + 1 where tenant_id = p_tenant and id = b.resource_id;
  return 'ok';
end $$;
