import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { peerStart, whyNoPeer } from "./peer-data";
import { SLOTS_PER_RESOURCE } from "./dataset";

test("where the peer is not installed, one line says how it is", () => {
  const folder = mkdtempSync(join(tmpdir(), "peer-"));
  expect(whyNoPeer("")).toMatch(/^payload-reserve is not installed[^\n]*--peer=FOLDER\.$/);
  expect(whyNoPeer(folder)).toBe(whyNoPeer(""));
  const place = join(folder, "node_modules/payload-reserve");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), "{}");
  expect(whyNoPeer(folder)).toBeNull();
  rmSync(folder, { recursive: true });
});

test("no two times of a resource are the same, and all are within its hours", () => {
  const base = "2026-11-23T08:00:00Z";
  const starts = Array.from({ length: SLOTS_PER_RESOURCE }, (_, i) => peerStart({ base }, i));
  expect(new Set(starts).size).toBe(SLOTS_PER_RESOURCE);
  expect([...new Set(starts.map((start) => start.slice(11)))]).toEqual(
    ["08", "10", "12", "14"].map((hour) => `${hour}:00:00.000Z`),
  );
  expect(starts[0]).toBe("2026-11-25T08:00:00.000Z");
});
