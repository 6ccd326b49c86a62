-- Records successful attempts of at most a hundred deliveries, for lease holders only; returns the
-- leases that were still held. A failing endpoint counts as working again. `p_attempts` is a list
-- of Attempt with ids (record-successes.sql.server.ts).
create or replace function record_successes(p_tenant uuid, p_attempts jsonb) returns setof uuid language plpgsql as $$
declare
  moment timestamptz := statement_timestamp();
  recovered uuid[];
  a record;
  number int;
begin
  perform plan_once();
  -- A healthy endpoint's row is left alone. Locked before the deliveries, as wherever both change.
  recovered := array(select s.id from webhook_subscription s where s.tenant_id = p_tenant and s.failure_count > 0
    and s.id = any (array(select (given ->> 'subscription_id')::uuid from jsonb_array_elements(p_attempts) given))
    order by s.id for no key update);
  for a in select * from jsonb_to_recordset(p_attempts) as given (id uuid, delivery_id uuid, lease_id uuid, subscription_id uuid,
    request_url text, request_headers jsonb, started_at timestamptz, latency_ms int, response_code int, response_body text) order by delivery_id
  loop
    update webhook_delivery d set attempts = d.attempts + 1, lease_id = null, leased_until = null, status = 'succeeded',
        next_attempt_at = null, completed_at = moment
      where d.tenant_id = p_tenant and d.id = a.delivery_id and d.lease_id = a.lease_id returning d.attempts into number;
    continue when not found;
    insert into webhook_attempt (tenant_id, id, delivery_id, attempt, request_url, request_headers, started_at, latency_ms, response_code,
        response_body)
      values (p_tenant, a.id, a.delivery_id, number, a.request_url, a.request_headers, a.started_at, a.latency_ms, a.response_code,
        a.response_body);
    if a.subscription_id = any (recovered) then
      update webhook_subscription s set failing_since = null, failure_count = 0
        where s.tenant_id = p_tenant and s.id = a.subscription_id and s.failure_count > 0;
    end if;
    return next a.lease_id;
  end loop;
end $$;
