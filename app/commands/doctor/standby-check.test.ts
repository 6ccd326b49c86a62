import { expect, test } from "vitest";
import { classifyStandbys, type Server, type Standby } from "./standby-check";

const primary: Server = { is_standby: false, behind_seconds: null, waits_for: "", role: "booking" };
const patroni: Server = { ...primary, waits_for: '"db2"' };
const db2: Standby = { name: "db2", state: "streaming", sync_state: "sync", lag_seconds: 0.04 };

test.each<[string, Server, Standby[], string, string]>([
  ["one server", primary, [], "ok", "none: without one, data since the last backup"],
  ["synchronous", patroni, [db2], "ok", "db2 takes part in every commit, 0.0 s behind"],
  ["a quorum", patroni, [{ ...db2, sync_state: "quorum" }], "ok", "takes part in every commit"],
  [
    "asynchronous",
    primary,
    [{ ...db2, sync_state: "async" }],
    "warn",
    "db2 follows asynchronously",
  ],
  ["late", patroni, [{ ...db2, lag_seconds: 61 }], "warn", "61.0 s behind"],
  ["being copied", primary, [{ ...db2, state: "startup" }], "warn", "db2 is not ready (startup)"],
  ["waited for and away", patroni, [], "fail", "commits wait for a standby, but none is connected"],
  [
    "hidden",
    patroni,
    [{ ...db2, state: null, sync_state: null }],
    "warn",
    "1 not visible to this role",
  ],
  [
    "a standby itself",
    { ...primary, is_standby: true, behind_seconds: 3 },
    [],
    "fail",
    "points to a standby, 3.0 s behind",
  ],
])("%s", (_, server, standbys, state, summary) => {
  const found = classifyStandbys(server, standbys);
  expect(found).toMatchObject({ state, summary: expect.stringContaining(summary) });
  expect(found.advice === undefined).toBe(state === "ok");
});
