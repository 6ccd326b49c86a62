import { expect, test } from "vitest";
import type { CalendarCard } from "./calendar-cards";
import type { CalendarColumn, CalendarModel } from "./calendar-model";
import {
  asService,
  choose,
  clickedTime,
  moveFields,
  otherServices,
  placeProposal,
  proposalFor,
  startsAt,
  stateOf,
} from "./proposal";

const card = (key: string, start: number, end: number): CalendarCard => ({
  key,
  start,
  end,
  href: "",
  time: "",
  from: "",
  title: `Guest ${key}`,
  detail: null,
  status: "confirmed",
  icons: [],
  color: null,
  label: "",
  around: null,
  gap: null,
  until_ms: null,
  is_repeated: false,
  is_need: false,
  booking_id: key,
  together: null,
  visit: null,
  lane: 0,
  lanes: 1,
  booking: {
    id: key,
    version: 1,
    minutes: end - start,
    schedule_id: "dry",
    service: "Blow-dry",
    price_amount: 3500,
    visit_id: null,
    need_no: null,
  },
});
const column = (more: Partial<CalendarColumn> = {}): CalendarColumn => ({
  key: "k",
  day: 0,
  resource_id: "r",
  title: "Noor",
  color: null,
  why: "",
  is_full: false,
  close_day: null,
  closed: [{ start: 0, end: 540, is_break: false }],
  free: [],
  cards: [card("a", 600, 660)],
  blocks: [],
  busy: [],
  ...more,
});
const off = {
  id: "b",
  start: 720,
  end: 780,
  time: "",
  reason: "Lunch",
  made_by: null,
  goes_on: false,
  label: "",
};
const model = (minutes = 1440): CalendarModel => ({
  days: [
    {
      date: "2027-10-31",
      starts_ms: 0,
      minutes,
      hours: [],
      label: "",
      number: "",
      weekday: "",
      is_today: false,
    },
  ],
  columns: [column({ blocks: [off] }), column({ cards: [] })],
  services: { dry: "Blow-dry", cut: "Cut" },
  from_minute: 0,
  to_minute: minutes,
  now: null,
  now_ms: 0,
});

test.each([
  { from: 610, to: 652, step: 15, start: 600, minutes: 60, title: "whole steps around both" },
  { from: 652, to: 610, step: 15, start: 600, minutes: 60, title: "upwards too" },
  { from: 612, to: 618, step: 5, start: 610, minutes: 10, title: "finer steps" },
  { from: 603, to: 603, step: 15, start: 600, minutes: 15, title: "a step at least" },
  {
    from: 1430,
    to: 1600,
    step: 15,
    start: 1425,
    minutes: 15,
    title: "not over the end of the day",
  },
  { from: -40, to: 20, step: 15, start: 0, minutes: 30, title: "not before its start" },
])("what is dragged over: $says", ({ from, to, step, start, minutes }) => {
  expect(choose(model(), 1, from, to, step)).toEqual({ column: 1, start, minutes });
});

test("a day of 25 hours has an hour more to choose from", () => {
  expect(choose(model(1500), 1, 1490, 1600)).toEqual({ column: 1, start: 1485, minutes: 15 });
});

test("a click takes an hour, or what is empty of it", () => {
  expect(clickedTime(model(), 0, 667)).toEqual({ column: 0, start: 660, minutes: 60 });
  expect(clickedTime(model(), 0, 562)).toEqual({ column: 0, start: 555, minutes: 45 });
  expect(clickedTime(model(), 0, 690)).toEqual({ column: 0, start: 690, minutes: 30 });
  expect(clickedTime(model(), 1, 1439)).toEqual({ column: 1, start: 1425, minutes: 15 });
});

test("what is at a place is said in words", () => {
  const at = (start: number, minutes = 30) => stateOf(model(), { column: 0, start, minutes });
  expect(at(630)).toBe("taken by Guest a");
  expect(stateOf(model(), { column: 0, start: 630, minutes: 30 }, ({ key }) => key === "a")).toBe(
    "free",
  );
  expect(at(660)).toBe("free");
  expect(at(700)).toBe("blocked");
  expect(at(500)).toBe("outside hours");
});

test("a proposal stays within the calendar, and keeps its length unless that is changed", () => {
  const first = proposalFor(model(), 0, model().columns[0]!.cards[0]!)!;
  const moved = placeProposal(model(), first, { column: 7, start: 1439 });
  expect(moved).toMatchObject({ column: 1, start: 1425, minutes: 60 });
  expect(startsAt(model(), moved)).toBe(1425 * 60_000);
  expect(placeProposal(model(), first, { length: 0 }).minutes).toBe(5);
});

const free = (slot_id: string, schedule_id: string | null, start: number, minutes: number) => ({
  slot_id,
  schedule_id,
  start,
  end: start + minutes,
});
const withFree = (): CalendarModel => {
  const times = [
    free("s1", "cut", 900, 60),
    free("s2", "dry", 960, 60),
    free("s3", "cut", 960, 60),
    free("s4", "cut", 960, 90),
  ];
  return { ...model(), columns: [column({ free: times })] };
};
const liftedTo = (start: number) => {
  const shown = withFree();
  return {
    shown,
    placed: placeProposal(shown, proposalFor(shown, 0, shown.columns[0]!.cards[0]!)!, { start }),
  };
};

test("a drop takes a free time of the booking's own service, and no other's", () => {
  const [own, others] = [liftedTo(960), liftedTo(900)];
  expect(moveFields(own.shown, own.placed, false)).toEqual({
    id: "a",
    version: "1",
    expected_amount: "3500",
    slot_id: "s2",
  });
  expect(moveFields(others.shown, others.placed, false)).toMatchObject({
    resource_id: "r",
    duration_minutes: "60",
  });
  expect(moveFields(others.shown, others.placed, false)).not.toHaveProperty("slot_id");
});

test("another service is chosen among the free times there, and goes when the card is moved on", () => {
  const { shown, placed } = liftedTo(960);
  expect(otherServices(shown, placed).map(({ slot_id }) => slot_id)).toEqual(["s3", "s4"]);
  const changed = asService(shown, placed, "s4");
  expect(changed).toMatchObject({ minutes: 90, slot: { schedule_id: "cut" } });
  expect(moveFields(shown, changed, false)).toMatchObject({ slot_id: "s4" });
  expect(asService(shown, changed, "")).toMatchObject({ minutes: 60, slot: null });
  expect(placeProposal(shown, changed, { start: 900 })).toMatchObject({ minutes: 60, slot: null });
});
