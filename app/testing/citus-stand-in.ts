import type pg from "pg";

/**
 * Schema of the stand-in; Citus's own functions are in pg_catalog, so both are found without a
 * schema name.
 */
const SCHEMA = "citus_stand_in";

/**
 * The part of Citus's interface that `npm run distribute` uses, on an ordinary Postgres: it records
 * distributed tables and refuses what Citus refuses (a foreign key to a table that isn't
 * distributed, or of another group). It moves no rows.
 */
const DEFINITION = `
create schema ${SCHEMA};
create table ${SCHEMA}.citus_tables (table_name regclass primary key, citus_table_type text, distribution_column text, colocation_id int);
create table ${SCHEMA}.pg_dist_node (isactive boolean, shouldhaveshards boolean, nodename text default 'node', nodeport int default 5432, metadatasynced boolean default true,
  groupid int not null default 1, answers boolean default true);
create table ${SCHEMA}.pg_dist_placement (shardid bigint, groupid int);
create function citus_check_connection_to_node(nodename text, nodeport int) returns boolean language sql as
  'select bool_and(n.answers) from pg_dist_node n where n.nodename = $1 and n.nodeport = $2';
-- Shards 0 and 1, by the value's hash.
create function get_shard_id_for_distribution_column(p_table regclass, p_value uuid) returns bigint language sql as
  'select (hashtext(p_value::text) & 1)::bigint';
create table ${SCHEMA}.placed_function (name regprocedure primary key, argument text);
create table ${SCHEMA}.truncated (table_name regclass primary key);
create function citus_is_coordinator() returns boolean language sql as 'select true';

create function check_parents(p_table regclass, p_group int) returns void language plpgsql as $$
declare
  missing text := (select string_agg(f.conname, ', ') from pg_constraint f left join citus_tables t on t.table_name = f.confrelid
    where f.contype = 'f' and f.conrelid = p_table and (t.table_name is null
      or t.citus_table_type = 'distributed' and t.colocation_id is distinct from p_group));
begin
  if missing is not null then
    raise 'cannot create foreign key constraint: %', missing;
  end if;
end $$;

create function create_reference_table(p_table regclass) returns void language plpgsql as $$
begin
  perform check_parents(p_table, 0);
  insert into citus_tables values (p_table, 'reference', '<none>', 0);
end $$;

create function create_distributed_table(p_table regclass, distribution_column text, distribution_type text default 'hash',
  colocate_with text default 'default') returns void language plpgsql as $$
declare
  group_id int := case colocate_with when 'none' then (select coalesce(max(colocation_id), 0) + 1 from citus_tables)
    else (select colocation_id from citus_tables where table_name = colocate_with::regclass) end;
begin
  perform check_parents(p_table, group_id);
  insert into citus_tables values (p_table, 'distributed', distribution_column, group_id);
end $$;

create function create_distributed_function(p_name regprocedure, distribution_arg_name text default null,
  colocate_with text default 'default') returns void language plpgsql as $$
begin
  if distribution_arg_name is not null then
    perform from citus_tables where table_name = colocate_with::regclass and citus_table_type = 'distributed';
    if not found then raise 'there is no table to colocate with'; end if;
  end if;
  insert into placed_function values (p_name, distribution_arg_name) on conflict do nothing;
end $$;

create function truncate_local_data_after_distributing_table(p_table regclass) returns void language plpgsql as $$
begin
  if exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = p_table
      and not exists (select from citus_tables t where t.table_name = f.conrelid)) then
    raise 'cannot truncate a table referenced in a foreign key constraint by a local table';
  end if;
  insert into truncated values (p_table) on conflict do nothing;
end $$;
`;

/** Installs the stand-in in the database of `client`, for this and later sessions. */
export async function installCitusStandIn(client: pg.ClientBase): Promise<void> {
  await client.query(`set search_path to ${SCHEMA}, public; ${DEFINITION}`);
  await client.query(
    `do $$ begin execute format('alter database %I set search_path to public, ${SCHEMA}', current_database()); end $$`,
  );
}
