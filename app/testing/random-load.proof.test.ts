import { afterAll, beforeAll, expect, test } from "vitest";
import { randomLoad, startProcesses, stopProcesses } from "./booking-load";
import { reportProof } from "./proof/prove";

// `npm run proof`, with a configurable seed.

const CALLS = 12_000;

beforeAll(startProcesses);
afterAll(stopProcesses);

test.for([20_261_122])(
  `${CALLS} calls of random load never oversell (seed %i)`,
  { timeout: 1_200_000 },
  async (seed, { task }) => {
    const startedAt = performance.now();
    const carriedOut = await randomLoad(seed, CALLS);
    // Most requests find the time taken: sixteen clients compete for 30 to 90 minutes of three
    // seats.
    expect(carriedOut).toBeGreaterThan(CALLS / 6);
    reportProof(task, {
      proof: "random load of booking, cancelling, moving and lapsing",
      load: `${CALLS} calls by 16 clients, seed ${seed}, two web and two worker processes`,
      lost: 0,
      oversold: 0,
      phantom: 0,
      unexplained: null,
      recovery: null,
      seen: `${carriedOut} were not refused; ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    });
  },
);
