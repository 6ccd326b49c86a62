import pg from "pg";

type Listener = (text: string) => void;
// Of the whole process: a test sets its listener before the modules that open the pool are loaded.
const registry = globalThis as { bookingStatementListener?: Listener | undefined };

/** Tells `listener` the text of every statement, in the call stack of its sender; undefined ends that. Tests only. */
export function onStatement(listener: Listener | undefined): void {
  registry.bookingStatementListener = listener;
}

function tell(statement: unknown): void {
  if (registry.bookingStatementListener === undefined) return;
  const text = typeof statement === "string" ? statement : (statement as { text?: unknown } | null)?.text;
  if (typeof text === "string") registry.bookingStatementListener(text);
}

type Query = (...args: unknown[]) => unknown;

/** pg's pool and client, whose statements can be listened to. */
export class ObservedPool extends pg.Pool {
  override query = ((...args: unknown[]) => {
    tell(args[0]);
    return (pg.Pool.prototype.query as Query).apply(this, args);
  }) as pg.Pool["query"];
}

export class ObservedClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    tell(args[0]);
    return (pg.Client.prototype.query as Query).apply(this, args);
  }) as pg.Client["query"];
}
