import pg from "pg";
import { leadsToStandby } from "./database-away";
import { isTraced, tracedStatement } from "./trace.server";

type Query = (...args: unknown[]) => unknown;

/** pg's pool, whose statements belong to their caller's span. */
export class TracedPool extends pg.Pool {
  override query = ((...args: unknown[]) => {
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

/** pg's client with a span for each statement. */
export class TracedClient extends pg.Client {
  override query = ((...args: unknown[]) => {
    const [statement] = args;
    const text =
      typeof statement === "string" ? statement : (statement as { text?: unknown } | null)?.text;
    const result = tracedStatement(text, () =>
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
