import { expect, test } from "vitest";
import { depositOf } from "../../app/domain/quotes/deposit";
import { aSchedule, aSlot } from "../samples";
import { shownDeposit } from "./form";

// The widget shows the deposit that the server asks for.

const schedule = (more: object) => aSchedule({ requires_payment: true, ...more });

test.each(["EUR", "JPY", "KWD", "BHD", "ISK", "HUF"])(
  "as the server computes it in %s",
  (currency) => {
    for (const percent of [1, 15, 33, 50, 99])
      for (const price_amount of [10, 990, 4990, 10_010]) {
        const slot = aSlot({ price_amount, currency });
        const shown = shownDeposit(3 * price_amount, slot, {}, schedule({ deposit: { percent } }));
        expect(shown).toBe(depositOf({ percent }, 3 * price_amount, currency));
      }
  },
);

test("none without payment, for a guest who pays later, or without a deposit", () => {
  const slot = aSlot({ price_amount: 8000, currency: "EUR" });
  const deposit = { amount: 2000 };
  expect(shownDeposit(8000, slot, {}, schedule({ deposit }))).toBe(2000);
  expect(shownDeposit(8000, slot, { payment: "later" }, schedule({ deposit }))).toBeNull();
  expect(shownDeposit(8000, slot, {}, schedule({ requires_payment: false, deposit }))).toBeNull();
  expect(shownDeposit(8000, slot, {}, schedule({}))).toBeNull();
});

test("the one that the visitor accepted, for the total it was accepted for", () => {
  const accepted = { total: 16_000, deposit_amount: 5000 };
  const slot = { ...aSlot({ price_amount: 8000, currency: "EUR" }), accepted };
  const offered = schedule({ deposit: { percent: 25 } });
  expect(shownDeposit(16_000, slot, {}, offered)).toBe(5000);
  expect(shownDeposit(8000, slot, {}, offered)).toBe(2000);
});
