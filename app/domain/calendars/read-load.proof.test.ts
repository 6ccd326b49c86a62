import { beforeAll, expect, test } from "vitest";
import type {
  CalendarProvider,
  OutsideEvent,
  ReadPage,
  ReadRequest,
} from "~/adapters/calendars/port";
import { pool } from "~/lib/db.server";
import { book, slotsAfter, type SlotRow, wrongCounts } from "~/testing/booking-calls";
import { busyBlocks, makeCalendar, type MadeCalendar } from "~/testing/calendar-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import type { UserActor } from "../identity/actor";
import { ensureSchedule } from "../schedules/ensure-slots.server";
import { readCalendar } from "./read.server";

// The cost of reading 2,500 events for concurrent bookings: of the same resource, of another one,
// and of another company, each compared with bookings without a read in the same run.

const EVENTS = 2_500;
const BOOKINGS = 40;
const MAX_FOR_OTHERS_MS = 300;

interface Place {
  owner: UserActor;
  room: string;
  slots: SlotRow[];
  turn: number;
}
let busy: Place;
let otherPlace: Place;
let stranger: Place;
let calendar: MadeCalendar;
let events: OutsideEvent[];

beforeAll(async () => {
  const owner = await makeTenant();
  [busy, otherPlace, stranger] = [
    await place(owner, 365),
    await place(owner, 120),
    await place(await makeTenant(), 120),
  ];
  calendar = await makeCalendar(owner, busy.room);
  // Half an hour of every slot, except that each tenth stays free.
  const closed = busy.slots.filter((_, index) => index % 10 !== 0).slice(0, EVENTS);
  events = closed.map(({ starts_at }, index) => ({
    external_id: `e${index}`,
    instance: "",
    is_busy: true,
    title: null,
    etag: null,
    booking_id: null,
    starts_at,
    ends_at: new Date(starts_at.getTime() + 30 * 60_000),
  }));
  await pool.query("analyze");
});

async function place(owner: UserActor, max_advance_days: number): Promise<Place> {
  const room = (await makeResource(owner, { capacity: 20 })).id;
  const schedule = (await makeSchedule(owner, [room], { max_advance_days })).id;
  await ensureSchedule(owner.tenant.id, schedule); // more than a request makes
  return { owner, room, slots: await slotsAfter(1, schedule), turn: 0 };
}

/** Pages of 250, as a provider gives them. */
const provider = {
  name: "ical",
  oauth: null,
  read: async (_secret: unknown, _calendar: unknown, { page }: ReadRequest): Promise<ReadPage> => {
    const first = Number(page ?? 0);
    const next = first + 250;
    const isLast = next >= events.length;
    return {
      events: events.slice(first, next),
      removed: [],
      page: isLast ? null : String(next),
      cursor: isLast ? "1" : null,
    };
  },
} as unknown as CalendarProvider; // the other methods are not called

/** Books the free slots of a place in turn. */
async function bookAt(place: Place): Promise<number> {
  const free = place.slots.filter((_, index) => index % 10 === 0);
  const startedAt = performance.now();
  await book(place.owner, free[place.turn++ % free.length]!.id);
  return performance.now() - startedAt;
}

const percentile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]!;

test("other bookings continue while 2,500 events are read and applied, and counts stay correct", async () => {
  const places = {
    "the same resource": busy,
    "another resource": otherPlace,
    "another company": stranger,
  };
  const names = Object.keys(places) as (keyof typeof places)[];
  const times = () => ({
    "the same resource": [] as number[],
    "another resource": [] as number[],
    "another company": [] as number[],
  });
  const [alone, during] = [times(), times()];
  for (let round = 0; round < BOOKINGS; round++)
    for (const name of names) alone[name].push(await bookAt(places[name]));

  let isReading = true;
  const startedAt = performance.now();
  const reading = readCalendar(busy.owner.tenant.id, calendar.id, () => provider).finally(
    () => (isReading = false),
  );
  while (isReading) for (const name of names) during[name].push(await bookAt(places[name]));
  expect(await reading).toEqual({ changed: EVENTS });
  process.stdout.write(
    `${EVENTS} events in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`,
  );
  for (const name of names) {
    const [before, after] = [alone[name].slice(10), during[name]];
    const [a, b, c, d] = [
      percentile(before, 0.5),
      percentile(after, 0.5),
      percentile(before, 0.95),
      percentile(after, 0.95),
    ];
    process.stdout.write(
      `${name}: median ${a.toFixed(0)} to ${b.toFixed(0)} ms (${(b / a).toFixed(2)}), p95 ${c.toFixed(0)} to ${d.toFixed(0)} ms (${(d / c).toFixed(2)}), of ${after.length}\n`,
    );
    if (name !== "the same resource") expect(d).toBeLessThan(Math.max(MAX_FOR_OTHERS_MS, 3 * c));
  }
  expect(await busyBlocks(busy.room)).toHaveLength(EVENTS);
  for (const { room } of [busy, otherPlace, stranger]) expect(await wrongCounts(room)).toBe(0);
  expect(await readCalendar(busy.owner.tenant.id, calendar.id, () => provider)).toEqual({
    changed: 0,
  });
});
