import { test } from "vitest";
import "../payments-on";
import "../legacypay-on";
import { expectNoHarm, SEED } from "./hostile-run";

// A short version of hostile-calls.proof.test.ts, over HTTP.

test(
  `some hostile calls of every operation do no harm (seed ${SEED})`,
  { timeout: 1_800_000 },
  async () => {
    await expectNoHarm(2, { each: 24, sampleFor: 33 });
  },
);
