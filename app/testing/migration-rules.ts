import { HOT_TABLES, locksOf, statementsOf, tablesCreatedBy } from "~/commands/table-locks";

/**
 * The newest migration of the last release. Later ones run while that release's processes are still
 * up: they may add, and remove only what that release no longer used.
 */
export const LAST_RELEASE = "20261127030000_baseline";

/**
 * Statements that break a running process of the previous release: it still uses the old columns,
 * or omits the new values.
 */
const REFUSED: [pattern: RegExp, why: string][] = [
  [
    /^drop (table|view|materialized view|sequence|type|domain|schema|extension)\b/,
    "takes away what is read",
  ],
  [/^drop (function|procedure|aggregate)\b/, "takes away what is called"],
  [/^drop index\b/, "takes away what on conflict names, or a plan counts on"],
  [/^alter .*\brename\b/, "renames what is named"],
  [/^alter .*\bset schema\b/, "moves what is named"],
  [/^alter table .*\bdrop column\b/, "takes away a column that is read"],
  [/^alter table .*\balter (column )?\S+ (set data )?type\b/, "changes a column's type"],
  [/^alter table .*\balter (column )?\S+ set not null\b/, "asks for what is not sent"],
  [/^alter table .*\balter (column )?\S+ drop default\b/, "asks for what is not sent"],
  [/^(truncate|delete from)\b/, "takes away rows"],
];

/**
 * Statements that would break a process of the previous release; empty if the migration only adds.
 */
export function breaksRelease(text: string): string[] {
  const statements = statementsOf(text);
  const added = new Set(
    statements.flatMap((one) =>
      [...one.matchAll(/\badd constraint "?(\w+)"?/g)].map(([, name]) => name),
    ),
  );
  return statements.flatMap((statement) => {
    const found = REFUSED.filter(([pattern]) => pattern.test(statement)).map(
      ([, why]) => `${statement}: ${why}`,
    );
    return [...found, ...unfilledColumns(statement), ...lostConstraints(statement, added)];
  });
}

/** A new column must have a default, because the previous release doesn't fill it. */
function unfilledColumns(statement: string): string[] {
  if (!statement.startsWith("alter table")) return [];
  return statement
    .split(/\badd column\b/)
    .slice(1)
    .filter((column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column))
    .map((column) => `add column${column}: is not filled by who does not know it`);
}

/**
 * A check may be recreated with more values; keys and exclusion constraints prevent concurrent
 * duplicates and must stay.
 */
function lostConstraints(statement: string, added: ReadonlySet<string | undefined>): string[] {
  const dropped = [...statement.matchAll(/\bdrop constraint (if exists )?"?(\w+)"?/g)].map(
    ([, , name]) => name,
  );
  return dropped
    .filter((name) => !added.has(name))
    .map((name) => `drop constraint ${name}: takes away what keeps two processes apart`);
}

/** Work proportional to a table's rows. */
const LONG_WORK: [pattern: RegExp, why: string][] = [
  [/^(with\b.*\b)?update\b/, "changes rows"],
  [/^(with\b.*\b)?delete from\b/, "changes rows"],
  [/^(with\b.*\b)?insert into\b.*\bselect\b/, "copies rows"],
  [/^merge into\b/, "changes rows"],
  [/^select (?!set_config|pg_advisory)\w+\(.*\bfrom\b/, "calls a function for each row"],
  [/^do\b/, "does what cannot be read here"],
];

/**
 * Why a migration would block bookings: it updates rows or builds an index in the transaction that
 * holds a lock on a table every booking needs. Separately, each is short or blocks nobody. Tables
 * created by the migration itself don't count.
 */
export function holdsBookingsUp(text: string): string[] {
  const statements = statementsOf(text);
  const made = tablesCreatedBy(statements);
  const held = (statement: string) =>
    locksOf(statement)
      .map(({ table }) => table)
      .filter((table) => HOT_TABLES.has(table) && !made.has(table));
  const locked = new Set(statements.flatMap(held));
  if (locked.size === 0) return [];
  const names = [...locked].join(", ");
  return statements.flatMap((statement) => {
    const [, why] = LONG_WORK.find(([pattern]) => pattern.test(statement)) ?? [];
    if (why !== undefined) return [`${statement}: ${why} while ${names} is locked`];
    const isIndex = /^create (unique )?index\b/.test(statement);
    const others =
      locksOf(statement).some(({ table }) => !made.has(table)) &&
      statements.some(
        (other) =>
          other !== statement && held(other).some((table) => !held(statement).includes(table)),
      );
    return isIndex && others ? [`${statement}: builds an index while ${names} is locked`] : [];
  });
}
