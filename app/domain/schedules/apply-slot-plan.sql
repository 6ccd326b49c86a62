-- Applies one step of slot generation: the slots of a schedule on a resource that start in [p_from,
-- p_to) become those planned: the starts `p_starts` with the base length, buffers and processing
-- time of the schedule on the resource, the price of each start (price-at.sql), and the resource's seats unless
-- set per slot (own_price_amount, own_capacity). `p_open`: until when the hours around each start
-- stay open. Missing slots are inserted (with `p_ids`) and unplanned ones deleted. An unplanned
-- slot with a live booking or manual settings is closed instead (outside_hours) and reopened once
-- planned. Bookings keep their time; the other seats are sold with the new length and buffers.
-- Manual slots keep their time, manually closed ones stay closed. No row: the schedule is not at
-- `p_version`, and nothing has changed. The counts are of slots; `booked` is empty, for the
-- previous version only. The link's pending range ends with this step.
create or replace function apply_slot_plan(p_tenant uuid, p_resource uuid, p_schedule uuid, p_version int, p_from timestamptz,
  p_to timestamptz, p_ids uuid[], p_starts timestamptz[], p_open timestamptz[], out created int, out kept int, out removed int, out booked timestamptz[])
returns setof record language plpgsql as $$
declare
  sc schedule;
  terms jsonb; -- what the resource has of its own
  price int; -- per seat, before the peak prices
  seats int;
  length interval;
  before interval;
  after interval;
  gap_after interval; -- from the start until the processing time begins
  gap_end interval; -- and until it ends
  first timestamptz := greatest(p_from, now()); -- what has begun stays as it is
  is_booked uuid[];
  planned jsonb;
  changed int := 0;
  touched int;
begin
  select * into sc from schedule where tenant_id = p_tenant and id = p_schedule;
  terms := (select sr.terms from schedule_resource sr
    where sr.tenant_id = p_tenant and sr.schedule_id = p_schedule and sr.resource_id = p_resource);
  price := base_price(sc.price_amount, terms);
  select l.capacity into seats from lock_resource(p_tenant, p_resource,
    sc.buffer_before_minutes + base_minutes(sc.duration_minutes, terms) + sc.buffer_after_minutes, false) l;
  -- Saving a schedule takes the same lock: from here on this is the planned version, or the plan is
  -- obsolete.
  if seats is null or not exists (select from schedule where tenant_id = p_tenant and id = p_schedule and plan_version = p_version) then
    return;
  end if;
  length := base_minutes(sc.duration_minutes, terms) * interval '1 minute';
  before := sc.buffer_before_minutes * interval '1 minute';
  after := sc.buffer_after_minutes * interval '1 minute';
  gap_after := (sc.processing ->> 'after_minutes')::int * interval '1 minute';
  gap_end := gap_after + (sc.processing ->> 'minutes')::int * interval '1 minute';
  is_booked := array(select b.slot_id from booking b where b.tenant_id = p_tenant and b.resource_id = p_resource
    and b.starts_at >= p_from and b.starts_at < p_to and b.schedule_id = p_schedule and b.slot_id is not null and is_live(b.status));

  delete from slot s where s.tenant_id = p_tenant and s.resource_id = p_resource and s.schedule_id = p_schedule
    and s.origin = 'generated' and s.starts_at >= first and s.starts_at < p_to and s.starts_at <> all (p_starts) and s.id <> all (is_booked)
    and s.own_capacity is null and s.own_price_amount is null;
  get diagnostics removed = row_count;

  -- Target state of the existing slots that differ from it.
  planned := (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'ends_at', w.ends_at, 'occupies_from', w.occupies_from,
      'occupies_to', w.occupies_to, 'gap_from', w.gap_from, 'gap_to', w.gap_to, 'open_until', w.open_until, 'capacity', w.capacity, 'price_amount', w.price_amount, 'currency', w.currency, 'status', w.status,
      'outside_hours', w.outside_hours)), '[]') from (
    select s.id, w.ends_at, case when w.is_planned then s.starts_at - before else s.occupies_from end as occupies_from,
      case when w.is_planned then w.ends_at + after else s.occupies_to end as occupies_to,
      case when not w.is_planned then s.gap_from when w.ends_at > s.starts_at + gap_end then s.starts_at + gap_after end as gap_from,
      case when not w.is_planned then s.gap_to when w.ends_at > s.starts_at + gap_end then s.starts_at + gap_end end as gap_to,
      case when s.origin = 'generated' then g.open end as open_until,
      case when w.follows then least(s.own_capacity, seats) else least(s.capacity, seats) end as capacity,
      case when not w.follows then s.price_amount else coalesce(s.own_price_amount, w.price) end as price_amount,
      case when not w.follows then s.currency when s.own_price_amount is not null then s.own_currency
        when w.price is not null then sc.currency end as currency,
      case when not w.is_planned then 'closed' when s.outside_hours then 'open' else s.status end as status,
      not w.is_planned and (s.outside_hours or s.status = 'open') as outside_hours
    from slot s left join unnest(p_starts, p_open) as g (at, open) on g.at = s.starts_at
    cross join lateral (select s.origin = 'manual' or s.starts_at = any (p_starts) as is_planned,
      s.origin = 'generated' or s.follows_schedule as follows, price_at(price, sc.peak_prices, sc.time_zone, s.starts_at) as price,
      case when s.origin = 'generated' and s.starts_at = any (p_starts) then s.starts_at + length else s.ends_at end as ends_at) w
    where s.tenant_id = p_tenant and s.resource_id = p_resource and s.schedule_id = p_schedule and s.starts_at >= first and s.starts_at < p_to) w
    join slot o on o.tenant_id = p_tenant and o.id = w.id
    where (o.ends_at, o.occupies_from, o.occupies_to, o.gap_from, o.gap_to, o.open_until, o.capacity, o.price_amount, o.currency, o.status, o.outside_hours) is distinct from
      (w.ends_at, w.occupies_from, w.occupies_to, w.gap_from, w.gap_to, w.open_until, w.capacity, w.price_amount, w.currency, w.status, w.outside_hours));
  if planned <> '[]' then
    -- A manual slot may be longer than the schedule's, so the lock must cover its length.
    perform lock_resource(p_tenant, p_resource, (select ceil(max(extract(epoch from w.occupies_to - w.occupies_from)) / 60)::int
      from jsonb_to_recordset(planned) as w (occupies_from timestamptz, occupies_to timestamptz)), false);
    update slot set ends_at = w.ends_at, occupies_from = w.occupies_from, occupies_to = w.occupies_to,
        gap_from = w.gap_from, gap_to = w.gap_to, open_until = w.open_until,
        capacity = w.capacity, price_amount = w.price_amount, currency = w.currency, status = w.status, outside_hours = w.outside_hours
      from jsonb_to_recordset(planned) as w (id uuid, ends_at timestamptz, occupies_from timestamptz, occupies_to timestamptz,
        gap_from timestamptz, gap_to timestamptz, open_until timestamptz, capacity int, price_amount int, currency text, status text, outside_hours boolean)
      where slot.tenant_id = p_tenant and slot.id = w.id;
    get diagnostics changed = row_count;
  end if;

  insert into slot (tenant_id, id, resource_id, schedule_id, starts_at, ends_at, occupies_from, occupies_to, gap_from, gap_to, open_until, capacity,
      price_amount, currency, origin)
    select p_tenant, w.id, p_resource, p_schedule, w.at, w.at + length, w.at - before, w.at + length + after,
      case when length > gap_end then w.at + gap_after end, case when length > gap_end then w.at + gap_end end, w.open, seats,
      w.price, case when w.price is not null then sc.currency end, 'generated'
    from (select u.id, u.at, u.open, price_at(price, sc.peak_prices, sc.time_zone, u.at) as price
      from unnest(p_ids, p_starts, p_open) as u (id, at, open)) w
    on conflict (tenant_id, resource_id, starts_at, schedule_id) do nothing;
  get diagnostics created = row_count;
  booked := '{}';
  kept := cardinality(p_starts) - created;

  -- New slots may lie over claims of other schedules.
  if created + changed > 0 then perform recount_slots(p_tenant, p_resource, p_from, p_to); end if;
  if created + changed + removed > 0 then perform recount_days(p_tenant, p_resource, p_from, p_to); end if;
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

-- Called by the previous version, which has no longer lengths: its slots offer only their own until
-- regenerated.
create or replace function apply_slot_plan(p_tenant uuid, p_resource uuid, p_schedule uuid, p_version int, p_from timestamptz,
  p_to timestamptz, p_ids uuid[], p_starts timestamptz[], out created int, out kept int, out removed int, out booked timestamptz[])
returns setof record language plpgsql as $$
begin
  return query select * from apply_slot_plan(p_tenant, p_resource, p_schedule, p_version, p_from, p_to, p_ids, p_starts, null::timestamptz[]);
end $$;
