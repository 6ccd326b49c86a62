-- What is on sale follows a schedule at once. `plan_version` rises when one is saved, so that slots planned from an earlier one are not
-- made; between `pending_from` and `pending_until` a link's times are still being made, and none is on offer; `outside_hours` marks a
-- booked slot that was closed because its schedule has no such time any more.
alter table schedule add column plan_version integer not null default 0;
alter table schedule_resource add column pending_from timestamptz(3), add column pending_until timestamptz(3),
  add constraint schedule_resource_pending_check check ((pending_from is null) = (pending_until is null) and pending_from < pending_until);
alter table slot add column outside_hours boolean not null default false,
  add constraint slot_outside_hours_check check (not outside_hours or status = 'closed');

-- Schedules whose resources were all deleted offer nothing.
update schedule sc set active = false where sc.active and not exists (
  select from schedule_resource sr where sr.tenant_id = sc.tenant_id and sr.schedule_id = sc.id);

-- Work on many slots that goes on after the answer: at most one at a time for each tenant.
create table slot_job (
  tenant_id uuid not null,
  id uuid not null,
  state text not null default 'waiting',
  done integer not null default 0,
  total integer not null,
  task jsonb not null,
  result jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint slot_job_pkey primary key (tenant_id, id),
  constraint slot_job_state_check check (state in ('waiting', 'running', 'done', 'failed')),
  constraint slot_job_tenant_id_fkey foreign key (tenant_id) references tenant (id) on delete cascade on update no action
);
create unique index slot_job_at_work on slot_job (tenant_id) where state in ('waiting', 'running');

drop function is_offered(uuid, uuid, uuid);

-- Whether the slot of this schedule (null: made by hand, of none) on this resource that starts at `p_starts_at` is on offer: both are
-- switched on, the resource is still one of the schedule's, and the schedule's hours there are not waiting to be made anew since they
-- were changed. What is listed, chosen and claimed must all be on offer.
create or replace function is_offered(p_tenant uuid, p_resource uuid, p_schedule uuid, p_starts_at timestamptz) returns boolean
language plpgsql stable parallel safe as $$
begin
  return exists (select from resource r where r.tenant_id = p_tenant and r.id = p_resource and r.active)
    and (p_schedule is null or exists (
      select from schedule sc join schedule_resource sr on sr.tenant_id = sc.tenant_id and sr.schedule_id = sc.id
      where sc.tenant_id = p_tenant and sc.id = p_schedule and sc.active and sr.resource_id = p_resource
        and (sr.pending_from is null or p_starts_at < sr.pending_from or p_starts_at >= sr.pending_until)));
end $$;

-- The seats (lanes) that a claim would get: the lowest free ones, one for each of the party, by one range scan of the resource's claims,
-- whatever its capacity. Or what refuses it: 'closed', 'daily_limit', 'full', or 'lapsed' when a hold that has ended
-- is in the way and only has to be cleared. `p_claim` is a SeatClaim (claim-seats.server.ts). Needs the resource's lock; changes nothing.
create or replace function find_lanes(p_tenant uuid, p_claim jsonb, out refusal text, out lanes int[]) language plpgsql as $$
declare
  c record;
  d jsonb := nullif(p_claim -> 'daily', 'null');
  reach interval;
begin
  select * into c from jsonb_to_record(p_claim) as given (resource_id uuid, booking_id uuid, occupies_from timestamptz, occupies_to timestamptz,
    capacity int, party_size int, slot_id uuid, over_capacity boolean);
  if c.slot_id is not null and not exists (
    select from slot s where s.tenant_id = p_tenant and s.id = c.slot_id and s.status = 'open'
      and s.occupies_from = c.occupies_from and s.occupies_to = c.occupies_to and is_offered(p_tenant, s.resource_id, s.schedule_id, s.starts_at))
  then
    refusal := 'closed';
    return;
  end if;
  if d is not null and (d ->> 'max')::int <= bookings_of_day(p_tenant, c.resource_id, (d ->> 'schedule_id')::uuid,
    (d ->> 'starts_at')::timestamptz, d ->> 'time_zone', c.booking_id)
  then
    refusal := 'daily_limit';
  else
    reach := (select longest_minutes from resource where tenant_id = p_tenant and id = c.resource_id) * interval '1 minute';
    lanes := array(
      select lane from generate_series(0, c.capacity + case when c.over_capacity then 500 else 0 end - 1) lane
      where lane not in (select k.lane from claim k where k.tenant_id = p_tenant and k.resource_id = c.resource_id
        and k.starts_at < c.occupies_to and k.starts_at > c.occupies_from - reach and k.ends_at > c.occupies_from)
      order by lane limit c.party_size);
    if cardinality(lanes) < c.party_size then refusal := 'full'; end if;
  end if;
  if refusal is not null and has_lapsed_claims(p_tenant, c.resource_id, c.occupies_from, c.occupies_to) then refusal := 'lapsed'; end if;
end $$;

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
