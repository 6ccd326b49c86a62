-- Records a failed delivery attempt, for the lease holder only (is_written tells whether it was). A
-- failure that counts (`p_counts`) counts against the endpoint, which is disabled if it is gone, or
-- has failed `p_disable_after` times in a row over at least `p_disable_ms`; its waiting deliveries
-- are then cancelled. `disabled_reason` is set by the attempt that disabled it.
create or replace function record_failure(p_tenant uuid, p_delivery uuid, p_lease uuid, p_subscription uuid, p_attempt jsonb, p_status text,
  p_delay_ms int, p_is_gone boolean, p_counts boolean, p_disable_after int, p_disable_ms bigint, out is_written boolean, out disabled_reason text)
language plpgsql as $$
declare
  endpoint record;
  a record;
  moment timestamptz := statement_timestamp();
  retried_at timestamptz := moment + p_delay_ms * interval '1 ms';
  is_cancelled boolean;
  number int;
  reason text;
begin
  -- Locked before the delivery, here and wherever both change, so that no two senders wait for each
  -- other.
  select s.disabled_at, s.failure_count, s.failing_since into endpoint from webhook_subscription s
    where s.tenant_id = p_tenant and s.id = p_subscription for no key update;
  is_cancelled := p_status = 'pending' and endpoint.disabled_at is not null;
  update webhook_delivery d set attempts = d.attempts + 1, lease_id = null, leased_until = null,
      status = case when is_cancelled then 'cancelled' else p_status end,
      next_attempt_at = case when endpoint.disabled_at is null then retried_at end,
      completed_at = case when is_cancelled or p_status <> 'pending' then moment end
    where d.tenant_id = p_tenant and d.id = p_delivery and d.lease_id = p_lease returning d.attempts into number;
  is_written := found;
  if not is_written then return; end if;

  select * into a from jsonb_to_record(p_attempt) as given (id uuid, request_url text, request_headers jsonb, started_at timestamptz,
    latency_ms int, response_code int, response_body text, error text);
  insert into webhook_attempt (tenant_id, id, delivery_id, attempt, request_url, request_headers, started_at, latency_ms, response_code,
      response_body, error)
    values (p_tenant, a.id, p_delivery, number, a.request_url, a.request_headers, a.started_at, a.latency_ms, a.response_code, a.response_body,
      a.error);

  if not p_counts then return; end if;
  reason := case when p_is_gone then 'gone'
    when endpoint.failure_count + 1 >= p_disable_after and endpoint.failing_since <= moment - p_disable_ms * interval '1 ms' then 'failing' end;
  update webhook_subscription s set failing_since = coalesce(s.failing_since, a.started_at), failure_count = s.failure_count + 1,
      disabled_at = case when reason is null then s.disabled_at else coalesce(s.disabled_at, moment) end,
      disabled_reason = coalesce(s.disabled_reason, reason)
    where s.tenant_id = p_tenant and s.id = p_subscription;
  if reason is null then return; end if;
  update webhook_delivery d set status = 'cancelled', next_attempt_at = null, completed_at = moment
    where d.tenant_id = p_tenant and d.subscription_id = p_subscription and d.status = 'pending' and d.id <> p_delivery
      and (d.leased_until is null or d.leased_until <= moment);
  if endpoint.disabled_at is null then disabled_reason := reason; end if;
end $$;
