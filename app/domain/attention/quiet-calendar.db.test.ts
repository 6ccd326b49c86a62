import { beforeEach, expect, test } from "vitest";
import { NewSlot } from "~/contract/slots";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { addDays, toRfc3339, wallTimeToInstant } from "~/lib/time";
import { book, slotsOf } from "~/testing/booking-calls";
import { nextClockChange } from "~/testing/clock-changes";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import type { UserActor } from "../identity/actor";
import { createSlot } from "../slots/manual-slots.server";
import { listAttention } from "./list-attention.server";
import { quietCalendar } from "./quiet-calendar.sql.server";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let owner: UserActor;
let room: string;
let schedule: string;
let next: number;

beforeEach(async () => {
  owner = await makeTenant({ time_zone: "Europe/Amsterdam" });
  room = (await makeResource(owner, { capacity: 500 })).id;
  schedule = (await makeSchedule(owner, [room], { max_advance_days: 200 })).id;
  next = 0;
});

/** Creates bookings received at these instants. */
async function bookReceivedAt(...instants: number[]): Promise<void> {
  const slots = await slotsOf(schedule);
  for (const at of instants) {
    const { id } = await book(owner, slots[300 + next++]!.id);
    await pool.query("update booking set created_at = $2 where id = $1", [id, new Date(at)]);
  }
}
const kinds = async (now: number) =>
  (await quietCalendar(owner.tenant, now)).map(({ kind }) => kind);
/** Three bookings a few hours before `now` on the same weekday of each previous week. */
const usual = (now: number, weeks = [1, 2, 3, 4]) =>
  weeks.flatMap((week) => [3, 4, 5].map((hours) => now - week * 7 * DAY - hours * HOUR));

test("an unusually quiet day is reported with its start time", async () => {
  const now = clock.now();
  await bookReceivedAt(...usual(now), now - 30 * HOUR);
  expect(await quietCalendar(owner.tenant, now)).toMatchObject([
    { message: expect.stringContaining("for 30 hours"), at: toRfc3339(now - 30 * HOUR) },
  ]);
  const { data } = await listAttention(owner, { limit: 100 });
  expect(data.map(({ kind }) => kind)).toEqual(["calendar_quiet"]);
});

test("it ends with the next booking, but not with a test booking", async () => {
  const now = clock.now();
  await bookReceivedAt(...usual(now), now - 30 * HOUR, now - HOUR);
  await pool.query("update booking set source = 'test' where tenant_id = $1 and created_at = $2", [
    owner.tenant.id,
    new Date(now - HOUR),
  ]);
  expect(await kinds(now)).toEqual(["calendar_quiet"]);
  await bookReceivedAt(now - 2 * HOUR);
  expect(await kinds(now)).toEqual([]);
});

test.each([
  ["the silence is shorter than a day", [1, 2, 3, 4], 23 * HOUR, []],
  ["one of the weeks had fewer", [1, 2, 4], 30 * HOUR, []],
  ["the company is younger than that", [1, 2, 3], 30 * HOUR, []],
])("%s: no alert", async (_why, weeks, since, expected) => {
  const now = clock.now();
  await bookReceivedAt(...usual(now, weeks), now - since);
  expect(await kinds(now)).toEqual(expected);
});

test("a week or more of silence is compared with earlier weeks, up to four weeks", async () => {
  const now = clock.now();
  const last = now - 9 * DAY;
  await bookReceivedAt(...usual(now, [2, 3, 4, 5]), last);
  const [item] = await quietCalendar(owner.tenant, now);
  expect(item!.message).toContain("for 9 days");
  expect(await kinds(last + 29 * DAY)).toEqual([]);
});

test("silence without bookable times is not reported", async () => {
  const now = clock.now();
  await bookReceivedAt(...usual(now), now - 30 * HOUR);
  await pool.query(
    "update slot set status = 'closed' where tenant_id = $1 and starts_at < now() + interval '14 days'",
    [owner.tenant.id],
  );
  expect(await kinds(now)).toEqual([]);
});

test("compares the same local hours, across clock changes", async () => {
  // Monday 10:30 in Amsterdam, the day after the spring clock change; on earlier Mondays three
  // bookings came in at 10:20 (09:20 UTC).
  const sunday = nextClockChange("03", owner.tenant.time_zone);
  const at = (days: number, time: string) =>
    wallTimeToInstant(addDays(sunday, days), time, owner.tenant.time_zone);
  const mondays = [-6, -13, -20, -27].map((days) => at(days, "10:20"));
  await bookReceivedAt(
    ...mondays.flatMap((monday) => [monday, monday + 60_000, monday + 120_000]),
    at(0, "10:15"),
  );
  const slot = { resource_id: room, starts_at: toRfc3339(at(4, "10:00")), duration_minutes: 60 };
  await createSlot(owner, NewSlot.parse(slot));
  expect(await kinds(at(1, "10:30"))).toEqual(["calendar_quiet"]);
});
