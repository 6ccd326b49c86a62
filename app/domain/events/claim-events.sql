-- Marks at most p_limit committed events of a tenant as relayed and gives each its position in the
-- tenant's feed. `p_types` are the types that can be subscribed to: a subscription gets those it
-- names and, with `changes`, all but the five that can be named. One relay per tenant until the end
-- of the caller's transaction, so that positions follow visibility without gaps; a tenant with
-- another relay returns nothing. Selects by state, never by "newer than the last", because
-- transactions do not commit in the order of their times. The second statement has a newer snapshot
-- than the lock, so it sees earlier positions.
create or replace function claim_events(p_tenant uuid, p_limit int, p_types text[])
returns table (id uuid, type text, booking_id uuid, subscription_ids uuid[]) language plpgsql as $$
#variable_conflict use_column
begin
  perform plan_once();
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
        and r.type = any(p_types) and case
          when r.type in ('booking.created', 'booking.confirmed', 'booking.paid', 'booking.cancelled', 'booking.refunded')
          then r.type = any(s.events) else s.changes end
      order by s.created_at, s.id)
    from relayed r order by r.position;
end $$;
