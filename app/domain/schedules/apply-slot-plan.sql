-- One step of making slots: the generated slots of a schedule on a resource that start in [p_from, p_to) become what the plan says, the
-- starts `p_starts` in the schedule's length, buffers and price. Missing ones are made (with `p_ids`); free ones that are not planned go,
-- the others are brought up to date. One with a live booking stays as it was booked: planned, its price and seats follow; not planned any
-- more, it is closed (outside_hours), and opened again when it is. Slots made or closed by hand stay as they are.
-- No row: the schedule is another than the one planned from (`p_version`), and nothing has changed. Counts are of slots; `booked` are
-- planned starts whose slot is booked in another length. The link's pending range ends where this step does.
create or replace function apply_slot_plan(p_tenant uuid, p_resource uuid, p_schedule uuid, p_version int, p_from timestamptz,
  p_to timestamptz, p_ids uuid[], p_starts timestamptz[], out created int, out kept int, out removed int, out booked timestamptz[])
returns setof record language plpgsql as $$
declare
  sc schedule;
  seats int;
  length interval;
  before interval;
  after interval;
  first timestamptz := greatest(p_from, now()); -- what has begun stays as it is
  is_booked uuid[];
  changed int;
  touched int;
begin
  select * into sc from schedule where tenant_id = p_tenant and id = p_schedule;
  select l.capacity into seats from lock_resource(p_tenant, p_resource,
    sc.buffer_before_minutes + sc.duration_minutes + sc.buffer_after_minutes, false) l;
  -- Saving a schedule takes the same lock: from here on it is the one planned from, or this plan is of no use.
  if seats is null or not exists (select from schedule where tenant_id = p_tenant and id = p_schedule and plan_version = p_version) then
    return;
  end if;
  length := sc.duration_minutes * interval '1 minute';
  before := sc.buffer_before_minutes * interval '1 minute';
  after := sc.buffer_after_minutes * interval '1 minute';
  is_booked := array(select b.slot_id from booking b where b.tenant_id = p_tenant and b.resource_id = p_resource
    and b.starts_at >= p_from and b.starts_at < p_to and b.schedule_id = p_schedule and b.slot_id is not null and is_live(b.status));

  delete from slot s where s.tenant_id = p_tenant and s.resource_id = p_resource and s.schedule_id = p_schedule
    and s.origin = 'generated' and s.starts_at >= first and s.starts_at < p_to
    and s.starts_at <> all (p_starts) and s.id <> all (is_booked);
  get diagnostics removed = row_count;

  update slot s set status = 'closed', outside_hours = true
    where s.tenant_id = p_tenant and s.resource_id = p_resource and s.schedule_id = p_schedule
      and s.origin = 'generated' and s.starts_at >= first and s.starts_at < p_to and s.status = 'open' and s.id = any (is_booked)
      and (s.starts_at <> all (p_starts) or s.ends_at <> s.starts_at + length);
  get diagnostics changed = row_count;

  update slot s set ends_at = s.starts_at + length, capacity = seats, price_amount = sc.price_amount, currency = sc.currency,
      occupies_from = case when s.id = any (is_booked) then s.occupies_from else s.starts_at - before end,
      occupies_to = case when s.id = any (is_booked) then s.occupies_to else s.starts_at + length + after end,
      status = case when s.outside_hours then 'open' else s.status end, outside_hours = false
    where s.tenant_id = p_tenant and s.resource_id = p_resource and s.schedule_id = p_schedule
      and s.origin = 'generated' and s.starts_at >= first and s.starts_at < p_to and s.starts_at = any (p_starts)
      and (s.outside_hours or s.capacity <> seats or (s.price_amount, s.currency) is distinct from (sc.price_amount, sc.currency)
        or s.id <> all (is_booked) and (s.ends_at <> s.starts_at + length or s.occupies_from <> s.starts_at - before
          or s.occupies_to <> s.ends_at + after))
      and (s.id <> all (is_booked) or s.ends_at = s.starts_at + length);
  get diagnostics touched = row_count;
  changed := changed + touched;

  insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, capacity, price_amount,
      currency, origin)
    select p_tenant, w.id, p_resource, p_schedule, w.at, w.at + length, w.at - before, w.at + length + after, seats, sc.price_amount,
      sc.currency, 'generated'
    from unnest(p_ids, p_starts) as w (id, at)
    on conflict (tenant_id, resource_id, starts_at, schedule_id) do nothing;
  get diagnostics created = row_count;

  booked := array(select s.starts_at from slot s
    where s.tenant_id = p_tenant and s.resource_id = p_resource and s.schedule_id = p_schedule and s.starts_at >= p_from
      and s.starts_at < p_to and s.starts_at = any (p_starts) and s.id = any (is_booked) and s.ends_at <> s.starts_at + length
    order by s.starts_at);
  kept := cardinality(p_starts) - created - cardinality(booked);

  -- New slots may lie over claims of other schedules.
  if created + changed > 0 then perform recount_slots(p_tenant, p_resource, p_from, p_to); end if;
  update schedule_resource set pending_from = nullif(least(p_to, pending_until), pending_until),
      pending_until = case when p_to < pending_until then pending_until end
    where tenant_id = p_tenant and schedule_id = p_schedule and resource_id = p_resource
      and pending_from >= p_from and pending_from < p_to;
  get diagnostics touched = row_count;
  if created + changed + removed + touched > 0 then
    update resource set slots_version = slots_version + 1 where tenant_id = p_tenant and id = p_resource;
  end if;
  return next;
end $$;
