import sql, { raw, type Sql } from "sql-template-tag";

/**
 * The SET list of an UPDATE (`a = 1, b = 2`): the listed columns that `values` contains. Undefined
 * values are left out.
 */
export function assignments<Name extends string>(
  columns: readonly Name[],
  values: Partial<Record<Name, unknown>>,
): Sql[] {
  const named = columns.filter((column) => values[column] !== undefined);
  return named.map((column) => sql`${raw(column)} = ${values[column]}`);
}
