/** A table lock taken by a migration. */
export interface TableLock {
  table: string;
  mode: "access exclusive" | "share row exclusive";
}

/**
 * Lock order of the product's transactions for shared tables: a resource before its bookings, a
 * booking before its events. Migrations lock in the same order; other tables follow by name.
 */
const PRODUCT_ORDER = [
  "tenant",
  "api_key",
  "session",
  "schedule",
  "schedule_resource",
  "resource",
  "hold",
  "customer",
  "booking",
  "payment",
  "refund",
  "claim",
  "resource_day",
  "slot",
  "event",
  "webhook_delivery",
  "message",
  "audit_row",
];

/** Tables used by every call or booking: blocking them blocks guests. */
export const HOT_TABLES: ReadonlySet<string> = new Set(PRODUCT_ORDER);

const NAME = String.raw`(?:public\.|"public"\.)?"?(\w+)"?`;
const LOCKING: [pattern: RegExp, mode: TableLock["mode"]][] = [
  [new RegExp(String.raw`^alter table (?:if exists )?(?:only )?${NAME}`), "access exclusive"],
  [
    new RegExp(
      String.raw`^create (?:unique )?index (?:if not exists )?(?:"?\w+"? )?on (?:only )?${NAME}`,
    ),
    "share row exclusive",
  ],
  [new RegExp(String.raw`^create (?:or replace )?trigger\b.*? on ${NAME}`), "share row exclusive"],
];
const REFERENCED = new RegExp(String.raw`\breferences ${NAME}`, "g");
const CREATE_TABLE = new RegExp(String.raw`^create (?:unlogged )?table (?:if not exists )?${NAME}`);

/** Statements in lower case, one per line, without comments and function bodies. */
export function statementsOf(text: string): string[] {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--.*$/gm, "")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .toLowerCase()
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter(Boolean);
}

/** Table locks taken by one statement. */
export function locksOf(statement: string): TableLock[] {
  const ownLocks = LOCKING.flatMap(([pattern, mode]) => {
    const table = pattern.exec(statement)?.[1];
    return table === undefined ? [] : [{ table, mode }];
  });
  const referenced = [...statement.matchAll(REFERENCED)].map(([, table = ""]) => ({
    table,
    mode: "share row exclusive" as const,
  }));
  return [...ownLocks, ...referenced];
}

/** Tables created by a script. */
export const tablesCreatedBy = (statements: string[]): Set<string> =>
  new Set(statements.flatMap((statement) => CREATE_TABLE.exec(statement)?.[1] ?? []));

/**
 * The locks that a script takes on existing tables, each in its strongest mode, in the product's
 * lock order. Acquiring all of them first prevents deadlocks between a migration and running calls.
 */
export function requiredLocks(script: string): TableLock[] {
  const statements = statementsOf(script);
  const created = tablesCreatedBy(statements);
  const strongest = new Map<string, TableLock["mode"]>();
  for (const { table, mode } of statements.flatMap(locksOf))
    if (!created.has(table) && strongest.get(table) !== "access exclusive")
      strongest.set(table, mode);
  const place = (table: string) => {
    const index = PRODUCT_ORDER.indexOf(table);
    return index === -1 ? PRODUCT_ORDER.length : index;
  };
  return [...strongest]
    .map(([table, mode]) => ({ table, mode }))
    .sort((a, b) => place(a.table) - place(b.table) || (a.table < b.table ? -1 : 1));
}
