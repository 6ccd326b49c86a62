import "~/testing/payments-on";
import { expect, test } from "vitest";
import { runRandomMoney } from "~/testing/random-money";

// All money of a booking is paid, due, written off, refunded, owed or retained by a rule, and all
// outputs agree. `npm run proof` runs more of it.

test("after 40 random operations, a tenth with provider faults, all outputs and sums agree", async () => {
  expect(await runRandomMoney(20_261_126, 40)).toMatchObject({ operations: 40, violations: [] });
});
