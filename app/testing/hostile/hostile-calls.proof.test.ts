import { test } from "vitest";
import "../payments-on";
import "../legacypay-on";
import { expectNoHarm, SEED } from "./hostile-run";

// `npm run proof hostile`. TEST_SEED=7 sends different calls.

const EACH = 400;

test(
  `${EACH} hostile calls of every operation do no harm (seed ${SEED})`,
  { timeout: 3_600_000 },
  async () => {
    await expectNoHarm(3, { each: EACH, sampleFor: 1 });
  },
);
