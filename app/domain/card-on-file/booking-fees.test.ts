import { describe, expect, test } from "vitest";
import { at, NOW, rowOf } from "~/testing/booking-decisions";
import type { CardOnFile } from "~/contract/card-on-file";
import type { BookingRow } from "../bookings/read/booking-row";
import { feeStartAfterMove, isLate, isTooOld, mostOf, withOffer } from "./booking-fees";
import { cardTermsOf } from "./card-terms";
import { feeAmounts } from "./fee-amounts";

const terms: NonNullable<BookingRow["card_terms"]> = {
  text: "I agree",
  late_cancellation_amount: 1000,
  no_show_amount: 2000,
  late_cancellation: { amount: 1000 },
  no_show: { percent: 25 },
  currency: "EUR",
  window_minutes: 1440,
  agreed_at: "2026-11-20T09:00:00Z",
  address: null,
};
const card = {
  customer_ref: "cus_1",
  method_ref: "pm_1",
  brand: "visa",
  last4: "4242",
  organization_id: "acct_1",
};
const booking = (more: Partial<BookingRow> = {}): BookingRow =>
  rowOf("confirmed", "customer", { price_amount: 8000, card_terms: terms, card, ...more });

describe("the amounts of fees", () => {
  test.each([
    ["an amount", { no_show: { amount: 2000 } }, 8000, [null, 2000]],
    ["an amount without a price", { no_show: { amount: 2000 } }, null, [null, 2000]],
    [
      "a share",
      { no_show: { percent: 50 }, late_cancellation: { percent: 10 } },
      4999,
      [500, 2500],
    ],
    ["all of it", { no_show: { percent: 100 } }, 8000, [null, 8000]],
  ])("%s", (_name, fees, price, [late, noShow]) => {
    const none = { late_cancellation: null, window_minutes: 1440 };
    const offered: CardOnFile = { ...none, ...fees };
    expect(feeAmounts(offered, price, "EUR")).toEqual({
      late_cancellation_amount: late,
      no_show_amount: noShow,
    });
  });

  test("a share of no price asks for no card", () => {
    const offered = { late_cancellation: null, no_show: { percent: 50 }, window_minutes: 1440 };
    expect(feeAmounts(offered, null, "EUR")).toBeNull();
    expect(feeAmounts(null, 8000, "EUR")).toBeNull();
  });

  test.each(["en", "nl", "de", "fr", "es", "ar"])("are in the text in %s", (locale) => {
    const text = (fees: object) =>
      cardTermsOf({
        card_on_file: { late_cancellation: null, no_show: null, window_minutes: 2880, ...fees },
        price: 8000,
        currency: "EUR",
        company: "Studio $& Linden",
        locale,
      })?.text ?? "";
    const both = text({ late_cancellation: { amount: 1100 }, no_show: { amount: 2200 } });
    expect(both).toContain("Studio $& Linden");
    expect(both).not.toContain("{{");
    if (locale !== "ar") expect(both).toMatch(/11.*22/);
    expect(text({ no_show: { amount: 2200 } })).not.toBe(both);
  });
});

describe("what may be charged", () => {
  test.each([
    ["what was agreed", booking(), "no_show", 0, 2000],
    ["no more, at a higher price", booking({ price_amount: 20_000 }), "no_show", 0, 2000],
    ["less, at a lower price", booking({ price_amount: 4000 }), "no_show", 0, 1000],
    ["less what is kept", booking(), "no_show", 1500, 500],
    ["nothing, if more is kept", booking(), "late_cancellation", 1500, 0],
    ["nothing without terms", booking({ card_terms: null }), "no_show", 0, 0],
  ] as const)("%s", (_name, row, kind, kept, most) => {
    expect(mostOf(row, kind, kept)).toBe(most);
  });

  test("is offered only with a card, once", () => {
    const how = { now: NOW, by_rule: false };
    const [fee, ...more] = withOffer(booking(), "no_show", how);
    expect(fee).toMatchObject({ status: "offered", amount: 2000, charge_at: null });
    expect(more).toEqual([]);
    expect(withOffer(booking({ card: null }), "no_show", how)).toEqual([]);
    const stopped = { ...fee!, status: "stopped" as const };
    expect(withOffer(booking({ fees: [stopped] }), "no_show", how)).toEqual([stopped]);
  });

  test("is over 14 days after the visit", () => {
    const days = (count: number) => ({ ends_at: at(-24 * count) });
    expect(isTooOld(days(14), NOW)).toBe(false);
    expect(isTooOld(days(14.1), NOW)).toBe(true);
  });
});

describe("a late cancellation", () => {
  test("is one inside the window, also of a start that the guest moved away from", () => {
    expect(isLate(booking({ starts_at: at(25) }), NOW)).toBe(false);
    expect(isLate(booking({ starts_at: at(23) }), NOW)).toBe(true);
    expect(isLate(booking({ starts_at: at(500), fee_starts_at: at(23) }), NOW)).toBe(true);
    expect(isLate(booking({ starts_at: at(23), card_terms: null }), NOW)).toBe(false);
  });

  test("can't be avoided by moving; staff may move without it", () => {
    const late = booking({ starts_at: at(23) });
    expect(feeStartAfterMove(late, NOW, true)).toEqual(at(23));
    expect(feeStartAfterMove(late, NOW, false)).toBeNull();
    expect(feeStartAfterMove(booking({ starts_at: at(48) }), NOW, true)).toBeNull();
  });
});
