-- Busy time: what a resource's connected calendars say, as time off of its own source ('calendar'). Its blocks close slots and refuse bookings as any other does
-- (is_blocked), and claim all lanes of what nobody has claimed: bookings, what visitors hold and the staff's time off stay, and what they leave is claimed with it.

-- The busy times of all calendars that close a resource, with each calendar's minutes before and after, within [p_from, p_to): merged, in order,
-- and none longer than a block may be (block_time_check).
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

-- What has to change so that a resource's blocks are its busy spans, `p_limit` at most: first those that are missing (`block_id` null), then the
-- blocks that are no longer busy, so that no time is open between the two.
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

-- Claims all lanes of what nobody has claimed of [p_from, p_to), wherever it is busy. Needs the resource's lock.
create or replace function claim_busy(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns void language plpgsql as $$
declare
  ids uuid[];
  taken tstzmultirange;
  by_blocks tstzmultirange;
  b record;
begin
  ids := array(select k.id from block k
    where k.tenant_id = p_tenant and k.resource_id = p_resource and k.ends_at > p_from and k.starts_at < p_to);
  if cardinality(ids) = 0 then return; end if;
  select range_agg(tstzrange(c.starts_at, c.ends_at)) into taken from claim c
    where c.tenant_id = p_tenant and c.resource_id = p_resource and c.block_id is null and c.starts_at < p_to and c.ends_at > p_from
      and c.starts_at > p_from - interval '2 days'; -- no claim of a booking is longer (claim_time_check)
  select range_agg(tstzrange(c.starts_at, c.ends_at)) into by_blocks from claim c where c.tenant_id = p_tenant and c.block_id = any (ids);
  taken := coalesce(taken, '{}') + coalesce(by_blocks, '{}');
  for b in
    select k.id, greatest(k.starts_at, p_from) as first, least(k.ends_at, p_to) as last from block k
      where k.tenant_id = p_tenant and k.id = any (ids) and k.source = 'calendar' order by k.starts_at, k.id
  loop
    insert into claim (tenant_id, resource_id, lane, block_id, starts_at, ends_at)
      select p_tenant, p_resource, 0, b.id, lower(free), upper(free)
        from unnest(tstzmultirange(tstzrange(b.first, b.last)) - taken) free;
    taken := taken + tstzmultirange(tstzrange(b.first, b.last));
  end loop;
end $$;

-- Makes the claims of busy time give way over [p_from, p_to); claim_busy brings back what is not taken then. Needs the resource's lock.
create or replace function cut_busy(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz, out cut_from timestamptz, out cut_to timestamptz)
language plpgsql as $$
declare
  ids uuid[] := array(select k.id from block k where k.tenant_id = p_tenant and k.resource_id = p_resource and k.source = 'calendar'
    and k.ends_at > p_from and k.starts_at < p_to);
begin
  select min(c.starts_at), max(c.ends_at) into cut_from, cut_to from claim c
    where c.tenant_id = p_tenant and c.block_id = any (ids) and c.starts_at < p_to and c.ends_at > p_from;
  delete from claim c where c.tenant_id = p_tenant and c.block_id = any (ids) and c.starts_at < p_to and c.ends_at > p_from;
end $$;

-- Makes `p_limit` changes at most so that a resource's blocks are its busy spans (busy_changes), and counts its slots and days where they were.
-- Visitors' holds stay valid. Returns how many it made. Needs the resource's lock.
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
    perform claim_busy(p_tenant, p_resource, lower(c.span), upper(c.span));
    days := days + tstzmultirange(tstzrange(date_trunc('day', lower(c.span)), date_trunc('day', upper(c.span)) + interval '1 day'));
    changed := changed + 1;
  end loop;
  foreach span in array array(select unnest(days)) loop
    perform recount_slots(p_tenant, p_resource, lower(span), upper(span));
    perform recount_days(p_tenant, p_resource, lower(span), upper(span));
  end loop;
  return changed;
end $$;
