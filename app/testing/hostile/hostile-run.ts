import { expect } from "vitest";
import { auditDatabase } from "../../commands/audit-database";
import { operations } from "~/contract";
import { pool } from "~/lib/db.server";
import { examples } from "../examples";
import { makeBystander } from "./bystander";
import { fuzz, type Outcome } from "./fuzz";
import { startWatchedWeb } from "./watched-web";

/** Maximum CPU time for which a single call may block all others. */
const MAX_HELD_MS = 200;

/** TEST_SEED selects another set of calls. */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_122);

/** Runs hostile calls and checks everything that must hold afterwards. */
export async function expectNoHarm(
  processes: number,
  run: { each: number; sampleFor: number },
): Promise<void> {
  const webs = await Promise.all(Array.from({ length: processes }, () => startWatchedWeb()));
  const bystander = await makeBystander();
  const outcome = await fuzz(webs, bystander, { ...run, seed: SEED });
  const ends = await Promise.all(webs.map((web) => web.stop()));
  const holds = webs.flatMap((web) => web.holds).sort((a, b) => b.held_ms - a.held_ms);
  console.log(
    `${outcome.calls} hostile calls of ${operations.length} operations (seed ${SEED}): ${statusesOf(outcome)}; ` +
      `${outcome.booked.length} bookings made; longest hold of the event loop ${Math.round(holds[0]?.held_ms ?? 0)} ms (${holds[0]?.call ?? "none"})`,
  );
  expect(outcome.complaints.slice(0, 60)).toEqual([]);
  expect(holds.filter(({ held_ms }) => held_ms > MAX_HELD_MS)).toEqual([]);
  expect(ends, "exit codes of the web processes").toEqual(webs.map(() => 0));
  expect(unreached(outcome), "operations that never did what they are for").toEqual([]);
  await bystander.expectUntouched();
  await expectNothingLost(outcome);
}

const statusesOf = ({ statuses }: Outcome) =>
  Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ");

/** Operations of which no call succeeded: calls that are all refused early would find nothing. */
function unreached({ done }: Outcome): string[] {
  const ids = new Proxy({} as Parameters<(typeof examples)[string]>[0], { get: () => "x" });
  const isDoable = (name: string) => (examples[name]!(ids)[0]!.status ?? 200) < 400; // there is an example for every operation
  return operations.map(({ name }) => name).filter((name) => isDoable(name) && done[name] === 0);
}

async function expectNothingLost({ booked }: Outcome): Promise<void> {
  const found = await pool.query<{ id: string }>(
    "select id from booking where id = any($1::uuid[])",
    [booked],
  );
  expect(found.rows.length, "confirmed bookings in the database").toBe(new Set(booked).size);
  const client = await pool.connect();
  try {
    expect(await auditDatabase(client)).toEqual([]);
  } finally {
    client.release();
  }
}
