import { expect, test } from "vitest";
import { everyOrder, randomOrders, tryOrder } from "~/testing/payment-orders";

// Money and seat agree: captured money belongs to a booking that has its seat, or was refunded, or
// was kept deliberately by a person who cancelled, or an alert asks a person to look at it. `npm
// run proof` tries millions more.

Error.stackTraceLimit = 0; // most orders are refused somewhere, so stack traces are wasted time

function firstProblems(orders: Iterable<string[]>): string[] {
  const problems: string[] = [];
  for (const order of orders) {
    const problem = tryOrder(order);
    if (problem !== null) problems.push(problem);
    if (problems.length === 5) break;
  }
  return problems;
}

test.each([1, 2, 3])("after every sequence of %i events money and seat agree", (length) => {
  expect(firstProblems(everyOrder(length))).toEqual([]);
});

test("after 20,000 random sequences of up to 14 events money and seat agree", () => {
  expect(firstProblems(randomOrders(20_261_122, 20_000, 14))).toEqual([]);
});

test.each([
  [["paid", "news"]],
  [["paid", "news", "refunded", "news"]],
  [["paid", "news", "cancelled", "news"]],
])("after %j and every sequence of 3 more events money and seat agree", (first) => {
  const orders = [...everyOrder(3)].map((order) => [...first, ...order]);
  expect(firstProblems(orders)).toEqual([]);
});

test("a refund between two failures only compensates the first", () => {
  const order = [
    "paid",
    "part_refunded_there",
    "refund_failed",
    "part_refunded_there",
    "news",
    "refund_failed",
    "cancelled",
  ];
  expect(tryOrder(order)).toBeNull();
});

test("a refund of disputed money keeps the booking until the appeal is decided", () => {
  const order = [
    "paid",
    "disputed",
    "dispute_lost",
    "part_refunded_there",
    "news",
    "dispute_appealed",
    "dispute_won",
  ];
  expect(tryOrder(order)).toBeNull();
});
