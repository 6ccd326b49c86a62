import pg from "pg";
import { tablesOf } from "~/lib/tables";
import type { Catalogue, ForeignKey } from "./catalogue";
import { kindOf } from "./obstacles";

/**
 * Without the first setting Citus converts every table that references a distributed one, and back
 * again later. Without the second it refuses to distribute a non-empty table after another in the
 * same transaction, because its node connections would not see it.
 */
export const SESSION = [
  "set citus.enable_local_reference_table_foreign_keys to off",
  "set citus.multi_shard_modify_mode to 'sequential'",
];

/**
 * Foreign keys from a coordinator table to a distributed one: unsupported in a cluster, so the
 * product deletes such rows itself.
 */
export function keysToDrop({ foreign_keys }: Catalogue): ForeignKey[] {
  return foreign_keys.filter(
    ({ table, target }) => kindOf(table) === "local" && kindOf(target) === "directory",
  );
}

/**
 * Statements that distribute the remaining tables, each complete, so that an interrupted run can be
 * continued. Referenced tables come first, so that no foreign key between distributed tables is
 * dropped. Functions may be distributed again. Finally the coordinator's invisible leftover rows
 * are removed.
 */
export function planStatements(catalogue: Catalogue, placed: ReadonlySet<string>): string[] {
  const directory = parentsFirst(tablesOf("directory"), catalogue);
  const tenant = parentsFirst(tablesOf("tenant"), catalogue);
  const first = tenant[0]!;
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

/** By name, but each after the tables it references. */
function parentsFirst(names: string[], { foreign_keys }: Catalogue): string[] {
  const ordered: string[] = [];
  const visit = (name: string, above: string[]) => {
    if (above.includes(name))
      throw new Error(`These tables reference each other in a cycle: ${above.join(", ")}.`);
    if (ordered.includes(name)) return;
    for (const key of foreign_keys)
      if (key.table === name && key.target !== name && names.includes(key.target))
        visit(key.target, [...above, name]);
    ordered.push(name);
  };
  for (const name of names) visit(name, []);
  return ordered;
}
