-- Writes events of a booking. `p_events` is {actor, notify, list: [{id, type, sequence, body}]}, `p_at` the instant of the change.
create or replace function insert_events(p_tenant uuid, p_booking uuid, p_at timestamptz, p_events jsonb) returns void language plpgsql as $$
begin
  insert into event (tenant_id, id, type, booking_id, sequence, body, actor, created_at, notify)
    select p_tenant, e.id, e.type, p_booking, e.sequence, e.body, p_events -> 'actor', p_at, (p_events -> 'notify')::boolean
    from jsonb_to_recordset(p_events -> 'list') as e (id uuid, type text, sequence int, body text);
end $$;
