import type { ProofRow } from "../testing/proof/proof-row";
import { markdownTable } from "./markdown-table";

type Report = { testResults: { assertionResults: { meta?: { proof?: ProofRow } }[] }[] };

const HEAD = ["what was done", "load", "lost", "oversold", "phantom", "unexplained", "served again after", "seen"];

/** The rows that the parts of the proof left in Vitest's JSON report. */
export function proofRows(report: Report | null): ProofRow[] {
  return (report?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ meta }) => (meta?.proof === undefined ? [] : [meta.proof])),
  );
}

export const proofTable = (rows: readonly ProofRow[]): string => markdownTable(HEAD, rows.map(cellsOf));

function cellsOf({ proof, load, lost, oversold, phantom, unexplained, recovery, seen }: ProofRow): string[] {
  const count = (value: number | null) => (value === null ? "–" : String(value));
  return [
    ...[proof, load, count(lost), count(oversold), count(phantom), count(unexplained)],
    recovery === null ? "–" : `${recovery.toFixed(1)} s`,
    seen,
  ];
}

/** app/docs/proof.md: the table of the last whole run, with its date and the machine. */
export function proofPage(rows: readonly ProofRow[], date: string, machine: string): string {
  return `# Proof

\`npm run proof\` breaks the service on purpose, on this machine alone, and compares what its clients were told with what the database, the
receivers of webhooks and the payment provider hold. Each part can be run alone by a part of its file's name (\`npm run proof -- sale\`).

- Lost: somebody was told of it, or should have been, and it is not there.
- Oversold: a seat was given to two.
- Phantom: it is there, and nobody was told of it.
- Unexplained: times of which clients were told what no order of their calls explains (linearizability).
- –: the part does not look at it.

An asynchronous standby loses what had not reached it when the primary ended: its row says how much that was, and is no fault.

Run on ${date}, ${machine}.

${proofTable(rows)}
`;
}
