import { expect, test } from "vitest";
import { PersonKinds } from "~/contract/service-fields";
import { AppError } from "~/lib/app-error";
import { chooseKinds, choosePeople, type PartyWish, seatsOf } from "./choose-party";
import { partyWords } from "./party-words";
import { agreedQuote, partsOf, quote } from "./quote";

const ADULT = { id: "adult", name: "Adult", price_amount: null, takes_seat: true };
const CHILD = { id: "child", name: "Child", price_amount: 1000, takes_seat: true };
const BABY = { id: "baby", name: "Baby", price_amount: 0, takes_seat: false };
const KINDS = [BABY, ADULT, CHILD];
const PRICE = 2500;

const of = (wish: PartyWish, kinds = KINDS, price: number | null = PRICE): string => {
  try {
    const { party_size, party } = choosePeople(wish, kinds, price);
    const people = party.map(({ kind, count, price_amount }) => `${count} ${kind} ${price_amount}`);
    return [`${party_size}:`, ...people].join(" ");
  } catch (error) {
    return (error as AppError).extra.issues!.map(({ path, code }) => `${path} ${code}`).join();
  }
};
const party = (counts: Record<string, number>) =>
  Object.entries(counts).map(([kind, count]) => ({ kind, count }));

test.each<[PartyWish, string]>([
  [{}, "1: 1 adult 2500"],
  [{ party_size: 3 }, "3: 3 adult 2500"],
  [{ party: party({ child: 2, adult: 1 }) }, "3: 1 adult 2500 2 child 1000"],
  [{ party: party({ child: 1 }) }, "1: 1 child 1000"],
  [{ party: party({ adult: 2, baby: 1 }) }, "2: 1 baby 0 2 adult 2500"],
  [{ party: party({ adult: 2, baby: 1 }), party_size: 2 }, "2: 1 baby 0 2 adult 2500"],
  [{ party: party({ adult: 2, baby: 1 }), party_size: 3 }, "party_size contradiction"],
  [{ party: party({ baby: 2 }) }, "party required"],
  [{ party: party({ adult: 1, baby: 101 }) }, "party.1.count too_big"],
  [{ party: party({ adult: 1, dog: 1 }) }, "party.1.kind unknown"],
])("%j is %s", (wish, expected) => {
  expect(of(wish)).toBe(expected);
});

test("without kinds people are seats, and a party is refused", () => {
  expect(of({ party_size: 4 }, [])).toBe("4:");
  expect(of({ party: party({ adult: 1 }) }, [])).toBe("party not_enabled");
});

test.each<[Record<string, number>, number | null, number | null, string[]]>([
  [{ adult: 2 }, PRICE, 5000, ["Adult 2 5000"]],
  [{ adult: 2, child: 1 }, PRICE, 6000, ["Adult 2 5000", "Child 1 1000"]],
  // A kind's own price stays at peak times; a kind without one takes the time's.
  [{ adult: 2, child: 1 }, 3000, 7000, ["Adult 2 6000", "Child 1 1000"]],
  [{ adult: 1, baby: 2 }, PRICE, 2500, ["Baby 2 0", "Adult 1 2500"]],
  [{ adult: 1, child: 1 }, null, 1000, ["Adult 1 0", "Child 1 1000"]],
  [{ adult: 1 }, null, null, []],
])("%j at %s costs %s", (counts, price, amount, lines) => {
  const people = choosePeople({ party: party(counts) }, KINDS, price);
  const one = { label: "Tour", amount: price, seats: 1, currency: "EUR" };
  const made = quote(one, people.party_size, [], people.party);
  expect(made.amount).toBe(amount);
  expect(made.lines.map((line) => `${line.label} ${line.quantity} ${line.amount}`)).toEqual(lines);
  expect(made.lines.every(({ kind }) => kind === "person")).toBe(true);
});

test("an agreed price differs from that of its people by an adjustment", () => {
  const { party_size, party: people } = choosePeople(
    { party: party({ adult: 2, child: 1 }) },
    KINDS,
    PRICE,
  );
  const racket = { id: "racket", name: "Racket", price_amount: 400, quantity: 1 };
  expect(partsOf(5000, [racket], people)).toEqual({ seats: 6000, adjustment: -1400 });
  const { lines } = agreedQuote(
    { label: "Tour", amount: 7000, currency: "EUR" },
    party_size,
    [racket],
    people,
  );
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["person", 5000],
    ["person", 1000],
    ["addon", 400],
    ["adjustment", 600],
  ]);
});

test("seats and words of a party", () => {
  const { party: people } = choosePeople({ party: party({ adult: 2, baby: 3 }) }, KINDS, null);
  expect(seatsOf(people)).toBe(2);
  expect(partyWords(people)).toBe("3 × Baby, 2 × Adult");
  expect(partyWords([])).toBe("");
});

test("kinds have ids of their own, and one of them takes a seat", () => {
  expect(PersonKinds.safeParse([ADULT, CHILD]).success).toBe(true);
  expect(PersonKinds.safeParse([]).success).toBe(true);
  expect(PersonKinds.safeParse([BABY]).success).toBe(false);
  expect(PersonKinds.safeParse([ADULT, { ...CHILD, id: "adult" }]).success).toBe(false);
  const nine = Array.from({ length: 9 }, (_, no) => ({ ...ADULT, id: `k${no}` }));
  expect(PersonKinds.safeParse(nine).success).toBe(false);
});

test("who is booked keeps name and price after the service has changed", () => {
  const booked = choosePeople({ party: party({ adult: 1, child: 2 }) }, KINDS, PRICE).party;
  const now = [
    { ...ADULT, name: "Person" },
    { ...CHILD, price_amount: 9000 },
  ];
  const [adult, child] = chooseKinds(party({ adult: 2, child: 3 }), now, 9900, booked);
  expect(adult).toMatchObject({ name: "Adult", count: 2, price_amount: 2500 });
  expect(child).toMatchObject({ name: "Child", count: 3, price_amount: 1000 });
  // A kind that is gone stays, but doesn't grow.
  expect(chooseKinds(party({ child: 1 }), [ADULT], 9900, booked)).toMatchObject([{ count: 1 }]);
  expect(() => chooseKinds(party({ child: 3 }), [ADULT], 9900, booked)).toThrow(AppError);
});
