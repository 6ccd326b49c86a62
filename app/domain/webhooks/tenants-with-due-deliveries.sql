-- The next tenants after p_after, by id, with a due delivery. One index step per tenant, however
-- many are waiting: a plain scan would read through one tenant's million to find the next. Locks
-- nothing.
create or replace function tenants_with_due_deliveries(p_after uuid, p_limit int) returns setof uuid language plpgsql stable as $$
declare
  tenant uuid := p_after;
  due_at timestamptz;
  found_tenants int := 0;
begin
  loop
    select d.tenant_id, d.next_attempt_at into tenant, due_at from webhook_delivery d
    where d.status = 'pending' and d.tenant_id > tenant order by d.tenant_id, d.next_attempt_at limit 1;
    exit when not found;
    if due_at <= statement_timestamp() then
      return next tenant;
      found_tenants := found_tenants + 1;
      exit when found_tenants = p_limit;
    end if;
  end loop;
end $$;
