import { AsyncLocalStorage } from "node:async_hooks";
import type { NamedStatement } from "./db.server";

/** A statement that each transaction of a call sends as its last; where it changes no row, the transaction is rolled back with `failure`. */
export interface CommitMark {
  statement: Pick<NamedStatement, "text" | "values">;
  failure: () => Error;
}

/** The mark of the call that runs, where it has one (lib/keep-answer.server.ts). */
export const commitMark = new AsyncLocalStorage<CommitMark>();

export function checkMarked({ failure }: CommitMark, changed: number | null): void {
  if (changed !== 1) throw failure();
}
