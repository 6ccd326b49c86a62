-- Uses one generic plan for all tenants and values until the end of the transaction, which saves
-- planning of frequently called functions. A cluster needs the tenant's value to find the node, so
-- it plans each call.
create or replace function plan_once() returns void language plpgsql as $$
begin
  if to_regproc('pg_catalog.citus_version') is null then perform set_config('plan_cache_mode', 'force_generic_plan', true); end if;
end $$;
