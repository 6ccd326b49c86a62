import { format } from "prettier";
import { expect, test } from "vitest";
import type { ProbeRow, ProofRow } from "../testing/proof/proof-row";
import { probeRows, probeTable, proofPage, proofRows, proofTable } from "./proof-table";

const ROW: ProofRow = {
  proof: "a sale",
  load: "3 clients",
  lost: 0,
  oversold: 1,
  phantom: 0,
  unexplained: 0,
  recovery: 1.26,
  seen: "201: 1",
};
const NOTHING: ProofRow = {
  ...ROW,
  proof: "a full disk",
  load: "not run",
  lost: null,
  oversold: null,
  phantom: null,
  unexplained: null,
  recovery: null,
};

test("reads the rows that tests recorded", () => {
  const report = {
    testResults: [
      { assertionResults: [{ meta: { proof: ROW } }, { meta: {} }, {}] },
      { assertionResults: [] },
    ],
  };
  expect(proofRows(report)).toEqual([ROW]);
  expect(proofRows(null)).toEqual([]);
});

test("the table shows counts, and what could not be counted", () => {
  const lines = proofTable([ROW, NOTHING]).split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[2]).toMatch(
    /^\| a sale +\| 3 clients +\| 0 +\| 1 +\| 0 +\| 0 +\| 1\.3 s +\| 201: 1 \|$/,
  );
  expect(lines[3]).toMatch(
    /^\| a full disk +\| not run +\| – +\| – +\| – +\| – +\| – +\| 201: 1 \|$/,
  );
});

const PROBES: ProbeRow[] = [
  { name: "audit.list", calls: 30, slowest_ms: 12, by: "unchanged (/healthz)" },
  { name: "/sign-in", calls: 60, slowest_ms: 290, by: "a|b" },
];

test("waiting times of other tenants are a separate table, slowest first", () => {
  const report = {
    testResults: [{ assertionResults: PROBES.map((probe) => ({ meta: { probe } })) }],
  };
  const lines = probeTable(probeRows(report)).split("\n");
  expect(lines[2]).toMatch(/^\| \/sign-in +\| 60 +\| 290 ms +\| a\\\|b +\|$/);
  expect(lines[3]).toContain("audit.list");
});

test("the page is formatted as the rest of the docs", async () => {
  const page = proofPage([ROW, NOTHING], PROBES, "2026-11-22", "2 cores");
  expect(await format(page, { parser: "markdown", printWidth: 120 })).toBe(page);
});
