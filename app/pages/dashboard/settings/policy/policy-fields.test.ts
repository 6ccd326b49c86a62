import { expect, test } from "vitest";
import { Policy } from "~/contract/tenant";
import type { AppError } from "~/lib/app-error";
import { lengthOf, policyFields, PolicyForm, readPolicyForm } from "./policy-fields";

const form = (policy: Partial<Policy>, change: object = {}) =>
  PolicyForm.parse({ ...policyFields(Policy.parse(policy)), read_at: "", ...change });

test("a length of time is shown in its largest whole unit", () => {
  expect([0, 45, 90, 120, 1440, 2880].map(lengthOf)).toEqual([
    { amount: 0, unit: "minutes" },
    { amount: 45, unit: "minutes" },
    { amount: 90, unit: "minutes" },
    { amount: 2, unit: "hours" },
    { amount: 1, unit: "days" },
    { amount: 2, unit: "days" },
  ]);
});

test.each([
  {},
  { refund_tiers: [{ hours_before: 48, refund_pct: 100 }], reminders_minutes_before: [] },
  {
    cancel_window_minutes: 90,
    reschedule_window_minutes: 0,
    waitlist_offer_minutes: 15,
    max_reschedules: 0,
  },
  { tax: { name: "VAT", number: null, rate_bps: 825 }, receipts: true },
])("the form of a policy means the same policy: %j", (policy) => {
  expect(readPolicyForm(form(policy))).toEqual(Policy.parse(policy));
});

test("rows that were left empty do not count", () => {
  const tiers = [undefined, { hours_before: 24, refund_pct: 50 }, {}];
  const read = readPolicyForm(
    form(
      {},
      { refunds: "steps", tiers, reminders: [{ unit: "hours" }, { amount: 2, unit: "days" }] },
    ),
  );
  expect(read).toMatchObject({
    refund_tiers: [{ hours_before: 24, refund_pct: 50 }],
    reminders_minutes_before: [2880],
  });
});

test("what the contract does not take is said at the form's own field", () => {
  const wrong = form(
    {},
    {
      cancel_window: { amount: 400, unit: "days" },
      hold_minutes: 2,
      reminders: [{ amount: 1, unit: "minutes" }],
    },
  );
  const paths = () => {
    try {
      readPolicyForm(wrong);
    } catch (error) {
      return (error as AppError).extra.issues?.map(({ path }) => path).sort();
    }
  };
  expect(paths()).toEqual(["cancel_window.amount", "hold_minutes", "reminders"]);
});
