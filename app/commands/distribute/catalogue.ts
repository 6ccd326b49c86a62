import type pg from "pg";

export interface ForeignKey {
  name: string;
  table: string;
  columns: string[];
  target: string;
  target_columns: string[];
  /** As in pg_constraint: a no action, c cascade, n set null, d set default, r restrict. */
  on_update: string;
  on_delete: string;
}

/**
 * The part of the catalogue that decides whether and how a cluster can hold the database: tables,
 * constraints and functions of its schema.
 */
export interface Catalogue {
  tables: { name: string; has_tenant: boolean; triggers: string[]; counters: string[] }[];
  /** Unique indexes, including those of constraints. */
  uniques: { name: string; table: string; columns: string[] }[];
  /** Exclusion constraints with the columns compared by `=`. */
  exclusions: { name: string; table: string; columns: string[] }[];
  foreign_keys: ForeignKey[];
  /** Functions of the product, not of extensions. */
  functions: { signature: string; first_argument: string | null; settings: string[] }[];
}

const COLUMNS = (table: string, list: string) =>
  `array(select a.attname::text from unnest(${list}) with ordinality as at (number, place)
     join pg_attribute a on a.attrelid = ${table} and a.attnum = at.number order by at.place)`;

const QUERIES: Record<keyof Catalogue, string> = {
  // A sequence column must be a bigint: each cluster node uses its own range.
  tables: `select c.relname as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull
        and a.atttypid = 'uuid'::regtype) as has_tenant,
      array(select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
        and t.tgname not like 'truncate_trigger_%') as triggers,
      array(select a.attname::text from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and a.atttypid <> 'bigint'::regtype
          and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like '%nextval(%')) as counters
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not exists (select from pg_depend e where e.objid = c.oid and e.classid = 'pg_class'::regclass and e.deptype = 'e')
    order by 1`,
  uniques: `select i.indexrelid::regclass::text as name, c.relname as table, ${COLUMNS("c.oid", "i.indkey::int2[]")} as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indisunique and c.relnamespace = 'public'::regnamespace order by 1`,
  exclusions: `select x.conname as name, c.relname as table,
      array(select a.attname::text from unnest(x.conkey, x.conexclop) with ordinality as part (number, operator, place)
        join pg_operator o on o.oid = part.operator and o.oprname = '='
        join pg_attribute a on a.attrelid = c.oid and a.attnum = part.number order by part.place) as columns
    from pg_constraint x join pg_class c on c.oid = x.conrelid
    where x.contype = 'x' and c.relnamespace = 'public'::regnamespace order by 1`,
  foreign_keys: `select f.conname as name, c.relname as table, ${COLUMNS("f.conrelid", "f.conkey")} as columns,
      t.relname as target, ${COLUMNS("f.confrelid", "f.confkey")} as target_columns,
      f.confupdtype::text as on_update, f.confdeltype::text as on_delete
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
    where f.contype = 'f' and c.relnamespace = 'public'::regnamespace order by 1`,
  functions: `select format('public.%I(%s)', p.proname, oidvectortypes(p.proargtypes)) as signature, p.proargnames[1] as first_argument,
      coalesce(p.proconfig, '{}') as settings
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend e where e.objid = p.oid and e.classid = 'pg_proc'::regclass and e.deptype = 'e')
    order by 1`,
};

export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const read = async (name: keyof Catalogue) => (await client.query(QUERIES[name])).rows as never;
  return {
    tables: await read("tables"),
    uniques: await read("uniques"),
    exclusions: await read("exclusions"),
    foreign_keys: await read("foreign_keys"),
    functions: await read("functions"),
  };
}
