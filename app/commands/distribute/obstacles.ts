import { type TableKind, tableKinds } from "~/lib/tables";
import type { Catalogue, ForeignKey } from "./catalogue";

const TENANT = "tenant_id";

/**
 * Why a cluster could not hold these tables, one sentence each; empty if it can. The rules are
 * those of Citus.
 */
export function findObstacles(catalogue: Catalogue): string[] {
  return [
    ...positionsOfTables(catalogue),
    ...tenantTables(catalogue),
    ...withinTenant(catalogue),
    ...catalogue.foreign_keys.flatMap(foreignKeyObstacles),
    ...catalogue.functions
      .filter(({ settings }) => settings.length > 0)
      .map(
        ({ signature, settings }) =>
          `${signature} is declared with ${settings.join(", ")}: a cluster cannot call functions with a SET clause.`,
      ),
  ];
}

export const kindOf = (table: string): TableKind | undefined =>
  tableKinds[table as keyof typeof tableKinds];

function positionsOfTables({ tables }: Catalogue): string[] {
  const there = new Set(tables.map(({ name }) => name));
  const missing = Object.keys(tableKinds).filter((name) => !there.has(name));
  return [
    ...tables
      .filter(({ name }) => kindOf(name) === undefined)
      .map(({ name }) => `${name} has no kind in lib/tables.ts.`),
    ...missing.map((name) => `${name} is missing: run \`npm run migrate\` first.`),
  ];
}

function tenantTables({ tables }: Catalogue): string[] {
  const placed = tables.filter(({ name }) => isPlaced(name));
  return [
    ...placed
      .filter(({ name, has_tenant }) => kindOf(name) === "tenant" && !has_tenant)
      .map(({ name }) => `${name} has no ${TENANT} column of type uuid that is not null.`),
    ...placed.flatMap(({ name, triggers }) =>
      triggers.map((trigger) => `${name} has the trigger ${trigger}.`),
    ),
    ...placed.flatMap(({ name, counters }) =>
      counters.map((column) => `${name}.${column} uses a sequence and is not a bigint.`),
    ),
  ];
}

function isPlaced(table: string): boolean {
  return kindOf(table) === "tenant" || kindOf(table) === "directory";
}

/**
 * A node sees only its own tenants' rows, so unique and exclusion constraints must include the
 * tenant.
 */
function withinTenant({ uniques, exclusions }: Catalogue): string[] {
  return [
    ...uniques
      .filter(({ table, columns }) => kindOf(table) === "tenant" && columns[0] !== TENANT)
      .map(
        ({ name, table }) =>
          `${name} of ${table} is unique across tenants: ${TENANT} must come first.`,
      ),
    ...exclusions
      .filter(({ table, columns }) => kindOf(table) === "tenant" && !columns.includes(TENANT))
      .map(
        ({ name, table }) =>
          `${name} of ${table} excludes across tenants: it must compare ${TENANT} by =.`,
      ),
  ];
}

function foreignKeyObstacles(key: ForeignKey): string[] {
  const from = kindOf(key.table);
  const to = kindOf(key.target);
  const found: string[] = [];
  const report = (reason: string) => found.push(`${key.name}: ${reason}`);
  if (key.on_update !== "a") report("it has an ON UPDATE action.");
  if (to === "tenant" && from !== "tenant")
    report(`${key.table} is not a tenant table but references the tenant table ${key.target}.`);
  if (to === "local" && from !== "local")
    report("it references a table that stays on the coordinator.");
  if (to === "tenant" && from === "tenant" && !carriesTenant(key))
    report(`it must map ${TENANT} to ${TENANT} at the same position of both keys.`);
  if (key.columns.includes(TENANT) && ["n", "d"].includes(key.on_delete))
    report(`it would change ${TENANT} when the referenced row is deleted.`);
  return found;
}

function carriesTenant({ columns, target_columns }: ForeignKey): boolean {
  const place = columns.indexOf(TENANT);
  return place >= 0 && target_columns[place] === TENANT;
}
