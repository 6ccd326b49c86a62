import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../seeded-random";
import { aCustomer } from "../factory";
import { startWeb, type WebProcess } from "../web-process";
import { audit, histories } from "./audit";
import { atOnce, Clients, type ClientCall } from "./clients";
import { makeCompany, shuffled } from "./company";
import { prove } from "./prove";
import { isLinearizable, type Step } from "./slot-history";

const SEED = 20_261_122;
const SEATS = 3;
const TIMES = 8;
const CALLS = 2400;
const AT_ONCE = 32;

let webs: WebProcess[] = [];
let clients: Clients | undefined;

afterAll(async () => {
  clients?.close();
  await Promise.all(webs.map((web) => web.stop()));
});

test("responses about each slot are linearizable", { timeout: 600_000 }, async ({ task }) => {
  const company = await makeCompany(1, SEATS, TIMES);
  const env = { DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" };
  webs = [await startWeb(env), await startWeb(env)];
  clients = new Clients(() => webs.map(({ url }) => url), company, AT_ONCE);
  const asking = clients;
  const random = seededRandom(SEED);
  const made: ClientCall[] = [];
  await atOnce(AT_ONCE, shuffled(company.slots, CALLS / TIMES, random), async (slot) => {
    const given = random() < 0.5 ? made.pop() : undefined;
    const result =
      given === undefined ? await asking.book(slot, aCustomer()) : await asking.cancel(given);
    if (result.action === "book" && result.status === 201) made.push(result);
  });
  const found = await audit(process.env.DATABASE_URL!, company, asking.results);
  const all = [...histories(asking.results).values()];
  const faults = all.flatMap(oneFaultEach);
  const unseen = faults.filter(({ history }) => isLinearizable(history, SEATS));
  const count = (name: Step["outcome"]) =>
    all.flat().filter(({ outcome }) => outcome === name).length;
  prove(task, found, asking.answers, {
    proof: "responses about each slot are linearizable",
    load: `${TIMES} times of ${SEATS} seats, ${AT_ONCE} clients, two web processes: ${count("taken")} bookings, ${count("refused")} refusals, ${count("freed")} cancellations`,
    recovery: null,
    seen: `of ${faults.length} histories with a fault put in, ${faults.length - unseen.length} are rejected`,
  });
  expect(unseen).toEqual([]);
});

/**
 * A slot's history plus impossible responses: one booking too many, and a refusal while a seat is
 * free.
 */
function oneFaultEach(history: Step[]): { fault: string; history: Step[] }[] {
  const end = Math.max(...history.map(({ answered }) => answered));
  const count = (name: Step["outcome"]) => history.filter(({ outcome }) => outcome === name).length;
  const inUse = count("taken") - count("freed");
  const then = (...outcomes: Step["outcome"][]) => [
    ...history,
    ...outcomes.map((outcome, index): Step => ({
      outcome,
      sent: end + 2 * index + 1,
      answered: end + 2 * index + 2,
    })),
  ];
  const free = SEATS - inUse;
  return [
    {
      fault: "a seat too many",
      history: then(...Array.from({ length: free + 1 }, () => "taken" as const)),
    },
    {
      fault: "refused beside a free seat",
      history: free > 0 ? then("refused") : then("freed", "refused"),
    },
  ];
}
