-- From here to the end of the transaction one plan serves all tenants and values, which saves planning at each call of a function that is called
-- all the time. A cluster needs the tenant's value to find the node: it plans by itself.
create or replace function plan_once() returns void language plpgsql as $$
begin
  if to_regproc('pg_catalog.citus_version') is null then perform set_config('plan_cache_mode', 'force_generic_plan', true); end if;
end $$;
