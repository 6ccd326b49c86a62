-- Background work goes by tenant: a bounded read finds the tenants with something due, a statement of each tenant takes it.

-- An event's place in the feed counts up within its tenant, given under that tenant's lock.
drop index event_position_key;
drop index event_tenant_id_position_idx;
create unique index event_tenant_id_position_key on event (tenant_id, position);
drop sequence event_position;
drop index webhook_delivery_once;
create unique index webhook_delivery_once on webhook_delivery (tenant_id, event_id, subscription_id) where origin = 'event';

-- What is due, by tenant.
drop index event_unrelayed;
create index event_unrelayed on event (tenant_id, created_at, booking_id, sequence) where relayed_at is null;
create index webhook_delivery_due_by_tenant on webhook_delivery (tenant_id, next_attempt_at) where status = 'pending';
drop index booking_expiring;
create index booking_expiring on booking (tenant_id, expires_at) where status = 'pending' and expires_at is not null;
drop index waitlist_entry_waiting;
create index waitlist_entry_waiting on waitlist_entry (tenant_id, starts_at) where status = 'waiting';
drop index idempotency_key_created_at_idx;
create index idempotency_key_tenant_id_created_at_idx on idempotency_key (tenant_id, created_at);

-- Marks at most p_limit committed events of a tenant as relayed and gives each its place in that tenant's feed. One relay of a tenant at
-- a time, until the caller's transaction ends: places then rise in the order in which events become visible, without a gap. A tenant in
-- another relay's hands answers nothing. By state, never by "newer than the last": transactions do not commit in the order of their times.
-- The second statement takes a snapshot of its own, younger than the lock, so that it sees the places given before.
create or replace function claim_events(p_tenant uuid, p_limit int, p_types text[])
returns table (id uuid, type text, booking_id uuid, subscription_ids uuid[]) language plpgsql as $$
#variable_conflict use_column
begin
  if not pg_try_advisory_xact_lock(4862201, hashtext(p_tenant::text)) then return; end if;
  return query
    with chosen as materialized (
      select e.id, e.created_at, e.booking_id, e.sequence from event e where e.tenant_id = p_tenant and e.relayed_at is null
      order by e.created_at, e.booking_id, e.sequence limit p_limit for update skip locked),
    numbered as materialized (
      select c.id, row_number() over (order by c.created_at, c.booking_id, c.sequence)
        + (select coalesce(max(e.position), 0) from event e where e.tenant_id = p_tenant) as position from chosen c),
    relayed as (
      update event e set relayed_at = statement_timestamp(), position = n.position from numbered n
      where e.tenant_id = p_tenant and e.id = n.id returning e.id, e.type, e.booking_id, e.position)
    select r.id, r.type, r.booking_id, array(
      select s.id from webhook_subscription s where s.tenant_id = p_tenant and s.disabled_at is null
        and r.type = any(s.events) and r.type = any(p_types) order by s.created_at, s.id)
    from relayed r order by r.position;
end $$;

-- Leases due deliveries of one tenant, at most one for each id in p_leases. An endpoint has at most p_at_once on their way, one that failed
-- p_breaker times in a row has one, and such endpoints get at most p_failing_limit in all, after those that work. Endpoints take turns.
-- Of each the newest due comes first, so that a backlog does not hold up what happens now; with p_oldest_first the oldest, so that
-- a backlog ends too. One claim of a tenant at a time: two that counted at once would both take the fourth.
create or replace function claim_deliveries(p_tenant uuid, p_leases uuid[], p_lease_seconds int, p_failing_limit int, p_at_once int,
  p_breaker int, p_oldest_first boolean)
returns table (id uuid, origin text, lease_id uuid, is_failing boolean, attempts int, event_id uuid, type text, body text,
  subscription_id uuid, url text, secret_ciphertext bytea, previous_secret_ciphertext bytea) language plpgsql as $$
#variable_conflict use_column
begin
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
      -- An endpoint with less on its way has its turn earlier.
      select *, row_number() over (partition by subscription_id order by next_attempt_at desc) - free as turn from due),
    placed as (
      select *, row_number() over (partition by is_failing order by turn, next_attempt_at desc) as place from ranked),
    picked as materialized (
      select id, is_failing, row_number() over (order by is_failing, place) as number from placed
      where not is_failing or place <= p_failing_limit order by is_failing, place limit cardinality(p_leases)),
    leased as (
      update webhook_delivery d set lease_id = p_leases[p.number], leased_until = statement_timestamp() + p_lease_seconds * interval '1 second'
      from picked p where d.tenant_id = p_tenant and d.id = p.id
      returning d.id, d.origin, d.lease_id, p.is_failing, d.attempts, d.event_id, d.subscription_id)
    select l.id, l.origin, l.lease_id, l.is_failing, l.attempts, l.event_id, e.type, e.body, l.subscription_id, s.url, s.secret_ciphertext,
      case when s.previous_secret_expires_at > statement_timestamp() then s.previous_secret_ciphertext end
    from leased l
      join event e on e.tenant_id = p_tenant and e.id = l.event_id
      join webhook_subscription s on s.tenant_id = p_tenant and s.id = l.subscription_id;
end $$;

-- The next tenants after p_after, by id, with a delivery that is due. One step of an index per tenant, however many it has waiting: a
-- plain scan would read through one tenant's million to find the next. It locks nothing.
create or replace function tenants_with_due_deliveries(p_after uuid, p_limit int) returns setof uuid language plpgsql stable as $$
declare
  tenant uuid := p_after;
  due_at timestamptz;
  found_tenants int := 0;
begin
  loop
    select d.tenant_id, d.next_attempt_at into tenant, due_at from webhook_delivery d
    where d.status = 'pending' and d.tenant_id > tenant order by d.tenant_id, d.next_attempt_at limit 1;
    exit when not found;
    if due_at <= statement_timestamp() then
      return next tenant;
      found_tenants := found_tenants + 1;
      exit when found_tenants = p_limit;
    end if;
  end loop;
end $$;
