import { expect, test } from "vitest";
import { ProviderError } from "./port";
import { toHint } from "./stripe-hint";

const event = (type: string, object: object = {}) => ({
  id: "evt_1",
  type,
  livemode: false,
  data: { object },
});

test.each([
  null,
  "text",
  [],
  {},
  { ...event("charge.refunded"), data: "-1.00" },
  { ...event("charge.refunded"), data: { object: null } },
  { ...event("account.updated"), id: "x".repeat(256) },
  { ...event("account.updated"), account: { id: "acct_1" } },
  event("checkout.session.completed", { id: "a\u0000b" }),
  event("charge.refunded", { payment_intent: {} }),
])("a signed payload that is not an event is refused: %j", (sent) => {
  expect(() => toHint(sent)).toThrow(ProviderError);
});

test("events identify their payment; others are ignored", () => {
  const hint = { event_id: "evt_1", livemode: false, organization_id: null };
  const payment = { ...hint, kind: "payment" };
  expect(toHint(event("checkout.session.expired", { id: "cs_1" }))).toEqual({
    ...payment,
    session_id: "cs_1",
    charge_ref: null,
  });
  for (const payment_intent of ["pi_1", { id: "pi_1", status: "succeeded" }])
    expect(toHint(event("refund.failed", { payment_intent }))).toEqual({
      ...payment,
      session_id: null,
      charge_ref: "pi_1",
    });
  expect(toHint(event("refund.updated"))).toEqual({
    ...hint,
    kind: "ignored",
    type: "refund.updated",
  });
  expect(toHint({ ...event("account.updated"), account: "acct_1" })).toEqual({
    ...hint,
    organization_id: "acct_1",
    kind: "account_changed",
  });
});
