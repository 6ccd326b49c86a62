-- A block: time off of a resource. It claims all lanes at once, those above the capacity too (claim_no_overlap), so the database refuses any
-- other claim over it. Its slots say `blocked`, whenever they are made.

-- Whether a block is over any of [p_from, p_to).
create or replace function is_blocked(p_tenant uuid, p_resource uuid, p_from timestamptz, p_to timestamptz) returns boolean
language plpgsql stable as $$
begin
  return exists (select from block b where b.tenant_id = p_tenant and b.resource_id = p_resource and b.ends_at > p_from and b.starts_at < p_to);
end $$;

-- Claims all lanes of a resource for a block that is there, and closes its slots. What visitors hold there ends. Needs the resource's lock.
create or replace function claim_block(p_tenant uuid, p_block uuid) returns void language plpgsql as $$
declare
  b block;
  held uuid;
begin
  select * into b from block where tenant_id = p_tenant and id = p_block;
  foreach held in array array(select h.id from hold h where h.tenant_id = p_tenant and h.resource_id = b.resource_id
    and h.occupies_from < b.ends_at and h.occupies_to > b.starts_at order by h.id)
  loop
    perform end_hold(p_tenant, held, b.resource_id);
  end loop;
  insert into claim (tenant_id, resource_id, lane, block_id, starts_at, ends_at)
    values (p_tenant, b.resource_id, 0, p_block, b.starts_at, b.ends_at);
  perform recount_slots(p_tenant, b.resource_id, b.starts_at, b.ends_at);
  perform recount_days(p_tenant, b.resource_id, b.starts_at, b.ends_at);
end $$;
