-- A block: time off of a resource. Its slots say `blocked`, including slots made later, and nothing
-- new can be booked (is_blocked). It claims all lanes at once, those above the capacity too
-- (claim_no_overlap), so the database refuses any other claim over it. Bookings and running holds
-- that were there keep their time; claim_closed claims it as soon as they leave. Staff's blocks are
-- here, those of outside calendars in busy-time.sql.

-- Whether any part of [p_from, p_to) is blocked.
create or replace function is_blocked(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (select from block b where b.tenant_id = p_tenant and b.resource_id = p_resource and b.ends_at > p_from and b.starts_at < p_to);
end $$;

-- Claims all lanes of the unclaimed time in [p_from, p_to) that a block is over: for staff's blocks
-- first, then for those of calendars. `p_except`: a block that is being removed or moved. Needs the
-- resource's lock.
create or replace function claim_closed(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz, p_except uuid default null) returns void
language plpgsql as $$
declare
  ids uuid[];
  taken tstzmultirange;
  by_blocks tstzmultirange;
  b record;
begin
  ids := array(select k.id from block k where k.tenant_id = p_tenant and k.resource_id = p_resource and k.ends_at > p_from and k.starts_at < p_to
    and k.id is distinct from p_except);
  if cardinality(ids) = 0 then return; end if;
  select range_agg(tstzrange(c.starts_at, c.ends_at)) into taken from claim c
    where c.tenant_id = p_tenant and c.resource_id = p_resource and c.block_id is null and c.starts_at < p_to and c.ends_at > p_from
      and c.starts_at > p_from - interval '2 days'; -- no claim of a booking is longer (claim_time_check)
  select range_agg(tstzrange(c.starts_at, c.ends_at)) into by_blocks from claim c where c.tenant_id = p_tenant and c.block_id = any (ids);
  taken := coalesce(taken, '{}') + coalesce(by_blocks, '{}');
  for b in
    select k.id, greatest(k.starts_at, p_from) as first, least(k.ends_at, p_to) as last from block k
      where k.tenant_id = p_tenant and k.id = any (ids) order by k.source = 'calendar', k.starts_at, k.id
  loop
    insert into claim (tenant_id, resource_id, lane, block_id, starts_at, ends_at)
      select p_tenant, p_resource, 0, b.id, lower(free), upper(free)
        from unnest(tstzmultirange(tstzrange(b.first, b.last)) - taken) free;
    taken := taken + tstzmultirange(tstzrange(b.first, b.last));
  end loop;
end $$;

-- Removes the claims of blocks over [p_from, p_to), of `p_source` (null: all), and returns the time
-- they covered, which may be longer. The caller then runs claim_closed for the unclaimed rest.
-- Needs the resource's lock.
create or replace function cut_closed(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz, p_source text,
  out cut_from timestamptz, out cut_to timestamptz)
language plpgsql as $$
declare
  ids uuid[] := array(select k.id from block k where k.tenant_id = p_tenant and k.resource_id = p_resource
    and (p_source is null or k.source = p_source) and k.ends_at > p_from and k.starts_at < p_to);
begin
  select min(c.starts_at), max(c.ends_at) into cut_from, cut_to from claim c
    where c.tenant_id = p_tenant and c.block_id = any (ids) and c.starts_at < p_to and c.ends_at > p_from;
  delete from claim c where c.tenant_id = p_tenant and c.block_id = any (ids) and c.starts_at < p_to and c.ends_at > p_from;
end $$;

-- Claims a stored block's unclaimed time and closes its slots; calendars' busy time gives way to
-- it. Needs the resource's lock.
create or replace function claim_block(p_tenant uuid, p_block uuid) returns void language plpgsql as $$
declare
  b block;
  busy record;
begin
  select * into b from block where tenant_id = p_tenant and id = p_block;
  perform end_lapsed_holds(p_tenant, b.resource_id);
  select * into busy from cut_closed(p_tenant, b.resource_id, b.starts_at, b.ends_at, 'calendar');
  perform claim_closed(p_tenant, b.resource_id, least(b.starts_at, busy.cut_from), greatest(b.ends_at, busy.cut_to));
  perform recount_slots(p_tenant, b.resource_id, b.starts_at, b.ends_at);
  perform recount_days(p_tenant, b.resource_id, b.starts_at, b.ends_at);
end $$;

-- Releases a block's lanes; other blocks over that time claim them immediately. Its slots open once
-- they are recounted. Needs the resource's lock.
create or replace function release_block(p_tenant uuid, p_block uuid) returns void language plpgsql as $$
declare
  b block;
begin
  select * into b from block where tenant_id = p_tenant and id = p_block;
  delete from claim c where c.tenant_id = p_tenant and c.block_id = p_block;
  perform claim_closed(p_tenant, b.resource_id, b.starts_at, b.ends_at, p_block);
end $$;
