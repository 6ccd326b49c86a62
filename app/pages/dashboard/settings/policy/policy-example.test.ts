import { expect, test } from "vitest";
import { policyExample } from "./policy-example";

const money = { currency: "EUR", locale: "en" };
const say = (fields: Record<string, string>) =>
  policyExample(
    (name) =>
      ({
        "cancel_window.amount": "1",
        "cancel_window.unit": "days",
        refunds: "steps",
        "tiers[0].hours_before": "48",
        "tiers[0].refund_pct": "100",
        "tiers[1].hours_before": "24",
        "tiers[1].refund_pct": "50",
        example_price: "42",
        example_hours: "30",
        ...fields,
      })[name] ?? "",
    3,
    money,
  );

test.each([
  [{}, "Cancelled 30 h before: €21.00 of €42.00 refunded."],
  [{ example_hours: "72" }, "Cancelled 72 h before: €42.00 of €42.00 refunded."],
  [{ example_price: "42,50" }, "Cancelled 30 h before: €21.25 of €42.50 refunded."],
  [
    { "tiers[2].hours_before": "30", "tiers[2].refund_pct": "80" },
    "Cancelled 30 h before: €33.60 of €42.00 refunded.",
  ],
  [{ refunds: "window" }, "Cancelled 30 h before: €42.00 of €42.00 refunded."],
  [
    { example_hours: "2" },
    "Cancelled 2 h before: €0.00 of €42.00 refunded. Only you can cancel that late, not the guest.",
  ],
  [{ example_price: "" }, null],
  [{ "cancel_window.amount": "soon" }, null],
])("with %j it says %s", (fields, words) => {
  expect(say(fields)).toBe(words);
});
