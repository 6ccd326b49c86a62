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

/** What an attempt may be told: an answer of the operation, to come again, or nothing. */
const EXPECTED = ["200", "201", "409", "503", "none"];

/**
 * Prints a part's row, also when it fails, and fails where anything is lost, sold twice, there unasked, or without an explanation, or where
 * an attempt was told anything that is not expected.
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
