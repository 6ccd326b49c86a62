import sql, { raw, type Sql } from "sql-template-tag";

/** What UPDATE sets (`a = 1`, `b = 2`): the columns of this list that `values` names; one that is undefined stays as it is. */
export function assignments<Name extends string>(
  columns: readonly Name[],
  values: Partial<Record<Name, unknown>>,
): Sql[] {
  const named = columns.filter((column) => values[column] !== undefined);
  return named.map((column) => sql`${raw(column)} = ${values[column]}`);
}
