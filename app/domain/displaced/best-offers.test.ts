import { expect, test } from "vitest";
import type { AvailableSlot } from "~/contract/slots";
import { bestOffers, type Displaced, nextOffers, type Taken } from "./best-offers";

const at = (time: string) => `2027-01-04T${time}:00Z`;
const slot = (resource_id: string, from: string, to: string, remaining = 1) =>
  ({
    id: `${resource_id} ${from}`,
    resource_id,
    starts_at: at(from),
    ends_at: at(to),
    remaining,
  }) as AvailableSlot;
const booking = (id: string, from: string, party_size = 1): Displaced => ({
  id,
  starts_at: at(from),
  resource_id: "sami",
  party_size,
});
const offers = (bookings: Displaced[], free: AvailableSlot[]) =>
  Object.fromEntries([...bestOffers(bookings, () => free)].map(([id, { id: best }]) => [id, best]));

test("offers the nearest time, and no seat twice", () => {
  const free = [
    slot("jo", "10:00", "10:30"),
    slot("jo", "10:30", "11:00"),
    slot("mila", "11:30", "12:00"),
  ];
  const three = [booking("a", "10:00"), booking("b", "10:00"), booking("c", "11:00")];
  expect(offers(three, free)).toEqual({ a: "jo 10:00", b: "jo 10:30", c: "mila 11:30" });
});

test("overlapping times share seats", () => {
  const free = [slot("room", "10:00", "11:00", 3), slot("room", "10:30", "11:30", 3)];
  const parties = [booking("a", "10:00", 2), booking("b", "10:00", 2), booking("c", "10:30")];
  expect(offers(parties, free)).toEqual({ a: "room 10:00", c: "room 10:30" });
});

test("bookings at one time are distributed among colleagues", () => {
  const free = ["jo", "mila"].flatMap((who) => [
    slot(who, "10:00", "10:30"),
    slot(who, "11:00", "11:30"),
  ]);
  const two = [booking("a", "10:00"), booking("b", "11:00")];
  const given = Object.values(offers(two, free)).map((id) => id.split(" ")[0]);
  expect(new Set(given).size).toBe(2);
});

test("a later time is given out once, and shared only when no other is left", () => {
  const three = [booking("a", "10:00"), booking("b", "10:00"), booking("c", "11:00")];
  const later = [slot("jo", "14:00", "14:30"), slot("mila", "14:00", "14:30")];
  const taken: Taken[] = [];
  bestOffers([booking("d", "09:00")], () => [slot("jo", "14:00", "14:30")], taken);
  const next = nextOffers(three, () => [...later, slot("mila", "15:00", "15:30")], taken);
  expect([...next].map(([id, { id: at }]) => [id, at])).toEqual([
    ["a", "mila 14:00"],
    ["b", "mila 15:00"],
    ["c", "jo 14:00"],
  ]);
});
