import { pathOfTool } from "./test-tools.mjs";
import { PlainError } from "./plain-error";

/** Moments at which date code has failed before. `--at` accepts their names, or `all`. */
export const MOMENTS: Record<string, string> = {
  monday: "2026-11-30T00:10:00+01:00",
  sunday: "2026-11-29T23:50:00+01:00",
  "new-year": "2026-12-31T23:40:00+01:00",
  "spring-new-york": "2027-03-14T01:40:00-05:00",
  spring: "2027-03-28T01:40:00+01:00",
  autumn: "2027-10-31T02:40:00+02:00",
  "autumn-new-york": "2027-11-07T01:40:00-04:00",
  "leap-day": "2028-02-29T00:10:00+01:00",
};

/** Instants named by `--at`: one, or the whole table; null means the current time. */
export function instantsOf(at: string | null): (string | null)[] {
  if (at === null) return [null];
  if (at === "all") return Object.values(MOMENTS);
  const instant = MOMENTS[at] ?? at;
  if (!/(Z|[+-]\d\d:\d\d)$/.test(instant) || Number.isNaN(Date.parse(instant)))
    throw new PlainError(
      `--at accepts an instant with its offset (2026-11-30T00:10+01:00), "all" or one of ${Object.keys(MOMENTS).join(", ")}.`,
    );
  return [instant];
}

/**
 * Environment in which every process that a test starts (Node, Postgres, the browser) begins at
 * `instant`; the clock then advances normally. Durations are unaffected.
 */
export function environmentAt(instant: string | null): Record<string, string> {
  if (instant === null) return {};
  const ahead = Math.round((Date.parse(instant) - Date.now()) / 1000);
  return {
    LD_PRELOAD: pathOfTool("faketime") ?? "",
    FAKETIME: `${ahead < 0 ? "" : "+"}${ahead}`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_DISABLE_SHM: "1",
    NO_FAKE_STAT: "1",
  };
}
