import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../seeded-random";
import { aCustomer } from "../factory";
import { type Cut, startProxy, type TcpProxy } from "../tcp-proxy";
import { startWeb, type WebProcess } from "../web-process";
import { untilTrue } from "../webhook-receivers";
import { audit } from "./audit";
import { atOnce, Clients, type ClientCall } from "./clients";
import { makeCompany, shuffled } from "./company";
import { prove } from "./prove";

// The network between web process and database cuts, stalls and drops packets. Clients book, and
// every fourth cancels, which is a transaction of several statements.

const SEED = 20_261_122;
const SEATS = 4;
const AT_ONCE = 40;
const STALL_MS = 3000;
const CUTS = 40;
/**
 * The statements that commit a booking: the claim in place_booking, and the end of a transaction.
 */
const COMMITS = ['"occupies_from"', "commit\0"];
const carriesOut = (data: Buffer) => COMMITS.some((text) => data.includes(text));

let proxy: TcpProxy;
let web: WebProcess;
let clients: Clients;

afterAll(async () => {
  clients.close();
  proxy.close();
  await web.stop();
});

test(
  "a network that resets before and after commits, stalls, and half-opens",
  { timeout: 900_000 },
  async ({ task }) => {
    proxy = await startProxy(new URL(process.env.DATABASE_URL!));
    web = await startWeb({ DATABASE_URL: proxy.url, RATE_LIMITS: "off" });
    const company = await makeCompany(4, SEATS, 50);
    clients = new Clients(() => [web.url], company, AT_ONCE);
    const random = seededRandom(SEED);
    const made = { before: 0, after: 0 };
    proxy.onSend = (data): Cut | null => {
      if (!carriesOut(data) || random() > 0.15) return null;
      const cut = random() < 0.5 ? "before" : "after";
      if (made[cut] === CUTS) return null;
      made[cut] += 1;
      return cut;
    };
    const wishes = shuffled(company.slots, SEATS + 2, random);
    const press = async (slot: string): Promise<ClientCall> => {
      const result = await clients.book(slot, aCustomer());
      return result.status === 201 && random() < 0.25 ? clients.cancel(result) : result;
    };
    const recovery: Record<string, number> = {};
    const during = async (part: string[], name: string, trouble: () => Promise<unknown>) => {
      const before = clients.results.length;
      const load = atOnce(AT_ONCE, part, press);
      await untilTrue(() => clients.results.length > before + part.length / 4);
      const from = performance.now();
      await trouble();
      recovery[name] = Math.max(
        recovery[name] ?? 0,
        await clients.secondsUntilAnswered(performance.now()),
        0,
      );
      await load;
      recovery[`${name}, for everybody`] = (performance.now() - from) / 1000;
    };
    const part = (from: number, to: number) =>
      wishes.slice(wishes.length * from, wishes.length * to);

    await atOnce(AT_ONCE, part(0, 0.4), press);
    await during(part(0.4, 0.6), "stall", async () => {
      proxy.stall();
      await wait(STALL_MS);
      proxy.flow();
    });
    let halves = 0;
    await during(
      part(0.6, 0.8),
      "database's half gone",
      async () => (halves = proxy.loseDatabase()),
    );
    await during(part(0.8, 1), "product's half gone", () => proxy.loseProductAt(carriesOut));

    const found = await audit(process.env.DATABASE_URL!, company, clients.results);
    const [booked, freed] = (["book", "cancel"] as const).map(
      (action) =>
        clients.results.filter((result) => result.action === action && result.status < 300).length,
    );
    prove(task, found, clients.answers, {
      proof: "a network between product and database that cuts, stalls and half-opens",
      load: `${booked} bookings, ${freed} cancellations; ${made.before} cuts before and ${made.after} after commit, a stall of ${STALL_MS / 1000} s, ${halves} connections without their database, 1 transaction without its product`,
      recovery: Math.max(...Object.values(recovery)),
      seen: `answered again after: ${Object.entries(recovery)
        .map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`)
        .join(", ")}`,
    });
    expect(made).toEqual({ before: CUTS, after: CUTS });
    expect(halves).toBeGreaterThan(0);
  },
);
