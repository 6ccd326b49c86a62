import { expect, test } from "vitest";
import type { DayBooking } from "~/domain/bookings/read/read-day.sql.server";
import { nextFreeOf } from "./next-free";

const ROOM = { id: "r", name: "Room", capacity: 1, times: [] };
const booking = (from: string, to: string, fields: Partial<DayBooking> = {}): DayBooking => ({
  id: from,
  resource_id: "r",
  schedule_id: null,
  status: "confirmed",
  party_size: 1,
  starts_ms: Date.parse(from),
  ends_ms: Date.parse(to),
  has_arrived: false,
  guest: "Anna",
  ...fields,
});

const read = (bookings: DayBooking[], more = {}) =>
  nextFreeOf({
    bookings,
    resources: [ROOM],
    date: "2026-11-20",
    time_zone: "UTC",
    locale: "en-GB",
    now: Date.parse("2026-11-20T13:00:00Z"),
    ...more,
  })[0]!;

test("an empty day goes from nine to five, and now is in its middle", () => {
  expect(read([])).toMatchObject({
    taken: [],
    now: 50,
    label: "No more bookings today",
    times: [],
  });
});

test("a booking is where its time is, and an earlier one widens the day", () => {
  expect(read([booking("2026-11-20T11:00:00Z", "2026-11-20T13:00:00Z")]).taken).toEqual([
    { from: 25, width: 25 },
  ]);
  const early = booking("2026-11-20T01:00:00Z", "2026-11-20T05:00:00Z");
  expect(read([early])).toMatchObject({ taken: [{ from: 0, width: 25 }], now: 75 });
});

test("bookings that overlap or follow at once are one span, those of others none", () => {
  const { taken } = read([
    booking("2026-11-20T09:00:00Z", "2026-11-20T11:00:00Z"),
    booking("2026-11-20T10:00:00Z", "2026-11-20T10:30:00Z"),
    booking("2026-11-20T11:00:00Z", "2026-11-20T13:00:00Z"),
    booking("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z", { resource_id: "other" }),
  ]);
  expect(taken).toEqual([{ from: 0, width: 50 }]);
});

test("a booking that goes on into the night is cut at midnight", () => {
  const night = booking("2026-11-20T21:00:00Z", "2026-11-21T03:00:00Z");
  expect(read([night]).taken).toEqual([{ from: 80, width: 20 }]);
});

test.each<[string, DayBooking[], object, string]>([
  [
    "a guest who is here",
    [booking("2026-11-20T12:30:00Z", "2026-11-20T13:30:00Z", { has_arrived: true })],
    {},
    "With Anna until 13:30",
  ],
  [
    "a guest who is late",
    [booking("2026-11-20T12:30:00Z", "2026-11-20T13:30:00Z")],
    {},
    "Waiting for Anna",
  ],
  [
    "a guest to come",
    [booking("2026-11-20T14:00:00Z", "2026-11-20T15:00:00Z")],
    {},
    "Free until 14:00",
  ],
  [
    "a class",
    [
      booking("2026-11-20T12:30:00Z", "2026-11-20T13:30:00Z", { party_size: 2 }),
      booking("2026-11-20T12:30:00Z", "2026-11-20T13:30:00Z"),
    ],
    { resources: [{ ...ROOM, capacity: 8 }] },
    "3 guests until 13:30",
  ],
  [
    "another day",
    [booking("2026-11-20T14:00:00Z", "2026-11-20T15:00:00Z")],
    { now: 0 },
    "1 booking",
  ],
])("says of %s what it is doing", (_what, bookings, more, label) => {
  expect(read(bookings, more).label).toBe(label);
});

test("the day of a change of the clocks is an hour longer", () => {
  const all = booking("2026-10-24T22:00:00Z", "2026-10-25T10:30:00Z");
  const { taken } = read([all], { date: "2026-10-25", time_zone: "Europe/Amsterdam" });
  // From midnight to five in the evening: 18 hours that day.
  expect(taken[0]!.width).toBeCloseTo((12.5 / 18) * 100, 1);
});
