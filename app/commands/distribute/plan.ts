import pg from "pg";
import { tablesOf } from "~/lib/tables";
import type { Catalogue, ForeignKey } from "./catalogue";
import { kindOf } from "./obstacles";

/**
 * Without the first Citus would turn each table that refers to one it places into a kind of its own, and back again when its turn comes. Without
 * the second it refuses to place a table that has rows beside one that it has just placed: its connections to the nodes would not see them.
 */
export const SESSION = [
  "set citus.enable_local_reference_table_foreign_keys to off",
  "set citus.multi_shard_modify_mode to 'sequential'",
];

/** The foreign keys from a table that stays on the coordinator to one that is placed: no cluster keeps them, and the product deletes such rows itself. */
export function keysToDrop({ foreign_keys }: Catalogue): ForeignKey[] {
  return foreign_keys.filter(
    ({ table, target }) => kindOf(table) === "local" && kindOf(target) === "directory",
  );
}

/**
 * The statements that place what is not placed yet, each complete by itself, so that a run that was interrupted can be continued. A table
 * comes after those it refers to: no foreign key between placed tables is ever dropped. Functions may be placed again. At the end go the rows that the coordinator
 * still has of its own tables, which nobody can read any more.
 */
export function planStatements(catalogue: Catalogue, placed: ReadonlySet<string>): string[] {
  const directory = parentsFirst(tablesOf("directory"), catalogue);
  const tenant = parentsFirst(tablesOf("tenant"), catalogue);
  const first = tenant[0]!; // there are tenant tables
  const together = (name: string) => (name === first ? "'none'" : nameOf(first));
  return [
    ...keysToDrop(catalogue).map(
      ({ table, name }) =>
        `alter table public.${pg.escapeIdentifier(table)} drop constraint ${pg.escapeIdentifier(name)}`,
    ),
    ...directory
      .filter((name) => !placed.has(name))
      .map((name) => `select create_reference_table(${nameOf(name)})`),
    ...tenant
      .filter((name) => !placed.has(name))
      .map(
        (name) =>
          `select create_distributed_table(${nameOf(name)}, 'tenant_id', colocate_with => ${together(name)})`,
      ),
    ...catalogue.functions.map(({ signature, first_argument }) => {
      const byTenant =
        first_argument === "p_tenant" ? `, 'p_tenant', colocate_with => ${nameOf(first)}` : "";
      return `select create_distributed_function(${pg.escapeLiteral(signature)}${byTenant})`;
    }),
    ...[...directory, ...tenant]
      .reverse()
      .map((name) => `select truncate_local_data_after_distributing_table(${nameOf(name)})`),
  ];
}

const nameOf = (name: string) => pg.escapeLiteral(`public.${name}`);

/** By name, but each after the tables of the list that it refers to. */
function parentsFirst(names: string[], { foreign_keys }: Catalogue): string[] {
  const ordered: string[] = [];
  const visit = (name: string, above: string[]) => {
    if (above.includes(name))
      throw new Error(`These tables refer to each other in a ring: ${above.join(", ")}.`);
    if (ordered.includes(name)) return;
    for (const key of foreign_keys)
      if (key.table === name && key.target !== name && names.includes(key.target))
        visit(key.target, [...above, name]);
    ordered.push(name);
  };
  for (const name of names) visit(name, []);
  return ordered;
}
