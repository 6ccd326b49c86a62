import { expect, test } from "vitest";
import type { CalendarWeek } from "~/domain/calendar/calendar-data";
import { peopleWeek, shortName } from "./week-model";

const [MILA, NOOR] = ["mila", "noor"];
const at = (time: string) => Date.parse(`2026-11-23T${time}:00Z`);

const EMPTY: CalendarWeek = {
  pickable: [],
  picked: [],
  resources: [
    { id: MILA, name: "Mila", color: null },
    { id: NOOR, name: "Noor", color: null },
  ],
  days: [],
  entries: [],
  offered: [],
  closed: [],
  time_off: [],
};

const weekOf = (week: Partial<CalendarWeek>) =>
  peopleWeek({
    week: { ...EMPTY, ...week },
    query: {
      view: "week",
      date: "2026-11-24",
      resources: [],
      all: true,
      page: 1,
      at: null,
      colour: "status",
      why: null,
    },
    first: "2026-11-23",
    today: "2026-11-24",
    now_ms: at("12:00") + 86_400_000,
    locale: "en-GB",
    time_zone: "UTC",
  });

const day = { resource_id: MILA, date: "2026-11-23" };

test("a cell says its load, lists short names and counts the others", () => {
  const { people, days } = weekOf({
    offered: [{ ...day, minutes: 480 }],
    days: [{ ...day, entries: 3, bookings: 3, booked_minutes: 120, to_move: 0 }],
    entries: [
      {
        ...day,
        id: "b1",
        kind: "booking",
        of: null,
        visit: null,
        starts_ms: at("09:00"),
        service: "Cut",
        customer_name: "Iris Dekker",
        status: "pending",
        party_size: 1,
        taken: 0,
        capacity: 0,
      },
    ],
  });
  expect(days.map(({ title, is_today }) => [title, is_today])).toContainEqual(["Tue 24", true]);
  const [mila, noor] = people;
  expect(mila).toMatchObject({ load: "2 of 8 h", share: 0.25 });
  expect(mila!.cells[0]).toMatchObject({
    label: "Mila, Monday 23 November, 3 bookings, 25%",
    share: 0.25,
    is_off: false,
    off: null,
    more: 2,
    entries: [
      {
        href: "/dashboard/bookings/b1",
        time: "09:00",
        name: "Iris D.",
        detail: "Cut",
        label: "09:00, Iris Dekker, Cut, Pending",
      },
    ],
    book: null, // over
  });
  expect(mila!.cells[0]!.href).toBe("/dashboard/calendar?view=day&date=2026-11-23&resource=mila");
  expect(noor).toMatchObject({ load: null, href: expect.stringContaining("resource=noor") });
  expect(noor!.cells[0]).toMatchObject({ is_off: true, off: null, entries: [], more: 0 });
});

test("time off is named where nothing else can be booked, with the bookings that are still in it", () => {
  const off = { resource_id: MILA, reason: "Ill", id: "k1" };
  const { people } = weekOf({
    offered: [
      { ...day, minutes: 480 },
      { ...day, resource_id: NOOR, minutes: 480 },
    ],
    days: [{ ...day, entries: 1, bookings: 1, booked_minutes: 60, to_move: 1 }],
    time_off: [
      { ...off, starts_ms: at("00:00"), ends_ms: at("00:00") + 86_400_000 },
      { ...off, id: "k2", resource_id: NOOR, starts_ms: at("12:00"), ends_ms: at("13:00") },
    ],
    closed: [{ date: "2026-11-25", name: "Christmas" }],
  });
  expect(people[0]!.cells[0]).toMatchObject({
    off: "Off · Ill",
    to_move: { words: "1 booking to move", href: "/dashboard/bookings/to-move?off=k1" },
  });
  expect(people[1]!.cells[0]).toMatchObject({ off: null, to_move: null }); // lunch
  expect(people[1]!.cells[2]!.label).toContain("Closed · Christmas");
});

test.each([
  ["Iris de Vries-Dekker", "Iris V."],
  ["Björk", "Björk"],
  ["  Anna   øst ", "Anna Ø."],
  ["Guest 12", "Guest 12"],
])("%s is short for %s", (name, short) => {
  expect(shortName(name)).toBe(short);
});
