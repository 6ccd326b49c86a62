import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { leadsToStandby } from "./database-away";
import { isTraced, tracedStatement } from "./trace.server";

/**
 * Receives a statement's text and, for one that Prisma sends later, the call stack of its caller.
 */
type Listener = (text: string, asked: string | undefined) => void;
// Global, because a test's listener is set before the modules that open the pool are loaded.
const registry = globalThis as { bookingStatementListener?: Listener | undefined };
const asking = new AsyncLocalStorage<string | undefined>();

/**
 * For tests: calls `listener` with the text of every statement, in its sender's call stack;
 * undefined stops it.
 */
export function onStatement(listener: Listener | undefined): void {
  registry.bookingStatementListener = listener;
}

function notifyListener(statement: unknown): void {
  if (registry.bookingStatementListener === undefined) return;
  const text = textOf(statement);
  if (typeof text === "string") registry.bookingStatementListener(text, asking.getStore());
}

/**
 * Returns the client, wrapped while there is a listener to record the caller's stack: Prisma sends
 * a statement only when its promise is awaited.
 */
export function observed<T extends object>(client: T): T {
  if (registry.bookingStatementListener === undefined) return client;
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === "object" && value !== null) return observed(value);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const { stack } = new Error();
        return askedBy(
          stack,
          asking.run(stack, () => (value as Query).apply(target, args)),
        );
      };
    },
  });
}

function askedBy(stack: string | undefined, result: unknown): unknown {
  const then = (result as { then?: unknown } | null)?.then;
  if (typeof then !== "function") return result;
  return new Proxy(result as object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => asking.run(stack, () => (value as Query).apply(target, args));
    },
  });
}

type Query = (...args: unknown[]) => unknown;
const textOf = (statement: unknown) =>
  typeof statement === "string" ? statement : (statement as { text?: unknown } | null)?.text;

/** pg's pool and client with hooks for tests and tracing. */
export class ObservedPool extends pg.Pool {
  override query = ((...args: unknown[]) => {
    notifyListener(args[0]);
    if (isTraced() && typeof args.at(-1) !== "function") return this.queryInTrace(args);
    return (pg.Pool.prototype.query as Query).apply(this, args);
  }) as pg.Pool["query"];

  /**
   * Like pg's own query, except that it waits for a connection with await: pg's callback would run
   * in the async context of whoever released the connection.
   */
  private async queryInTrace(args: unknown[]): Promise<unknown> {
    const client = await this.connect();
    let failure: Error | undefined;
    try {
      return await (client.query as Query)(...args);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }
}

export class ObservedClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    notifyListener(args[0]);
    const result = tracedStatement(textOf(args[0]), () =>
      (pg.Client.prototype.query as Query).apply(this, args),
    );
    if (result instanceof Promise) result.catch((error) => this.endIfUseless(error));
    return result;
  }) as pg.Client["query"];

  /**
   * A pool drops a client that has ended when it is released. Prisma doesn't report the errors of
   * its transactions, so the client is ended here.
   */
  private endIfUseless(error: unknown): void {
    if (leadsToStandby(error)) void this.end();
  }
}
