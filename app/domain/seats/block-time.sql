-- A block: time off of a resource. It claims all lanes at once, those above the capacity too (claim_no_overlap), so the database refuses any
-- other claim over it. Its slots say `blocked`, whenever they are made. Staff set it; what comes from outside calendars is in busy-time.sql, and gives way to it.

-- Whether a block is over any of [p_from, p_to).
create or replace function is_blocked(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (select from block b where b.tenant_id = p_tenant and b.resource_id = p_resource and b.ends_at > p_from and b.starts_at < p_to);
end $$;

-- Ends what visitors hold over any of [p_from, p_to): what has lapsed there, since time off is refused over a running hold. Needs the resource's lock.
create or replace function end_holds_over(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns void
language plpgsql as $$
declare
  held uuid;
begin
  foreach held in array array(select h.id from hold h where h.tenant_id = p_tenant and h.resource_id = p_resource
    and h.occupies_from < p_to and h.occupies_to > p_from order by h.id)
  loop
    perform end_hold(p_tenant, held, p_resource);
  end loop;
end $$;

-- Claims all lanes of a resource for a block that is there, and closes its slots. Needs the resource's lock.
create or replace function claim_block(p_tenant uuid, p_block uuid) returns void language plpgsql as $$
declare
  b block;
  busy record;
begin
  select * into b from block where tenant_id = p_tenant and id = p_block;
  perform end_holds_over(p_tenant, b.resource_id, b.starts_at, b.ends_at);
  select * into busy from cut_busy(p_tenant, b.resource_id, b.starts_at, b.ends_at);
  insert into claim (tenant_id, resource_id, lane, block_id, starts_at, ends_at)
    values (p_tenant, b.resource_id, 0, p_block, b.starts_at, b.ends_at);
  if busy.cut_from is not null then perform claim_busy(p_tenant, b.resource_id, busy.cut_from, busy.cut_to); end if;
  perform recount_slots(p_tenant, b.resource_id, b.starts_at, b.ends_at);
  perform recount_days(p_tenant, b.resource_id, b.starts_at, b.ends_at);
end $$;

-- Gives a block's lanes back, to what outside calendars say of that time first. Its slots are open again once they are recounted. Needs the
-- resource's lock.
create or replace function release_block(p_tenant uuid, p_block uuid) returns void language plpgsql as $$
declare
  b block;
begin
  select * into b from block where tenant_id = p_tenant and id = p_block;
  delete from claim c where c.tenant_id = p_tenant and c.block_id = p_block;
  perform claim_busy(p_tenant, b.resource_id, b.starts_at, b.ends_at);
end $$;
