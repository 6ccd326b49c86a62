import { expect, test } from "vitest";
import type { CsvColumn } from "~/lib/csv";
import { csvResponse } from "./csv.server";

test("a long file yields to other requests", async () => {
  const rows = Array.from({ length: 1000 }, (_, number) => ({ number }));
  const columns = [{ name: "number", value: (row: { number: number }) => row.number }];
  let turns = 0;
  let isDone = false;
  const take = () => void (isDone || (turns++, setImmediate(take)));
  setImmediate(take);
  const text = await csvResponse("numbers.csv", columns, [rows], "UTC").text();
  isDone = true;
  expect(text.split("\r\n")).toHaveLength(1002);
  expect(turns).toBeGreaterThanOrEqual(20);
});

test("a file begins with a byte order mark, and a local time follows each instant", async () => {
  interface Visit {
    at: string | null;
    zone: string;
  }
  const columns: CsvColumn<Visit>[] = [
    { name: "at", instant: (row) => row.at },
    { name: "there", instant: (row) => row.at, zone: (row) => row.zone },
    { name: "zone", value: (row) => row.zone },
  ];
  const rows = [
    { at: "2026-07-01T22:30:00Z", zone: "America/New_York" },
    { at: null, zone: "UTC" },
  ];
  const bytes = new Uint8Array(
    await csvResponse("visits.csv", columns, [rows], "Europe/Amsterdam").arrayBuffer(),
  );
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe(
    [
      "at,at_local,there,there_local,zone",
      "2026-07-01T22:30:00Z,2026-07-02 00:30,2026-07-01T22:30:00Z,2026-07-01 18:30,America/New_York",
      ",,,,UTC",
      "",
    ].join("\r\n"),
  );
});
