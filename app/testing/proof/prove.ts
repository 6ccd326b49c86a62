import { expect, type TestContext } from "vitest";
import type { Findings } from "./audit";
import type { ProofRow } from "./proof-row";

declare module "vitest" {
  interface TaskMeta {
    /** The test's row of the table that `npm run proof` ends with. */
    proof?: ProofRow;
  }
}

const SHOWN = 5;

/** Prints a part's row, also when it fails, and fails where anything is lost, sold twice, there unasked, or without an explanation. */
export function prove(
  task: TestContext["task"],
  found: Findings,
  row: Pick<ProofRow, "proof" | "load" | "recovery" | "seen">,
): void {
  tell(task, { ...row, lost: found.lost.length, oversold: found.oversold.length, phantom: found.phantom.length });
  const shown = Object.entries(found).map(([name, lines]: [string, string[]]) => [name, lines.slice(0, SHOWN)]);
  expect(Object.fromEntries(shown)).toEqual({ lost: [], oversold: [], phantom: [], unexplained: [] });
}

export function tell(task: TestContext["task"], row: ProofRow): void {
  task.meta.proof = row;
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

/** "201: 2000, 409: 500, none: 31". */
export const countsOf = (answers: ReadonlyMap<string, number>) =>
  [...answers]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name}: ${count}`)
    .join(", ");
