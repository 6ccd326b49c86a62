import { expect, test } from "vitest";
import type { PaymentSnapshot } from "~/adapters/payments/port";
import type { PaymentRow } from "../accounting/payment-row";
import { decidePayment } from "./decide-payment";

const open: PaymentSnapshot = {
  session_id: "cs_1",
  charge_ref: null,
  card: null,
  status: "open",
  amount: 2500,
  currency: "EUR",
  fee_amount: 0,
  provider_fee_amount: null,
  method: null,
  refunds: [],
  disputes: [],
  payment_id: "p",
  livemode: false,
  checkout_url: "https://pay.example",
  expires_at: null,
  receipt_url: null,
  failure_code: null,
};
const paid = {
  id: "p",
  status: "paid",
  amount: 2500,
  currency: "EUR",
  charge_ref: "pi_1",
  attention: null,
  receipt_url: null,
} as PaymentRow; // the columns that the decision reads

test("a replayed, outdated response undoes no payment and keeps the charge", () => {
  const { patch, is_captured_now, progress } = decidePayment(paid, [], open);
  expect(patch).toMatchObject({ status: "paid", charge_ref: "pi_1", checkout_url: null });
  expect([is_captured_now, progress]).toEqual([false, null]);
});

test.each(["expired", "failed", "processing"] as const)(
  "a captured payment is not undone by %s",
  (status) => {
    expect(decidePayment(paid, [], { ...open, status }).patch.status).toBe("paid");
  },
);
