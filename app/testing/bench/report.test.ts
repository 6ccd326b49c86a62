import { format } from "prettier";
import { expect, test } from "vitest";
import { writeAims } from "./aims";
import { benchPage, benchTable } from "./report";
import type { Result, Results } from "./results";
import { readSettings } from "./settings";
import { subjectsOf } from "./subjects";

const settings = readSettings(["--slots=10000,20000", "--tenants=1"]);
const subjects = subjectsOf(settings);

const result = (per_second: number, server_cpu: number): Result => ({
  per_second,
  server_cpu,
  p50: 2,
  p99: 9.96,
  database_cpu: 100,
});
const unmeasured: Result = {
  per_second: null,
  p50: 4,
  p99: 5,
  server_cpu: null,
  database_cpu: null,
};

const FLOOR = "f3b http + pg, every row of a booking";
const BOOKING = "widget booking, many slots";
const results: Results = new Map([
  [FLOOR, [result(1000, 100), result(500, 300), result(800, 100)]],
  [BOOKING, [result(500, 300), result(400, 700), result(400, 300)]],
  ["sale: got a seat", [unmeasured, unmeasured, unmeasured]],
  [
    "widget booking · 10,000 slots, 1 tenant",
    [result(500, 300), result(500, 300), result(500, 300)],
  ],
  [
    "widget booking · 20,000 slots, 1 tenant",
    [result(400, 300), result(300, 300), result(500, 300)],
  ],
]);
const table = benchTable(subjects, results);
const cellsOf = (name: string) =>
  table
    .split("\n")
    .find((line) => line.startsWith(`| ${name} `))!
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());

test("a row shows medians, and ratios to the floor and to smaller data within a round", () => {
  expect(cellsOf(BOOKING)).toEqual([
    "400 (400–500)",
    "2.00 (2.00–2.00)",
    "9.96 (9.96–9.96)",
    "300 (300–700)",
    "100 (100–100)",
    "0.50 (0.50–0.80)",
    "2.00 (2.00–2.00)",
    "–",
  ]);
  expect(cellsOf("widget booking · 20,000 slots, 1 tenant").at(-1)).toBe("0.80 (0.60–1.00)");
  expect(cellsOf("widget booking · 10,000 slots, 1 tenant").at(-1)).toBe("–");
  expect(cellsOf(FLOOR).slice(5)).toEqual(["–", "–", "–"]);
});

test("missing results are dashes, and a single round has no range", () => {
  expect(cellsOf("sale: got a seat")).toEqual([
    "–",
    "4.00 (4.00–4.00)",
    "5.00 (5.00–5.00)",
    "–",
    "–",
    "–",
    "–",
    "–",
  ]);
  expect(benchTable([], new Map([["one", [result(400, 300)]]]))).toContain("| 400      | 2.00 ");
});

test("aims are listed only for measured subjects", () => {
  expect(writeAims(settings.datasets, results, 0.5)).toEqual([
    "pass booking / every row of a booking (f3b), CPU: 2.00 (2.00–2.00), at most 2.2",
    "MISS booking rate, 10,000 slots, 1 tenant → 20,000 slots, 1 tenant: 0.80 (0.60–1.00), at least 0.95",
    "pass slot generation, 30 days of 15 minutes, 200 busy: 0.50 ms CPU, below 1",
  ]);
});

test("every floor and every smaller size is a subject of the same run", () => {
  const names = subjects.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { floor, smaller } of subjects)
    for (const name of [floor, smaller]) expect([...names, undefined]).toContain(name);
});

test("the page is formatted as the rest of the docs", async () => {
  const page = benchPage({
    date: "2026-11-22",
    machine: "2 cores",
    table,
    aims: writeAims([], results, 0.5),
  });
  expect(await format(page, { parser: "markdown", printWidth: 120 })).toBe(page);
});
