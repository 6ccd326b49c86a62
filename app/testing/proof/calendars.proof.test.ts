// First: they set the environment that the registry reads.
import "../google-calendar";
import "../microsoft-calendar";
import { radicale } from "../radicale-on";
import { expect, type TestContext, test } from "vitest";
import { FAULT_POINTS } from "~/lib/fault-point.server";
import { seededRandom } from "../seeded-random";
import { needsTool } from "../needs-tool";
import { auditStorm } from "../storm/audit-storm";
import { CalendarStorm } from "../storm/calendar-storm";
import { caldavSide, googleSide, graphSide, type StormSide } from "../storm/storm-sides";
import { reportProof } from "./prove";

// `npm run proof -- calendars`. Another seed produces another run.

const OPERATIONS = 10_000;
/** Points at which a worker is killed, in turn. */
const POINTS = FAULT_POINTS.filter((point) => /^(push|pull)\./.test(point));
const SEED = 20_261_125;
const title = `${OPERATIONS} operations on both sides of a calendar, with faults (seed ${SEED})`;
const options = { timeout: 3_600_000 };

needsTool("radicale")(
  `${title}: CalDAV`,
  options,
  ({ task }) => prove("a CalDAV server", caldavSide(radicale!), task), // the tool is there
);
test(`${title}: Google`, options, ({ task }) => prove("Google's stand-in", googleSide(), task));
test(`${title}: Outlook`, options, ({ task }) => prove("Outlook's stand-in", graphSide(), task));

async function prove(name: string, side: StormSide, task: TestContext["task"]): Promise<void> {
  const startedAt = performance.now();
  const storm = await CalendarStorm.begin(side, seededRandom(SEED));
  const rounds = POINTS.length * 2;
  for (let round = 0; round < rounds; round++) {
    await storm.run(OPERATIONS / rounds);
    await storm.kill(POINTS[round % POINTS.length]!);
  }
  await storm.settle();
  const found = await auditStorm(storm);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const counts = [...storm.counts].sort(([one], [other]) => one.localeCompare(other));
  reportProof(task, {
    proof:
      "connected calendars: both sides change at random, calls and answers are lost, workers are killed",
    load: `${OPERATIONS} operations, two calendars of ${name}, seed ${SEED}`,
    lost: found.lost.length,
    oversold: found.oversold.length + found.open.length,
    phantom: found.phantom.length,
    unexplained: null,
    recovery: null,
    seen: `${counts.map(([each, count]) => `${each}: ${count}`).join(", ")}; ${seconds} s`,
  });
  expect(found).toEqual({ lost: [], oversold: [], phantom: [], open: [] });
}
