-- The prices per seat of the starts in [p_from, p_to] that can be booked with a resource of a
-- schedule: each once, the lowest first, null for one without a price. Steps from price to price
-- along slot_by_price instead of reading the slots, so it costs as much as there are prices; a
-- price whose starts are all full costs as much as those. At most 24. Planned for each call: a plan
-- for any times reads and sorts all of them.
create or replace function bookable_prices(p_tenant uuid, p_schedule uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns int[]
language plpgsql stable as $$
declare
  prices int[] := '{}';
  price int := -1;
  pending record;
begin
  perform set_config('plan_cache_mode', 'force_custom_plan', true);
  select sr.pending_from, sr.pending_until into pending from schedule_resource sr
    where sr.tenant_id = p_tenant and sr.schedule_id = p_schedule and sr.resource_id = p_resource;
  if not found then return prices; end if;
  for step in 1 .. 24 loop
    select s.price_amount into price from slot s
      where s.tenant_id = p_tenant and s.schedule_id = p_schedule and s.resource_id = p_resource and s.price_amount > price
        and s.status = 'open' and not s.blocked and s.starts_at >= p_from and s.starts_at <= p_to and s.taken < s.capacity
        and (pending.pending_from is null or s.starts_at < pending.pending_from or s.starts_at >= pending.pending_until)
      order by s.price_amount limit 1;
    exit when not found;
    prices := prices || price;
  end loop;
  if exists (select from slot s
    where s.tenant_id = p_tenant and s.schedule_id = p_schedule and s.resource_id = p_resource and s.price_amount is null
      and s.status = 'open' and not s.blocked and s.starts_at >= p_from and s.starts_at <= p_to and s.taken < s.capacity
      and (pending.pending_from is null or s.starts_at < pending.pending_from or s.starts_at >= pending.pending_until))
  then
    prices := prices || null::int;
  end if;
  return prices;
end $$;
