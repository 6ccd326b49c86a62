// First: they set the environment that the registry reads.
import "../google-calendar";
import "../microsoft-calendar";
import { radicale } from "../radicale-on";
import { expect, test } from "vitest";
import { seededRandom } from "../seeded-random";
import { needsTool } from "../needs-tool";
import { auditStorm } from "./audit-storm";
import { CalendarStorm } from "./calendar-storm";
import { caldavSide, googleSide, graphSide, type StormSide } from "./storm-sides";

const SEED = 20_261_125;
const OPERATIONS = 300;
const MORE_ROUNDS = 20;
const SEEN = [
  "booked",
  "moved",
  "cancelled",
  "appointment changed",
  "booking's event moved outside",
  "answer lost",
  "ended in a call",
];

async function survives(side: StormSide, seen: string[]): Promise<void> {
  const storm = await CalendarStorm.begin(side, seededRandom(SEED));
  await storm.run(OPERATIONS);
  // Events can be moved only after they are written: with a slow worker some operations are rare.
  const isMissing = (operation: string) => !storm.counts.has(operation);
  for (let round = 0; round < MORE_ROUNDS && seen.some(isMissing); round++) await storm.run(100);
  await storm.settle();
  expect(await auditStorm(storm)).toEqual({ lost: [], oversold: [], phantom: [], open: [] });
  for (const operation of seen)
    expect(storm.counts.get(operation) ?? 0, operation).toBeGreaterThan(0);
}

const operation = `${OPERATIONS} random operations on both sides, with faults, leave both sides with the same`;

needsTool("radicale")(`${operation}: CalDAV`, () => survives(caldavSide(radicale!), SEEN)); // the tool is there

test.for([
  ["Google", googleSide],
  ["Outlook", graphSide],
] as const)(`${operation}: %s`, ([, begin]) =>
  survives(begin(), [...SEEN, "booking's event copied outside"]),
);
