import { afterAll, beforeAll, expect, test } from "vitest";
import { randomLoad, startProcesses, stopProcesses } from "./booking-load";

// `npm run proof`. Another seed is another run.

const CALLS = 12_000;

beforeAll(startProcesses, 120_000);
afterAll(stopProcesses);

test.each([20_261_122])(
  `${CALLS} calls of random load leave no instant with a seat too many (seed %i)`,
  async (seed) => {
    expect(await randomLoad(seed, CALLS)).toBeGreaterThan(CALLS / 4);
  },
  1_200_000,
);
