import { describe, expect, test } from "vitest";
import { readPolicy } from "../../identity/policy";
import { keptAmount, previewRefund, refundStartAfterMove } from "./refund-preview";

const HOUR = 3_600_000;
const policy = readPolicy({
  refund_tiers: [
    { hours_before: 48, refund_pct: 100 },
    { hours_before: 24, refund_pct: 50 },
  ],
});
const bookingIn = (hours: number, more: object = {}) => ({
  starts_at: new Date(hours * HOUR),
  refund_starts_at: null,
  price_amount: 1000,
  written_off_amount: 0,
  ...more,
});
const money = (captured: number, refunded = 0, on_way = 0) => ({
  captured,
  refunded,
  lost: 0,
  on_way,
  owed: 0,
  refundable: captured - refunded - on_way,
});

describe("a cancellation refunds", () => {
  test.each([
    ["all of the price in time", 50, {}, money(1000), 1000],
    ["half of it in the tier of half", 30, {}, money(1000), 500],
    ["nothing after the last tier", 10, {}, money(1000), 0],
    ["what is owed in full, and half of the price", 30, {}, money(2000), 1500],
    ["what is owed in full after the last tier", 10, {}, money(2000), 1000],
    ["nothing of a credit twice that is on its way", 30, {}, money(2000, 0, 1000), 500],
    ["half of the price once the credit is back", 30, {}, money(2000, 1000), 500],
    [
      "what is left after 700 of 1000 went back",
      30,
      { written_off_amount: 700 },
      money(1000, 700),
      300,
    ],
    ["all of a deposit in time", 50, {}, money(250), 250],
    ["nothing of a deposit below what is kept of the price", 30, {}, money(250), 0],
    ["nothing of a deposit that is just what is kept", 30, {}, money(500), 0],
    ["what was paid above half of the price", 30, {}, money(800), 300],
    ["nothing of a deposit after the last tier", 10, {}, money(250), 0],
    ["a credit above a deposit's price first", 30, { price_amount: 200 }, money(250), 150],
    ["what is left of a deposit after 100 of it went back", 50, {}, money(250, 100), 150],
    [
      "what is above half of the price less what nobody collects",
      30,
      { written_off_amount: 500 },
      money(500),
      250,
    ],
    ["the company's half rounded up", 30, { price_amount: 999 }, money(999), 499],
    [
      "no credit that a person decided to keep",
      30,
      { written_off_amount: -1000 },
      money(2000),
      500,
    ],
    [
      "by the start before a guest's move",
      400,
      { refund_starts_at: new Date(30 * HOUR) },
      money(1000),
      500,
    ],
    [
      "by the present start where it is the earlier one",
      10,
      { refund_starts_at: new Date(30 * HOUR) },
      money(1000),
      0,
    ],
  ])("%s", (_name, hours, more, paid, refund) => {
    expect(previewRefund(policy, bookingIn(hours, more), paid, 0).refund_amount).toBe(refund);
  });

  test.each([
    [8000, 100, 0],
    [8000, 50, 4000],
    [8000, 0, 8000],
    [999, 50, 500],
    [0, 50, 0],
  ])("and of a price of %d at %d %% keeps %d", (price, pct, kept) => {
    expect(keptAmount(price, pct)).toBe(kept);
  });

  test("nothing that is disputed", () => {
    const disputed = { ...money(2000), refundable: 0 };
    expect(previewRefund(policy, bookingIn(50), disputed, 0)).toMatchObject({
      refund_amount: 0,
      credit_amount: 0,
    });
  });
});

describe("the start for the refund tier after a guest's move", () => {
  const after = (hours: number, more: object = {}) =>
    refundStartAfterMove(policy, bookingIn(hours, more), new Date(0))?.getTime() ?? null;
  test("is the new one if the highest tier still applied", () => {
    expect(after(50)).toBeNull();
  });
  test("stays the previous one if moved within a lower tier, and the earliest of several", () => {
    expect(after(30)).toBe(30 * HOUR);
    expect(after(10)).toBe(10 * HOUR);
    expect(after(400, { refund_starts_at: new Date(30 * HOUR) })).toBe(30 * HOUR);
    expect(after(26, { refund_starts_at: new Date(30 * HOUR) })).toBe(26 * HOUR);
  });
});
