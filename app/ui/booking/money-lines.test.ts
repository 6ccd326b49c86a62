import { expect, test } from "vitest";
import type { Booking } from "~/contract/bookings";
import type { Payment } from "~/contract/payments";
import { moneyLines } from "./money-lines";

const booking = {
  price_amount: 11_970,
  currency: "EUR",
  balance_amount: 6970,
  party_size: 1,
  addons: [],
  party: [],
} as Partial<Booking> as Booking; // what the lines are made of
const payment = (fields: Partial<Payment>): Payment =>
  ({
    captured_at: "2026-11-18T09:31:00Z",
    provider: "stripe",
    amount: 5000,
    currency: "EUR",
    refunds: [],
    ...fields,
  }) as Payment;
const lines = (change: Partial<Parameters<typeof moneyLines>[0]>) =>
  moneyLines({
    booking,
    service: "Cut and colour",
    payments: [],
    locale: "en-GB",
    owes: true,
    day: (instant) => instant.slice(0, 10),
    ...change,
  }).map(({ label, about, amount }) => [label, about, amount].filter(Boolean).join(" | "));

test("a price, what was paid, and what is due", () => {
  expect(lines({ payments: [payment({})] })).toEqual([
    "Cut and colour | €119.70",
    "Paid | online, 2026-11-18 | -€50.00",
    "Due | €69.70",
  ]);
});

test("who may not see the payments sees their sum", () => {
  expect(lines({ payments: null })).toEqual([
    "Cut and colour | €119.70",
    "Paid | -€50.00",
    "Due | €69.70",
  ]);
});

test("what went back stands below its payment, the oldest payment first; what was never taken is left out", () => {
  const refund = {
    amount: 3100,
    currency: "EUR",
    status: "succeeded",
    created_at: "2026-11-20T10:00:00Z",
  };
  const payments = [
    payment({ captured_at: null }),
    payment({
      provider: "offline",
      captured_at: "2026-11-19T09:00:00Z",
      refunds: [refund] as Payment["refunds"],
    }),
    payment({}),
  ];
  expect(lines({ payments, booking: { ...booking, balance_amount: -500 } })).toEqual([
    "Cut and colour | €119.70",
    "Paid | online, 2026-11-18 | -€50.00",
    "Paid | at the desk, 2026-11-19 | -€50.00",
    "Refunded | 2026-11-20 | €31.00",
    "Owed to guest | €5.00",
  ]);
});

test("nothing is due of a booking that does not take place, and nothing is said where there is no price", () => {
  expect(lines({ owes: false })).toEqual(["Cut and colour | €119.70"]);
  expect(lines({ booking: { ...booking, price_amount: null } })).toEqual([]);
});

test("with add-ons, each has a line above the total", () => {
  const addons = [
    { id: "racket", name: "Racket", price_amount: 400, quantity: 2 },
    { id: "light", name: "Light", price_amount: 600, quantity: 1 },
  ];
  const whole = { ...booking, addons, party_size: 3, price_amount: 7400, balance_amount: 7400 };
  expect(lines({ booking: whole })).toEqual([
    "Cut and colour | × 3 | €60.00",
    "Racket | × 2 | €8.00",
    "Light | €6.00",
    "Total | €74.00",
    "Due | €74.00",
  ]);
  const agreed = { ...whole, price_amount: 1000, balance_amount: 0 };
  expect(lines({ booking: agreed, owes: false })).toEqual([
    "Cut and colour | × 3 | €0.00",
    "Racket | × 2 | €8.00",
    "Light | €6.00",
    "Agreed price | -€4.00",
    "Total | €10.00",
  ]);
});
