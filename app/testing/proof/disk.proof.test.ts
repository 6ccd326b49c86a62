import { smallDisk } from "./small-disk";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../seeded-random";
import { aCustomer } from "../factory";
import { startWeb, type WebProcess } from "../web-process";
import { untilTrue } from "../webhook-receivers";
import { audit } from "./audit";
import { atOnce, Clients } from "./clients";
import { makeCompany, shuffled } from "./company";
import { prove, reportProof } from "./prove";

const SEED = 20_261_122;
const SEATS = 4;
const FULL_MS = 5000;
const PROOF = "the disk of the database full";

let web: WebProcess | undefined;
let clients: Clients | undefined;

afterAll(async () => {
  clients?.close();
  await web?.stop();
  await smallDisk?.postgres.stop();
  smallDisk?.remove();
});

test("a full disk", { timeout: 600_000 }, async ({ task }) => {
  if (smallDisk === null)
    return reportProof(task, {
      proof: PROOF,
      load: "not run: mounting a small disk needs root",
      lost: null,
      oversold: null,
      phantom: null,
      unexplained: null,
      recovery: null,
      seen: "",
    });
  const { postgres, fill, empty } = smallDisk;
  const company = await makeCompany(3, SEATS, 60);
  const { url } = (web = await startWeb({ DATABASE_URL: postgres.url(), RATE_LIMITS: "off" }));
  clients = new Clients(() => [url], company, 20);
  const { results, answers } = clients;
  const asking = clients;
  const wishes = shuffled(company.slots, SEATS + 1, seededRandom(SEED));
  const load = atOnce(20, wishes, (slot) => asking.book(slot, aCustomer()));
  await untilTrue(() => results.length > wishes.length / 4);
  const before = new Map(answers);
  fill();
  const isRefused = () =>
    [...answers].some(
      ([name, count]) => !/^(201|409)$/.test(name) && count > (before.get(name) ?? 0),
    );
  await untilTrue(() => isRefused());
  await wait(FULL_MS);
  const readiness = (await fetch(`${url}/readyz`)).status;
  empty();
  const from = performance.now();
  await postgres.startIfEnded();
  const again = await asking.secondsUntilAnswered(from);
  await load;
  const found = await audit(postgres.url(), company, results);
  const booked = results.filter(({ status }) => status === 201).length;
  prove(task, found, answers, {
    proof: PROOF,
    load: `${booked} bookings; full for ${FULL_MS / 1000} s`,
    recovery: again,
    seen: `/readyz said ${readiness} meanwhile`,
  });
  expect(booked).toBe(company.slots.length * SEATS);
  expect(readiness).toBe(503);
});
