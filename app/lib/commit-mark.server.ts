import { AsyncLocalStorage } from "node:async_hooks";
import type { NamedStatement } from "./db.server";

/**
 * A statement sent last in every transaction of a call. If it changes no row, the transaction is
 * rolled back with `failure`.
 */
export interface CommitMark {
  statement: Pick<NamedStatement, "text" | "values">;
  failure: () => Error;
}

/** The commit mark of the current call, if any (lib/stored-answer.server.ts). */
export const commitMark = new AsyncLocalStorage<CommitMark>();

export function checkMarked({ failure }: CommitMark, changed: number | null): void {
  if (changed !== 1) throw failure();
}
