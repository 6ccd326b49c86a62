import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

type Query = (...args: unknown[]) => unknown;
/**
 * Receives a statement's text and, for one that Prisma sends later, the call stack of its caller.
 */
type Listener = (text: string, callerStack: string | undefined) => void;

const listeners = new Set<Listener>();
const asking = new AsyncLocalStorage<string | undefined>();

/**
 * Calls `listener` with the text of every statement, in its sender's call stack, until the returned
 * function is called.
 */
export function onStatement(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

// The product's pools and clients call these prototypes, so this works before and after it is
// loaded.
for (const prototype of [pg.Pool.prototype, pg.Client.prototype]) {
  const query = prototype.query as Query;
  Object.assign(prototype, {
    query(this: unknown, ...args: unknown[]) {
      const [statement] = args;
      const text =
        typeof statement === "string" ? statement : (statement as { text?: unknown } | null)?.text;
      if (typeof text === "string")
        for (const listener of listeners) listener(text, asking.getStore());
      return query.apply(this, args);
    },
  });
}
(globalThis as { wrapPrisma?: typeof withCallers }).wrapPrisma = withCallers;

/**
 * Records the caller's stack: Prisma sends a statement only when its promise is awaited. Only a
 * client made later is wrapped.
 */
function withCallers<T extends object>(client: T): T {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === "object" && value !== null) return withCallers(value);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        const { stack } = new Error();
        return callerStacks(
          stack,
          asking.run(stack, () => (value as Query).apply(target, args)),
        );
      };
    },
  });
}

function callerStacks(stack: string | undefined, result: unknown): unknown {
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
