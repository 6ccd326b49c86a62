import { describe, expect, it } from "vitest";
import type { Details } from "../shared/details";
import type { PersonKind } from "../wire";
import { bookingBody, checkDetails, placeIssues, shownAmount, totalAmount } from "./form";
import { countsOf, partyAmount, partyOf, seatsOf } from "./party";
import { aSlot } from "../samples";

const baby: PersonKind = { id: "baby", name: "Baby", price_amount: 0, takes_seat: false };
const adult: PersonKind = { id: "adult", name: "Adult", price_amount: null, takes_seat: true };
const child: PersonKind = { id: "child", name: "Child", price_amount: 1000, takes_seat: true };
const kinds = [baby, adult, child];

describe("the people of a party", () => {
  const table: [string, Details, Record<string, number>][] = [
    ["are one of the first kind with a seat at first", {}, { baby: 0, adult: 1, child: 0 }],
    [
      "are as many as were chosen with the time",
      { party_size: "3" },
      { baby: 0, adult: 3, child: 0 },
    ],
    [
      "are those of each kind",
      { party_size: "3", "person-adult": "2", "person-child": "1", "person-baby": "2" },
      { baby: 2, adult: 2, child: 1 },
    ],
    [
      "become more of the first kind",
      { party_size: "5", "person-adult": "2", "person-child": "1" },
      { baby: 0, adult: 4, child: 1 },
    ],
    [
      "become fewer of it",
      { party_size: "1", "person-adult": "2", "person-child": "1" },
      { baby: 0, adult: 0, child: 1 },
    ],
    [
      "are all of it if too few are left",
      { party_size: "1", "person-child": "3", "person-baby": "1" },
      { baby: 1, adult: 1, child: 0 },
    ],
    ["may be nobody yet", { party_size: "0", "person-baby": "1" }, { baby: 1, adult: 0, child: 0 }],
  ];
  it.each(table)("%s", (_name, details, expected) => {
    const counts = countsOf(details, kinds);
    expect(Object.fromEntries([...counts].map(([{ id }, count]) => [id, count]))).toEqual(expected);
    expect(seatsOf(counts)).toBe(Number(details["party_size"] ?? 1));
  });
});

const family: Details = {
  name: "Ada",
  email: "ada@example.com",
  party_size: "3",
  "person-adult": "2",
  "person-child": "1",
  "person-baby": "1",
};

it("costs what each kind costs, with add-ons and an accepted change", () => {
  const slot = aSlot({ price_amount: 2000 });
  const vest = { id: "vest", name: "Vest", price_amount: 300, max_quantity: 9, extra_minutes: 0 };
  expect(partyAmount(2000, family, kinds)).toBe(5000);
  expect(shownAmount(slot, family, [])).toBe(6000);
  expect(
    totalAmount({ ...slot, change: 500 }, { ...family, "addon-vest": "2" }, [vest], kinds),
  ).toBe(6100);
});

it("is sent by kind, with its seats", () => {
  const context = {
    wanted: { slot_id: "slot" },
    questions: [],
    addons: [],
    locale: "en",
    time_zone: "UTC",
  };
  expect(bookingBody(family, { ...context, kinds })).toMatchObject({
    party_size: 3,
    party: [
      { kind: "baby", count: 1 },
      { kind: "adult", count: 2 },
      { kind: "child", count: 1 },
    ],
  });
  expect(bookingBody(family, { ...context, kinds: [] }).party).toBeUndefined();
  expect(partyOf(family, [])).toBeUndefined();
});

it("needs someone with a seat, and shows what is wrong with it", () => {
  const requirements = { questions: [], phone: "off", notes: "off", terms: false } as const;
  const nobody = { ...family, party_size: "0", "person-adult": "0", "person-child": "0" };
  expect([...checkDetails(nobody, { ...requirements, kinds })]).toEqual([
    ["party_size", "required"],
  ]);
  expect(checkDetails(nobody, requirements).size).toBe(0);
  const issues = ["party.1.count", "party_size"].map((path) => ({
    path,
    code: "too_big",
    message: path,
  }));
  expect([...placeIssues(issues, family, [], kinds)]).toEqual([["party_size", "party_size"]]);
  expect(placeIssues(issues, family, []).size).toBe(0);
});
