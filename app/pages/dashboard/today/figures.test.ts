import { expect, test } from "vitest";
import { figuresOf } from "./figures";

const day = (fields = {}) => ({
  date: "2026-11-20",
  bookings: 0,
  guests: 0,
  no_shows: 0,
  expected: 0,
  collected: 0,
  ...fields,
});
const read = (now: object, before: object, with_money = true) =>
  figuresOf({
    day: day(now),
    before: day(before),
    currency: "EUR",
    locale: "en-GB",
    is_today: true,
    with_money,
  });

test("a day is compared with the same weekday a week before, as numbers", () => {
  const figures = read(
    { bookings: 9, guests: 12, expected: 4200, collected: 3000, no_shows: 1 },
    { bookings: 6, guests: 12, expected: 5000, collected: 9000, no_shows: 0 },
  );
  expect(
    figures.map(({ label, value, change }) => [label, value, change?.words, change?.is_good]),
  ).toEqual([
    ["Bookings", "9", "▲ 3", true],
    ["Guests", "12", undefined, undefined],
    ["Expected", "€42.00", "▼ €8.00", false],
    ["Collected", "€30.00", undefined, undefined],
    ["No-shows", "1", "▲ 1", false],
  ]);
  expect(figures[0]!.change!.label).toBe("3 more than a week before");
});

test("money is for those who may see it", () => {
  expect(read({}, {}, false).map(({ label }) => label)).toEqual(["Bookings", "Guests", "No-shows"]);
});
