-- The basis for assigning a booking for anyone: the minutes of a day (UTC) that a resource offers,
-- and those booked, both with buffers and by the day in which a time starts. Maintained wherever
-- seats are claimed or released (add_booked) and slots are created or changed (recount_days), in
-- the same transaction and under the resource's lock.

-- Booked minutes by start day: each seat of live bookings, without blocks and holds.
create or replace function booked_minutes(p_tenant uuid, p_resource uuid, p_day date) returns int language plpgsql stable as $$
declare
  first timestamptz := p_day::timestamp at time zone 'UTC';
begin
  return (select coalesce(sum(extract(epoch from c.ends_at - c.starts_at)) / 60, 0)::int from claim c
    where c.tenant_id = p_tenant and c.resource_id = p_resource and c.booking_id is not null
      and c.starts_at >= first and c.starts_at < first + interval '24 hours');
end $$;

-- Minutes offered by slots that start on a day, each minute once: slots that are open, outside time
-- off, and of an active schedule with the resource. Slots waiting to be regenerated count until
-- they are.
create or replace function offered_minutes(p_tenant uuid, p_resource uuid, p_day date) returns int language plpgsql stable as $$
declare
  first timestamptz := p_day::timestamp at time zone 'UTC';
  switched_on uuid[] := array(select sc.id from schedule_resource sr
    join schedule sc on sc.tenant_id = p_tenant and sc.id = sr.schedule_id
    where sr.tenant_id = p_tenant and sr.resource_id = p_resource and sc.active);
begin
  -- Each slot adds the part after the end of all earlier ones. It starts later than it occupies, by
  -- its leading buffer.
  return (select coalesce(sum(extract(epoch from greatest(o.occupies_to - greatest(o.occupies_from, o.reached), interval '0'))) / 60, 0)::int
    from (
      select s.occupies_from, s.occupies_to, coalesce(max(s.occupies_to) over (order by s.occupies_from, s.occupies_to
        rows between unbounded preceding and 1 preceding), '-infinity') as reached
      from slot s
      where s.tenant_id = p_tenant and s.resource_id = p_resource and s.starts_at >= first and s.starts_at < first + interval '48 hours'
        and s.occupies_from >= first and s.occupies_from < first + interval '24 hours' and s.status = 'open' and not s.blocked
        and (s.schedule_id is null or s.schedule_id = any (switched_on))) o);
end $$;

-- Recounts the days on which slots or claims that overlap [p_from, p_to) start. Slots that ended a
-- week ago are deleted (forget_slots), so a day never offers less than counted before. Needs the
-- resource's lock.
create or replace function recount_days(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns void
language plpgsql as $$
declare
  at_day date;
  is_past boolean;
  booked int;
  offered int;
begin
  for at_day in select d::date from generate_series((p_from at time zone 'UTC')::date - 1, (p_to at time zone 'UTC')::date, interval '1 day') d loop
    booked := booked_minutes(p_tenant, p_resource, at_day);
    offered := offered_minutes(p_tenant, p_resource, at_day);
    is_past := at_day::timestamp at time zone 'UTC' < now() - interval '7 days';
    update resource_day r set booked_minutes = booked,
        offered_minutes = case when is_past then greatest(r.offered_minutes, offered) else offered end
      where r.tenant_id = p_tenant and r.resource_id = p_resource and r.day = at_day;
    if not found and booked + offered > 0 then
      insert into resource_day (tenant_id, resource_id, day, booked_minutes, offered_minutes)
        values (p_tenant, p_resource, at_day, booked, offered);
    end if;
  end loop;
end $$;

-- Adds a booking's claims to the day they start on, or subtracts them. A day without a count is
-- counted, since its claims are already there or gone. Needs the resource's lock.
create or replace function add_booked(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz, p_seats int) returns void
language plpgsql as $$
begin
  update resource_day r set booked_minutes = r.booked_minutes + (extract(epoch from p_to - p_from) / 60)::int * p_seats
    where r.tenant_id = p_tenant and r.resource_id = p_resource and r.day = (p_from at time zone 'UTC')::date;
  if not found then perform recount_days(p_tenant, p_resource, p_from, p_from); end if;
end $$;

-- Recounts all days from today after many slots of a resource were deleted or are no longer
-- offered. Waits for the resource's lock.
create or replace function recount_days_ahead(p_tenant uuid, p_resource uuid) returns void language plpgsql as $$
declare
  last timestamptz;
begin
  perform from lock_resource(p_tenant, p_resource, 0, false);
  if not found then return; end if;
  last := greatest((select max(s.starts_at) from slot s where s.tenant_id = p_tenant and s.resource_id = p_resource),
    (select max(r.day) from resource_day r where r.tenant_id = p_tenant and r.resource_id = p_resource)::timestamp at time zone 'UTC');
  if last >= now() then perform recount_days(p_tenant, p_resource, now(), last); end if;
end $$;
