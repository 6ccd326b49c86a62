import { standIn } from "~/testing/payments-on";
import { afterAll, expect, test } from "vitest";
import { reportProof } from "~/testing/proof/prove";
import { runRandomMoney } from "~/testing/random-money";

// Run by `npm run proof`. The identities are in testing/random-money.ts. Another seed gives another
// run.

const OPERATIONS = 300;

afterAll(() => standIn.close());

test.for([1, 2, 3])(
  `after ${OPERATIONS} random operations, a tenth of them with faults of the provider, all doors and sums agree (seed %i)`,
  { timeout: 1_800_000 },
  async (seed, { task }) => {
    const { violations, bookings, faults, answers, ended, checks } = await runRandomMoney(
      seed,
      OPERATIONS,
    );
    reportProof(task, {
      proof: "bookings and their money",
      load: `${OPERATIONS} random operations on ${bookings} bookings, ${faults} faults, seed ${seed}`,
      lost: violations.length,
      oversold: null,
      phantom: null,
      unexplained: null,
      recovery: null,
      seen: `${checks} checks of all doors; ended ${JSON.stringify(ended)}; ${JSON.stringify(answers)}`,
    });
    expect(violations).toEqual([]);
  },
);
