import pg from "pg";

const EXTENSIONS = ["btree_gist", "btree_gin", "pg_trgm"];

/**
 * Creates the product's role in the database of `adminUrl`: no superuser, owner only of the
 * database's own objects. Extensions belong to the administrator and are created first. Objects
 * that earlier versions created as administrator are handed over.
 */
export async function giveToRole(adminUrl: string, role: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const name = pg.escapeIdentifier(role);
  try {
    const existing = await client.query("select 1 from pg_roles where rolname = $1", [role]);
    const rights = "login nosuperuser nocreatedb nocreaterole noreplication";
    await client.query(
      `${existing.rowCount === 0 ? "create" : "alter"} role ${name} ${rights} password ${pg.escapeLiteral(password)}`,
    );
    for (const extension of EXTENSIONS)
      await client.query(`create extension if not exists ${extension}`);
    const { rows } = await client.query<{ name: string }>(
      "select quote_ident(current_database()) as name",
    );
    await client.query(`revoke all on database ${rows[0]!.name} from public`);
    await client.query(`grant connect, create, temporary on database ${rows[0]!.name} to ${name}`);
    await client.query(`alter schema public owner to ${name}`);
    for (const statement of await transferOwnership(client, name)) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Transfers ownership of everything in the product's schemas that is not part of an extension. */
async function transferOwnership(client: pg.Client, role: string): Promise<string[]> {
  const found = await client.query<{ statement: string }>(
    `with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'pgboss')),
       part_of_extension as (select classid, objid from pg_depend where deptype = 'e'),
       me as (select oid from pg_roles where rolname = current_user)
     select format('alter schema %I owner to ', nspname) as statement from ours where nspname <> 'public'
     union all
     select format('alter %s %s owner to ', case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, c.oid::regclass)
       from pg_class c where c.relnamespace in (select oid from ours) and c.relkind in ('r', 'p', 'S', 'v') and c.relowner = (select oid from me)
         and (c.tableoid, c.oid) not in (select classid, objid from part_of_extension)
         and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
           and c.relkind = 'S')
     union all
     select format('alter routine %s owner to ', p.oid::regprocedure) from pg_proc p
       where p.pronamespace in (select oid from ours) and p.proowner = (select oid from me)
         and (p.tableoid, p.oid) not in (select classid, objid from part_of_extension)
     union all
     select format('alter type %s owner to ', t.oid::regtype) from pg_type t
       where t.typnamespace in (select oid from ours) and t.typowner = (select oid from me) and t.typtype in ('e', 'd')
         and (t.tableoid, t.oid) not in (select classid, objid from part_of_extension)
     union all
     select format('alter statistics %I.%I owner to ', s.stxnamespace::regnamespace::text, s.stxname) from pg_statistic_ext s
       where s.stxnamespace in (select oid from ours) and s.stxowner = (select oid from me)`,
  );
  return found.rows.map(({ statement }) => statement + role);
}
