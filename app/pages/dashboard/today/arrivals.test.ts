import { expect, test } from "vitest";
import type { Booking } from "~/contract/bookings";
import type { UserActor } from "~/domain/identity/actor";
import type { DayBooking } from "~/domain/bookings/read/read-day.sql.server";
import { arrivalsOf, listedOf } from "./arrivals";

const DAY = "2026-11-23";
const actor = { kind: "user", role: "staff", tenant: { time_zone: "UTC" } } as UserActor; // what a row asks of a person
const at = (time: string) => `${DAY}T${time.padEnd(8, ":00")}Z`;
const booking = (id: string, from: string, to: string, fields: Partial<Booking> = {}) =>
  ({
    id,
    version: 1,
    reference: "K7QF2M9D",
    status: "confirmed",
    pending_reason: null,
    arrived_at: null,
    starts_at: at(from),
    ends_at: at(to),
    created_at: at("00:00"),
    resource_id: "r",
    resource_name: "Room",
    schedule_id: null,
    location: null,
    customer: { name: id },
    party_size: 1,
    notes: null,
    addons: [],
    party: [],
    needs: [],
    answers: [],
    livemode: true,
    payment_status: "none",
    price_amount: null,
    currency: null,
    balance_amount: 0,
    source: "dashboard",
    ...fields,
  }) as Booking; // the fields that a row is made of

const morning = [
  booking("missed", "09:00", "09:30", { status: "no_show" }),
  booking("was here", "09:00", "09:45", { arrived_at: at("08:58") }),
  booking("unmarked", "09:30", "10:15"),
  booking("is here", "10:00", "10:45", { arrived_at: at("09:58") }),
  booking("late", "10:30", "11:00"),
  booking("next", "11:00", "12:00"),
  booking("asks", "12:00", "13:00", { status: "pending", pending_reason: "approval" }),
];
const dayBooking = (one: Booking): DayBooking => ({
  id: one.id,
  resource_id: one.resource_id,
  schedule_id: one.schedule_id,
  status: one.status,
  starts_ms: Date.parse(one.starts_at),
  ends_ms: Date.parse(one.ends_at),
  has_arrived: one.arrived_at !== null,
  party_size: one.party_size,
  guest: one.customer.name,
});
const read = (
  bookings: Booking[],
  is_today = true,
  more: { most?: number; with_earlier?: boolean } = {},
) => {
  const now = Date.parse(at("10:42"));
  const listed = listedOf(bookings.map(dayBooking), {
    now,
    is_today,
    most: 40,
    with_earlier: false,
    ...more,
  });
  return arrivalsOf({
    listed,
    bookings: [...bookings].reverse(),
    services: [],
    actor,
    now,
    calendar: { locale: "en-GB", time_zone: "UTC", today: DAY },
  });
};
const names = (rows: { line: { id: string } }[]) => rows.map(({ line }) => line.id);

test("what is over stands apart with what became of it, and now is between the others", () => {
  const day = read(morning, true, { with_earlier: true });
  expect(names(day.earlier)).toEqual(["missed", "was here", "unmarked"]);
  expect(day).toMatchObject({ arrived: 1, missed: 1, to_come: 2, now_before: 2 });
  expect(names(day.rows)).toEqual(["is here", "late", "next", "asks"]);
});

test("a row says until when, who is late, and what can be done with one press", () => {
  const [here, late, next, asks] = read(morning).rows;
  expect(here).toMatchObject({ late: null, arrival: false, line: { arrived: "09:58" } });
  expect(late).toMatchObject({ late: 12, arrival: true, until: "11:00" });
  expect(next).toMatchObject({ late: null, arrival: true });
  expect(asks).toMatchObject({
    is_asked: true,
    arrival: null,
    allowed: expect.arrayContaining(["confirmed"]),
  });
});

test("nobody is late in the minute they should come", () => {
  const [, justNow] = read([morning[4]!, booking("just now", "10:41:30", "11:00")]).rows;
  const [minute] = read([booking("a minute", "10:41", "11:00")]).rows;
  expect([justNow?.late, minute?.late]).toEqual([null, 1]);
});

test("another day is shown whole, and now is not in it", () => {
  const day = read(morning, false);
  expect(day.earlier).toEqual([]);
  expect(day.now_before).toBeNull();
  expect(names(day.rows)).toHaveLength(morning.length);
});

test("now is after the last row where nothing is to come, and before the first where all is", () => {
  expect(read([morning[4]!]).now_before).toBe(1);
  expect(read([morning[5]!]).now_before).toBe(0);
});

test("of a full day the first rows are listed, and those that are over when asked for", () => {
  const over = Array.from({ length: 30 }, (_, at) => booking(`over ${at}`, "08:00", "09:00"));
  const ahead = Array.from({ length: 100 }, (_, at) => booking(`ahead ${at}`, "11:00", "12:00"));
  const day = read([...over, ...ahead]);
  expect(day).toMatchObject({ earlier: [], earlier_count: 30, rows_left: 60, to_come: 100 });
  expect(names(day.rows)).toEqual(ahead.slice(0, 40).map(({ id }) => id));
  const more = read([...over, ...ahead], true, { most: 120, with_earlier: true });
  expect([more.earlier.length, more.rows.length, more.rows_left]).toEqual([30, 100, 0]);
});
