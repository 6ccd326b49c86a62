-- The basis for assigning a booking for anyone: the minutes of a day (UTC) that a resource offers,
-- and those booked, both with buffers and by the day in which a time starts. Maintained wherever
-- seats are claimed or released (add_booked) and slots are created or changed (recount_days), in
-- the same transaction and under the resource's lock.

-- Recounts the days on which slots or claims that overlap [p_from, p_to) start, in one read, and
-- writes only the days that changed.
-- - Booked minutes: each seat of live bookings, without blocks and holds.
-- - Offered minutes, each minute once: slots that are open, outside time off, and of an active
--   schedule with the resource. Slots waiting to be regenerated count until they are. Slots that
--   ended a week ago are deleted (forget_slots), so a day never offers less than counted before.
-- Needs the resource's lock.
create or replace function recount_days(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns void
language plpgsql as $$
declare
  first_day date := (p_from at time zone 'UTC')::date - 1;
  last_day date := (p_to at time zone 'UTC')::date;
  first timestamptz := first_day::timestamp at time zone 'UTC';
  until timestamptz := (last_day + 1)::timestamp at time zone 'UTC';
  switched_on uuid[] := array(select sc.id from schedule_resource sr
    join schedule sc on sc.tenant_id = p_tenant and sc.id = sr.schedule_id
    where sr.tenant_id = p_tenant and sr.resource_id = p_resource and sc.active);
  d record;
begin
  for d in
    select c.day, sum(c.booked)::int as booked, sum(c.offered)::int as offered, max(c.was_booked) as was_booked, max(c.was_offered) as was_offered
    from (
      select (k.starts_at at time zone 'UTC')::date as day, extract(epoch from k.ends_at - k.starts_at) / 60 as booked, 0 as offered,
        null::int as was_booked, null::int as was_offered
      from claim k
      where k.tenant_id = p_tenant and k.resource_id = p_resource and (k.booking_id is not null or k.need_no = 0 and k.need_of is not null)
        and k.starts_at >= first and k.starts_at < until
      union all
      -- Each slot adds the part after the end of all earlier ones. It starts later than it occupies,
      -- by its leading buffer.
      select o.day, 0, extract(epoch from greatest(o.occupies_to - greatest(o.occupies_from, o.reached), interval '0')) / 60, null, null
      from (
        select (s.occupies_from at time zone 'UTC')::date as day, s.occupies_from, s.occupies_to,
          coalesce(max(s.occupies_to) over (partition by (s.occupies_from at time zone 'UTC')::date order by s.occupies_from, s.occupies_to
            rows between unbounded preceding and 1 preceding), '-infinity') as reached
        from slot s
        where s.tenant_id = p_tenant and s.resource_id = p_resource and s.starts_at >= first and s.starts_at < until + interval '24 hours'
          and s.occupies_from >= first and s.occupies_from < until and s.status = 'open' and not s.blocked
          and (s.schedule_id is null or s.schedule_id = any (switched_on))) o
      union all
      select r.day, 0, 0, r.booked_minutes, r.offered_minutes from resource_day r
      where r.tenant_id = p_tenant and r.resource_id = p_resource and r.day >= first_day and r.day <= last_day) c
    group by c.day
  loop
    if d.day::timestamp at time zone 'UTC' < now() - interval '7 days' then d.offered := greatest(d.was_offered, d.offered); end if;
    if d.was_booked is null then
      insert into resource_day (tenant_id, resource_id, day, booked_minutes, offered_minutes)
        values (p_tenant, p_resource, d.day, d.booked, d.offered);
    elsif d.booked <> d.was_booked or d.offered <> d.was_offered then
      update resource_day r set booked_minutes = d.booked, offered_minutes = d.offered
        where r.tenant_id = p_tenant and r.resource_id = p_resource and r.day = d.day;
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
