import type { ProbeRow, ProofRow } from "../testing/proof/proof-row";
import { markdownTable } from "./markdown-table";

type Report = {
  testResults: { assertionResults: { meta?: { proof?: ProofRow; probe?: ProbeRow } }[] }[];
};

const HEAD = [
  "action",
  "load",
  "lost",
  "oversold",
  "phantom",
  "unexplained",
  "served again after",
  "seen",
];

/** Rows that the proof's tests left in Vitest's JSON report. */
export function proofRows(report: Report | null): ProofRow[] {
  return (report?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ meta }) => (meta?.proof === undefined ? [] : [meta.proof])),
  );
}

/** How long other tenants waited for each operation, page and form, slowest first. */
export function probeRows(report: Report | null): ProbeRow[] {
  const all = (report?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ meta }) => (meta?.probe === undefined ? [] : [meta.probe])),
  );
  return all.sort((a, b) => b.slowest_ms - a.slowest_ms);
}

export const probeTable = (rows: readonly ProbeRow[]): string =>
  markdownTable(
    ["operation, page or form", "calls", "slowest answer to others", "load at the time (target)"],
    rows.map(({ name, calls, slowest_ms, by }) => [
      name,
      String(calls),
      `${slowest_ms} ms`,
      by.replaceAll("|", "\\|"),
    ]),
  );

export const proofTable = (rows: readonly ProofRow[]): string =>
  markdownTable(HEAD, rows.map(cellsOf));

function cellsOf({
  proof,
  load,
  lost,
  oversold,
  phantom,
  unexplained,
  recovery,
  seen,
}: ProofRow): string[] {
  const count = (value: number | null) => (value === null ? "–" : String(value));
  return [
    proof,
    load,
    count(lost),
    count(oversold),
    count(phantom),
    count(unexplained),
    recovery === null ? "–" : `${recovery.toFixed(1)} s`,
    seen,
  ];
}

/** app/docs/proof.md: the table of the last complete run, with date and machine. */
export function proofPage(
  rows: readonly ProofRow[],
  probes: readonly ProbeRow[],
  date: string,
  machine: string,
): string {
  return `# Proof

\`npm run proof\` breaks the service on purpose, on this machine alone, and compares the responses to its clients with the database, the
receivers of webhooks and the payment provider. Run one part by a part of its file name (\`npm run proof -- sale\`).

- Lost: it was confirmed, or should have been, and is missing.
- Oversold: one seat was booked twice.
- Phantom: it exists, and nobody received a confirmation.
- Unexplained: times whose responses no order of the calls explains (linearizability).
- –: not measured by this part.

An asynchronous standby loses whatever had not reached it when the primary ended: its row counts that, and it is not a failure.

Run on ${date}, ${machine}.

${proofTable(rows)}

## One company against all others

One company sends the largest that is allowed and the most twisted that is not to each operation, page and form, twenty at once too. A
client of another company, in a process of its own, asks meanwhile whether the service is well and for its own times. More than 300 ms for
any answer is a failure.

${probeTable(probes)}
`;
}
