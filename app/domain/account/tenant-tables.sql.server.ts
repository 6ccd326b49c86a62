import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";

export interface TenantTable {
  name: string;
  columns: { name: string; type: string }[];
  /** The primary key without tenant_id: the order in which a tenant's rows can be paged. */
  key: string[];
}

/**
 * Every table with a tenant's rows, referencing tables before referenced ones. Read from the
 * database, so that neither the deletion nor the export can miss a table added later.
 */
export async function tenantTables(db: Sql): Promise<TenantTable[]> {
  const tables = await db.query<TenantTable>(sql`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary and a.attname <> 'tenant_id'), '[]') as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select 1 from pg_attribute where attrelid = c.oid and attname = 'tenant_id' and not attisdropped)
    order by c.relname`);
  const references = await db.query<Reference>(
    sql`select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  );
  const names = childrenFirst(
    tables.rows.map((table) => table.name),
    references.rows,
  );
  return names.map((name) => tables.rows.find((table) => table.name === name)!); // the same names, in another order
}

interface Reference {
  child: string;
  parent: string;
}

/**
 * Orders the tables so that each comes before those it references; in a cycle one reference is
 * ignored.
 */
export function childrenFirst(tables: string[], references: Reference[]): string[] {
  const ordered: string[] = [];
  const seen = new Set<string>();
  const visit = (table: string) => {
    if (seen.has(table) || !tables.includes(table)) return;
    seen.add(table);
    for (const { child, parent } of references) if (child === table) visit(parent);
    ordered.unshift(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
