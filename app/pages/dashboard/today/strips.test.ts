import { expect, test } from "vitest";
import type { Booking } from "~/contract/bookings";
import { stripsOf } from "./strips";

const ROOM = { id: "r", name: "Room", capacity: 1 };
const booking = (starts_at: string, ends_at: string, fields: Partial<Booking> = {}) =>
  ({
    ...{ id: starts_at, resource_id: "r", slot_id: null, status: "confirmed", party_size: 1, starts_at, ends_at },
    ...{ customer: { name: "Anna" } },
    ...fields,
  }) as Booking; // the fields that a bar is made of

const read = (bookings: Booking[], more = {}) =>
  stripsOf({
    ...{ bookings, resources: [ROOM], date: "2026-11-20", time_zone: "UTC", locale: "en-GB" },
    now: Date.parse("2026-11-20T13:00:00Z"),
    ...more,
  });

test("an empty day goes from nine to five, and now is in its middle", () => {
  const { strips, hours, now } = read([]);
  expect(hours.map(({ label }) => label)).toEqual([
    "09:00",
    "10:00",
    "11:00",
    "12:00",
    "13:00",
    "14:00",
    "15:00",
    "16:00",
  ]);
  expect(now).toBe(50);
  expect(strips).toEqual([{ id: "r", name: "Room", rows: 1, bars: [] }]);
});

test("a booking is where its time is, and an earlier one widens the day", () => {
  const bars = read([booking("2026-11-20T11:00:00Z", "2026-11-20T13:00:00Z")]).strips[0]?.bars;
  expect(bars).toMatchObject([{ from: 25, width: 25, row: 0, title: "Anna", is_over: true }]);
  expect(read([booking("2026-11-20T06:30:00Z", "2026-11-20T07:00:00Z")]).hours[0]?.label).toBe("06:00");
});

test("bookings that overlap lie below each other; cancelled ones are not drawn", () => {
  const strip = read([
    booking("2026-11-20T10:00:00Z", "2026-11-20T12:00:00Z"),
    booking("2026-11-20T11:00:00Z", "2026-11-20T12:00:00Z"),
    booking("2026-11-20T12:00:00Z", "2026-11-20T13:00:00Z"),
    booking("2026-11-20T13:00:00Z", "2026-11-20T14:00:00Z", { status: "cancelled" }),
  ]).strips[0];
  expect(strip?.bars.map(({ row }) => row)).toEqual([0, 1, 0]);
  expect(strip?.rows).toBe(2);
});

test("the bookings of one time with several seats are one bar", () => {
  const seat = { slot_id: "s", party_size: 2 };
  const { strips } = read(
    [
      booking("2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z", { ...seat, id: "1" }),
      booking("2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z", { ...seat, id: "2" }),
    ],
    { resources: [{ ...ROOM, capacity: 8 }] },
  );
  expect(strips[0]?.bars).toMatchObject([{ title: "4/8", is_class: true, id: "s" }]);
});

test("a day of 25 hours shows the hour that comes twice", () => {
  const night = booking("2026-10-24T23:30:00Z", "2026-10-25T02:00:00Z");
  const { hours } = read([night], { date: "2026-10-25", time_zone: "Europe/Amsterdam" });
  expect(hours.slice(0, 5).map(({ label }) => label)).toEqual(["01:00", "02:00", "02:00", "03:00", "04:00"]);
});
