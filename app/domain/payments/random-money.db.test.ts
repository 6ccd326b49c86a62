import { standIn } from "~/testing/payments-on";
import { afterAll, expect, test } from "vitest";
import { runRandomMoney } from "~/testing/random-money";

// Every euro of a booking is paid, due, written off, returned, owed or kept by a rule, and each door says so. More of it: `npm run proof`.

afterAll(() => standIn.close());

test("after 40 random operations, a tenth of them with faults of the provider, all doors and sums agree", async () => {
  expect(await runRandomMoney(20_261_126, 40)).toMatchObject({ operations: 40, violations: [] });
});
