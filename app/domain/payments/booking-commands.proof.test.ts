import { expect, test } from "vitest";
import { everyOrder, randomOrders, tryOrder } from "~/testing/payment-orders";
import { reportProof } from "~/testing/proof/prove";

// Run by `npm run proof`. The invariants are in testing/payment-orders.ts. Another seed gives
// another run.

const ORDERS = 2_000_000;
Error.stackTraceLimit = 0; // most orders are refused somewhere, so stack traces are wasted time

function firstProblem(orders: Iterable<string[]>): string | null {
  for (const order of orders) {
    const problem = tryOrder(order);
    if (problem !== null) return problem;
  }
  return null;
}

const AGREES = {
  lost: 0,
  oversold: 0,
  phantom: 0,
  unexplained: null,
  recovery: null,
  seen: "money and seat agree after each",
};

test(
  "after every sequence of 4 events money and seat agree",
  { timeout: 1_200_000 },
  ({ task }) => {
    expect(firstProblem(everyOrder(4))).toBeNull();
    reportProof(task, {
      proof: "payments in every order",
      load: "every order of 4 happenings",
      ...AGREES,
    });
  },
);

test.for([20_261_122])(
  `after ${ORDERS} random orders of up to 20 happenings money and seat agree (seed %i)`,
  { timeout: 1_800_000 },
  (seed, { task }) => {
    expect(firstProblem(randomOrders(seed, ORDERS, 20))).toBeNull();
    const load = `${ORDERS} random orders of up to 20 happenings, seed ${seed}`;
    reportProof(task, { proof: "payments in random orders", load, ...AGREES });
  },
);
