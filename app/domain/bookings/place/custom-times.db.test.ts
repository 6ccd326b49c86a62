import { beforeAll, describe, expect, test } from "vitest";
import { BookingPatch, NewBooking } from "~/contract/booking-inputs";
import { NewClosedDays } from "~/contract/hours";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf } from "~/lib/time";
import { book, outcome, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { aCustomer, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import type { UserActor } from "../../identity/actor";
import { closeDays } from "../../schedules/closed-days.server";
import { createBooking } from "./create-booking.server";
import { editBooking } from "../change/edit-booking.server";

let owner: UserActor;
let staff: UserActor;
let room: string;
let other: string;
let schedule: string;
let slots: SlotRow[];
/** Open from 10:00 to 15:00; closed on the third day ahead. */
const day = (ahead: number) => addDays(localDateOf(clock.now(), "UTC"), ahead);
const at = (ahead: number, time: string) => `${day(ahead)}T${time}:00Z`;

beforeAll(async () => {
  owner = await makeTenant({ time_zone: "UTC" });
  staff = await makeUser(owner, "staff");
  room = (await makeResource(owner)).id;
  other = (await makeResource(owner)).id;
  const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "10:00", end: "15:00" }];
  schedule = (
    await makeSchedule(owner, [room], { time_zone: "UTC", rules: hours, max_advance_days: 20 })
  ).id;
  await closeDays(owner, NewClosedDays.parse({ days: [{ date: day(3), name: "Moving house" }] }));
  slots = await slotsAfter(6, schedule);
});

const edit = (id: string, patch: Record<string, unknown>, actor = owner) =>
  editBooking(actor, id, BookingPatch.parse(patch));
const create = (wish: Record<string, unknown>, actor = owner) =>
  createBooking(
    actor,
    NewBooking.parse({
      resource_id: room,
      schedule_id: schedule,
      customer: aCustomer(),
      ...wish,
    }),
    null,
  );
const overridden = async (id: string) => {
  const { rows } = await pool.query<{ diff: Record<string, unknown> }>(
    "select diff from audit_row where entity_id = $1 order by at desc, id desc limit 1",
    [id],
  );
  return rows[0]!.diff["overridden"];
};
/** The refusal: the reasons an override would set aside, or the error code. */
const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "accepted",
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return error.extra.details?.["needs_override"] ?? error.code;
    },
  );

interface Time {
  starts_at: string;
  resource_id?: string;
  minutes?: number;
}
const TIMES: [string, () => Time, string[]][] = [
  ["at night", () => ({ starts_at: at(4, "03:00") }), ["outside_hours"]],
  ["beyond closing", () => ({ starts_at: at(4, "14:30") }), ["outside_hours"]],
  ["for ten hours", () => ({ starts_at: at(4, "10:00"), minutes: 600 }), ["outside_hours"]],
  ["on a closed day", () => ({ starts_at: at(3, "11:00") }), ["closed_day"]],
  ["yesterday", () => ({ starts_at: at(-1, "11:00") }), ["past"]],
  ["too far ahead", () => ({ starts_at: at(700, "11:00") }), ["too_far"]],
  [
    "where the service isn't given",
    () => ({ starts_at: at(4, "11:00"), resource_id: other }),
    ["other_resource"],
  ],
];

describe.each(TIMES)("a custom time %s", (_, time, reasons) => {
  const wish = () => {
    const { minutes = 60, ...place } = time();
    return { ...place, duration_minutes: minutes };
  };

  test("is refused for a new booking, and audited when overridden", async () => {
    expect(await refusalOf(create(wish()))).toEqual(reasons);
    expect(await refusalOf(create(wish(), staff))).toEqual(reasons);
    const booking = await create({ ...wish(), override: true });
    expect(booking).toMatchObject({ schedule_id: schedule, slot_id: null });
    expect(await overridden(booking.id)).toEqual(reasons);
  });

  test("is refused for a move and its dry run, and audited when overridden", async () => {
    const { id } = await book(owner, slots.shift()!.id);
    expect(await refusalOf(edit(id, wish()))).toEqual(reasons);
    expect(await refusalOf(edit(id, wish(), staff))).toEqual(reasons);
    expect(await refusalOf(edit(id, { ...wish(), dry_run: true }))).toEqual(reasons);
    const { duration_minutes: minutes, ...place } = wish();
    // Without a length only an offered start is accepted.
    if (minutes === 60)
      expect(await refusalOf(edit(id, place))).toEqual([...reasons, "not_offered"]);
    expect(await edit(id, { ...wish(), override: true })).toMatchObject({
      starts_at: place.starts_at,
      schedule_id: schedule,
    });
    expect(await overridden(id)).toEqual(reasons);
  });
});

test("a start without a duration must be offered", async () => {
  const [from, to] = [slots.shift()!, slots.shift()!];
  const { id } = await book(owner, from.id);
  const off = new Date(to.starts_at.getTime() + 7 * 60_000).toISOString();
  expect(await refusalOf(edit(id, { starts_at: off }))).toEqual(["not_offered"]);
  const refusal = (await edit(id, { starts_at: off }).catch((error: unknown) => error)) as AppError;
  expect(refusal.extra.details?.["alternatives"]).toHaveLength(3);
  expect(await edit(id, { starts_at: to.starts_at.toISOString() })).toMatchObject({
    slot_id: to.id,
  });
  // Inside hours, an explicit length allows starts off the grid.
  expect(await edit(id, { starts_at: off, duration_minutes: 30 }, staff)).toMatchObject({
    slot_id: null,
  });
});

test("minimum notice does not apply to staff, and a running time is not past", async () => {
  const busy = await makeSchedule(owner, [other], {
    time_zone: "UTC",
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }],
    min_notice_minutes: 10_080,
  });
  const startedAt = new Date(Math.floor(clock.now() / 60_000) * 60_000 - 10 * 60_000).toISOString();
  const walkIn = await create(
    { schedule_id: busy.id, resource_id: other, starts_at: startedAt, duration_minutes: 60 },
    staff,
  );
  expect(walkIn).toMatchObject({ status: "confirmed", starts_at: startedAt.replace(".000", "") });
});

test("a booking outside hours keeps its time while its party or length shrinks, and does not grow", async () => {
  const night = { starts_at: at(5, "03:00"), duration_minutes: 120 };
  const { id } = await create({ ...night, override: true });
  expect(await edit(id, { notes: "Side door" }, staff)).toMatchObject({ notes: "Side door" });
  expect(await edit(id, { duration_minutes: 60 }, staff)).toMatchObject({
    ends_at: at(5, "04:00"),
  });
  expect(await refusalOf(edit(id, { duration_minutes: 90 }))).toEqual(["outside_hours"]);
  expect(await outcome(edit(id, { duration_minutes: 90, override: true }, staff))).toBe(
    "forbidden_role",
  );
});

test("a time without a service only obeys the company's closed days", async () => {
  const plain = { schedule_id: undefined, duration_minutes: 60 };
  expect(await refusalOf(create({ ...plain, starts_at: at(3, "11:00") }))).toEqual(["closed_day"]);
  expect(await create({ ...plain, starts_at: at(6, "03:00") })).toMatchObject({
    schedule_id: null,
  });
});
