-- Leases due deliveries of one tenant, at most one per id in p_leases. An endpoint has at most
-- p_at_once in flight; one that failed p_breaker times in a row has one, and such endpoints get at
-- most p_failing_limit together, after working ones. Endpoints take turns. The newest due delivery
-- of each comes first, so that a backlog does not delay current events; with p_oldest_first the
-- oldest, so that backlogs end too. One claim per tenant at a time: two concurrent ones would both
-- take the fourth.
create or replace function claim_deliveries(p_tenant uuid, p_leases uuid[], p_lease_seconds int, p_failing_limit int, p_at_once int,
  p_breaker int, p_oldest_first boolean)
returns table (id uuid, origin text, lease_id uuid, is_failing boolean, attempts int, event_id uuid, type text, body text,
  subscription_id uuid, url text, secret_ciphertext bytea, previous_secret_ciphertext bytea) language plpgsql as $$
#variable_conflict use_column
begin
  perform plan_once();
  if not pg_try_advisory_xact_lock(4862202, hashtext(p_tenant::text)) then return; end if;
  return query
    with endpoint as materialized (
      select s.id, s.failure_count >= p_breaker as is_failing,
        case when s.failure_count >= p_breaker then 1 else p_at_once end - (
          select count(*) from webhook_delivery d where d.tenant_id = p_tenant and d.subscription_id = s.id
            and d.lease_id is not null and d.leased_until > statement_timestamp()) as free
      from webhook_subscription s where s.tenant_id = p_tenant and s.disabled_at is null),
    due as materialized (
      select e.is_failing, e.free, d.* from endpoint e cross join lateral (
        select * from (
          select d.id, d.subscription_id, d.next_attempt_at from webhook_delivery d
          where d.tenant_id = p_tenant and d.subscription_id = e.id and d.status = 'pending'
            and d.next_attempt_at <= statement_timestamp() and (d.leased_until is null or d.leased_until <= statement_timestamp())
          order by d.next_attempt_at desc limit case when p_oldest_first then 0 else greatest(e.free, 0) end
          for update skip locked) newest
        union all
        select * from (
          select d.id, d.subscription_id, d.next_attempt_at from webhook_delivery d
          where d.tenant_id = p_tenant and d.subscription_id = e.id and d.status = 'pending'
            and d.next_attempt_at <= statement_timestamp() and (d.leased_until is null or d.leased_until <= statement_timestamp())
          order by d.next_attempt_at limit case when p_oldest_first then greatest(e.free, 0) else 0 end
          for update skip locked) oldest) d),
    ranked as (
      -- An endpoint with fewer deliveries in flight takes its turn earlier.
      select *, row_number() over (partition by subscription_id order by next_attempt_at desc) - free as turn from due),
    placed as (
      select *, row_number() over (partition by is_failing order by turn, next_attempt_at desc) as place from ranked),
    picked as materialized (
      select id, is_failing, row_number() over (order by is_failing, place) as number from placed
      where not is_failing or place <= p_failing_limit order by is_failing, place limit cardinality(p_leases)),
    leased as (
      -- A join instead of p_leases[p.number], because a cluster node crashes if a subscript is a
      -- column.
      update webhook_delivery d set lease_id = l.lease_id, leased_until = statement_timestamp() + p_lease_seconds * interval '1 second'
      from picked p join unnest(p_leases) with ordinality as l (lease_id, number) on l.number = p.number
      where d.tenant_id = p_tenant and d.id = p.id
      returning d.id, d.origin, d.lease_id, p.is_failing, d.attempts, d.event_id, d.subscription_id)
    select l.id, l.origin, l.lease_id, l.is_failing, l.attempts, l.event_id, e.type, e.body, l.subscription_id, s.url, s.secret_ciphertext,
      case when s.previous_secret_expires_at > statement_timestamp() then s.previous_secret_ciphertext end
    from leased l
      join event e on e.tenant_id = p_tenant and e.id = l.event_id
      join webhook_subscription s on s.tenant_id = p_tenant and s.id = l.subscription_id;
end $$;
