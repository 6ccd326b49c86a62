import { expect, test } from "vitest";
import { everyOrder, randomOrders, tryOrder } from "~/testing/payment-orders";

// `npm run proof`. What holds after each order is said in testing/payment-orders.ts. Another seed is another run.

const ORDERS = 2_000_000;
Error.stackTraceLimit = 0; // most orders are refused somewhere, and nobody reads where

function firstProblem(orders: Iterable<string[]>): string | null {
  for (const order of orders) {
    const problem = tryOrder(order);
    if (problem !== null) return problem;
  }
  return null;
}

test("after every order of 5 happenings money and seat agree", () => {
  expect(firstProblem(everyOrder(5))).toBeNull();
}, 1_200_000);

test.each([20_261_122])(
  `after ${ORDERS} random orders of up to 20 happenings money and seat agree (seed %i)`,
  (seed) => {
    expect(firstProblem(randomOrders(seed, ORDERS, 20))).toBeNull();
  },
  1_800_000,
);
