-- Busy time: the busy events of a resource's connected calendars, stored as blocks with the source
-- 'calendar'. They close slots and refuse bookings like any other block (is_blocked), and claim
-- only unclaimed time (claim_closed in block-time.sql): bookings, holds and the staff's time off
-- stay.

-- The busy times of all calendars that close a resource, with each calendar's minutes before and
-- after, within [p_from, p_to): merged, in order, and none longer than a block may be
-- (block_time_check).
create or replace function busy_spans(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns tstzrange[]
language plpgsql stable as $$
declare
  merged tstzmultirange;
begin
  select range_agg(tstzrange(greatest(b.starts_at - make_interval(mins => c.minutes_before), p_from),
      least(b.ends_at + make_interval(mins => c.minutes_after), p_to))) into merged
    from connected_calendar c join busy b on b.tenant_id = p_tenant and b.calendar_id = c.id
    where c.tenant_id = p_tenant and c.resource_id = p_resource and c.checks and c.mode = 'hard'
      and b.ends_at > p_from - make_interval(mins => c.minutes_after) and b.starts_at < p_to + make_interval(mins => c.minutes_before);
  return array(select tstzrange(piece, least(upper(span), piece + interval '366 days'))
    from unnest(merged) span
    cross join generate_series(lower(span), upper(span) - interval '1 microsecond', interval '366 days') piece order by piece);
end $$;

-- Changes that make a resource's blocks equal to its busy spans, at most `p_limit`: first the
-- missing ones (`block_id` null), then blocks that are no longer busy, so that no time is open in
-- between.
create or replace function busy_changes(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz, p_limit int,
  out block_id uuid, out span tstzrange)
returns setof record language plpgsql stable as $$
declare
  wanted tstzrange[] := busy_spans(p_tenant, p_resource, p_from, p_to);
  ids uuid[];
  spans tstzrange[];
begin
  select array_agg(b.id), array_agg(tstzrange(b.starts_at, b.ends_at)) into ids, spans
    from block b where b.tenant_id = p_tenant and b.resource_id = p_resource and b.source = 'calendar';
  return query select there.id, coalesce(w.span, there.span)
    from unnest(wanted) as w (span) full join unnest(ids, spans) as there (id, span) on there.span = w.span
    where w.span is null or there.span is null
    order by there.id is not null, lower(coalesce(w.span, there.span)) limit p_limit;
end $$;

-- Applies at most `p_limit` of busy_changes and recounts the affected slots and days. Visitors'
-- holds stay valid. Returns the number of changes. Needs the resource's lock.
create or replace function apply_busy(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz, p_limit int) returns int
language plpgsql as $$
declare
  changed int := 0;
  days tstzmultirange := '{}';
  c record;
  made uuid;
  span tstzrange;
begin
  for c in select * from busy_changes(p_tenant, p_resource, p_from, p_to, p_limit) loop
    if c.block_id is null then
      made := gen_random_uuid();
      insert into block (tenant_id, id, resource_id, starts_at, ends_at, source)
        values (p_tenant, made, p_resource, lower(c.span), upper(c.span), 'calendar');
    else
      delete from block b where b.tenant_id = p_tenant and b.id = c.block_id; -- and its claims
    end if;
    perform claim_closed(p_tenant, p_resource, lower(c.span), upper(c.span));
    days := days + tstzmultirange(tstzrange(date_trunc('day', lower(c.span)), date_trunc('day', upper(c.span)) + interval '1 day'));
    changed := changed + 1;
  end loop;
  foreach span in array array(select unnest(days)) loop
    perform recount_slots(p_tenant, p_resource, lower(span), upper(span));
    perform recount_days(p_tenant, p_resource, lower(span), upper(span));
  end loop;
  return changed;
end $$;
