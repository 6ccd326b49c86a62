import { expect, test } from "vitest";
import { figuresOf, linePoints } from "./figures";

const day = (date: string, fields = {}) => ({ date, bookings: 0, no_shows: 0, free_seats: 0, net: 0, ...fields });
const days = Array.from({ length: 14 }, (_, index) => day(`2026-11-${String(index + 7).padStart(2, "0")}`));
const read = (changed: Record<string, object>, with_money = true) =>
  figuresOf({
    days: [...days, day("2026-11-21")].map((one) => ({ ...one, ...changed[one.date] })),
    ...{ today: "2026-11-20", currency: "EUR", locale: "en-GB", with_money },
  });

test("a day is compared with the same day a week ago, a week with the one before", () => {
  const figures = read({
    "2026-11-20": { bookings: 9, net: 4200, free_seats: 3 },
    "2026-11-13": { bookings: 6, no_shows: 2, net: 1000 },
    "2026-11-21": { free_seats: 4 },
  });
  expect(figures.map(({ value, change }) => [value, change])).toEqual([
    ["9", "3 more than a week ago"],
    ["3", "7 in the next 7 days"],
    ["€42.00", "€32.00 more than the 7 days before"],
    ["0", "2 less than the 7 days before"],
  ]);
});

test("money is for those who may see it", () => {
  expect(read({}, false).map(({ label }) => label)).toEqual([
    "Bookings today",
    "Free seats today",
    "No-shows in 7 days",
  ]);
});

test("a line goes from end to end, and is flat at the foot for nothing", () => {
  expect(linePoints([0, 0, 0])).toBe("0,26 50,26 100,26");
  expect(linePoints([0, 4, 2])).toBe("0,26 50,2 100,14");
});
