import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { seededRandom } from "../seeded-random";
import { aCustomer } from "../factory";
import { startWeb, type WebProcess } from "../web-process";
import { audit } from "./audit";
import { atOnce, Clients } from "./clients";
import { makeCompany, shuffled } from "./company";
import { prove } from "./prove";

const SEED = 20_261_122;
const SEATS = 5;
const CONNECTIONS = 2;
/** Longer than the product waits for a connection. */
const HELD_MS = 8000;

let web: WebProcess;
let clients: Clients;
let holder: pg.Client;

afterAll(async () => {
  clients.close();
  await holder.end();
  await web.stop();
});

test(
  "no connection to the database is left for seconds",
  { timeout: 600_000 },
  async ({ task }) => {
    const company = await makeCompany(3, SEATS, 20);
    holder = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await holder.connect();
    web = await startWeb({
      DATABASE_URL: process.env.DATABASE_URL!,
      RATE_LIMITS: "off",
      DATABASE_POOL_SIZE: String(CONNECTIONS),
    });
    clients = new Clients(() => [web.url], company);
    const wishes = shuffled(company.slots, SEATS + 2, seededRandom(SEED));
    // Bookings wait for this while holding a connection; everyone else waits for a connection.
    await holder.query("begin");
    await holder.query("select from resource where tenant_id = $1 for update", [company.tenant_id]);
    const load = atOnce(100, wishes, (slot) => clients.book(slot, aCustomer()));
    await wait(HELD_MS);
    await holder.query("rollback");
    const again = await clients.secondsUntilAnswered(performance.now());
    await load;
    const found = await audit(process.env.DATABASE_URL!, company, clients.results);
    const booked = clients.results.filter(({ status }) => status === 201).length;
    prove(task, found, clients.answers, {
      proof: "the connection pool exhausted",
      load: `${CONNECTIONS} connections, held for ${HELD_MS / 1000} s, 100 clients; ${booked} bookings`,
      recovery: again,
      seen: `${clients.answers.get("503") ?? 0} got Retry-After`,
    });
    expect(booked).toBe(company.slots.length * SEATS);
    expect(clients.answers.get("503")).toBeGreaterThan(0);
  },
);
