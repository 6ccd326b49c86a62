import { expect, type TestContext } from "vitest";
import type { Findings } from "./audit";
import type { ProofRow } from "./proof-row";

declare module "vitest" {
  interface TaskMeta {
    /** The test's row in the final table of `npm run proof`. */
    proof?: ProofRow;
  }
}

const SHOWN = 5;

/** Allowed outcomes of an attempt: a response of the operation, a request to retry, or none. */
const EXPECTED = ["200", "201", "409", "422 verification_required", "503", "none"];

/**
 * Prints a part's row, even on failure, and fails if anything is lost, sold twice, unrequested or
 * unexplained, or if a response is unexpected.
 */
export function prove(
  task: TestContext["task"],
  found: Findings,
  answers: ReadonlyMap<string, number>,
  row: Pick<ProofRow, "proof" | "load" | "recovery" | "seen">,
): void {
  const seen = `${row.seen}; answers ${countsOf(answers)}`;
  reportProof(task, {
    ...row,
    seen,
    lost: found.lost.length,
    oversold: found.oversold.length,
    phantom: found.phantom.length,
    unexplained: found.unexplained.length,
  });
  const shown = Object.entries(found).map(([name, lines]: [string, string[]]) => [
    name,
    lines.slice(0, SHOWN),
  ]);
  expect(Object.fromEntries(shown)).toEqual({
    lost: [],
    oversold: [],
    phantom: [],
    unexplained: [],
  });
  expect([...answers.keys()].filter((name) => !EXPECTED.includes(name))).toEqual([]);
}

export function reportProof(task: TestContext["task"], row: ProofRow): void {
  task.meta.proof = row;
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

/** "201: 2000, 409: 500, none: 31". */
const countsOf = (answers: ReadonlyMap<string, number>) =>
  [...answers]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name}: ${count}`)
    .join(", ");
