import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BookingPatch, NewBooking, NewWidgetBooking, StatusChange } from "~/contract/booking-inputs";
import { NewBlock } from "~/contract/blocks";
import { NewHold } from "~/contract/holds";
import { SchedulePatch } from "~/contract/schedules";
import { type Availability, AvailabilityQuery, ExplainQuery, SlotPatch } from "~/contract/slots";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { createBlock } from "~/domain/blocks/change-block.server";
import { findKey } from "~/domain/api-keys/find-key.server";
import { takeHold } from "~/domain/holds/visitor-holds.server";
import type { KeyActor, UserActor } from "~/domain/identity/actor";
import { ensureSchedule } from "~/domain/schedules/ensure-slots.server";
import { getSchedule, updateSchedule } from "~/domain/schedules/schedules.server";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { updateSlot } from "~/domain/slots/edit-slot.server";
import { explain } from "~/domain/slots/explain.sql.server";
import { joinWaitlist, listWaitlist, sweepWaitlist } from "~/domain/waitlist/waitlist.server";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { pool, transaction } from "~/lib/db.server";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import {
  book,
  claimsOf,
  lapse,
  outcome,
  slotsAfter,
  type SlotRow,
  systemOf,
  wrongCounts,
} from "~/testing/booking-calls";
import { payBooking } from "~/testing/pay-booking";
import { acceptOffer } from "./accept-offer.server";
import { changeBookingStatus } from "./change-status.server";
import { createBooking } from "./create-booking.server";
import { editBooking } from "./edit-booking.server";
import { sweepHolds } from "./expire-holds.server";
import { moveBooking } from "./move-booking.server";

// A court that is open from 10:00 to 15:00: an hour, or 90 or 120 minutes.

let owner: UserActor;
let widget: KeyActor;
let court: string;
let schedule: string;
let slots: SlotRow[];

const LENGTHS = [
  { minutes: 90, price_amount: 2800 },
  { minutes: 120, price_amount: null },
];
const everyDay = [1, 2, 3, 4, 5, 6, 7];

beforeAll(async () => {
  owner = await makeTenant({
    time_zone: "UTC",
    takes_payments: true,
    policy: { hold_minutes: 10, max_reschedules: 9 },
  });
  widget = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
});
beforeEach(() => withCourt());

async function withCourt(input: Record<string, unknown> = {}, capacity = 1): Promise<void> {
  court = (await makeResource(owner, { capacity })).id;
  const made = await makeSchedule(owner, [court], {
    ...{ time_zone: "UTC", rules: [{ days: everyDay, start: "10:00", end: "15:00" }], max_advance_days: 5 },
    ...{ price_amount: 2000, length_options: LENGTHS, ...input },
  });
  schedule = made.id;
  slots = (await slotsAfter(1, schedule)).slice(0, 5);
}

/** The slot of the first of these days that starts then. */
const at = (hour: number): SlotRow => slots.find(({ starts_at }) => starts_at.getUTCHours() === hour)!;
const bookFor = (hour: number, length_minutes: number, more: Record<string, unknown> = {}) =>
  book(owner, at(hour).id, { length_minutes, ...more });
const change = (patch: Record<string, unknown>) => updateSchedule(owner, schedule, SchedulePatch.parse(patch));
const cancel = (id: string) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled", notify: false }), null);
const move = (id: string, patch: Record<string, unknown>) => editBooking(owner, id, BookingPatch.parse(patch));
const minutesOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;
const day = () => slots[0]!.starts_at.toISOString().slice(0, 10);

async function read(query: Record<string, unknown>, known: string | null = null, actor: UserActor | KeyActor = owner) {
  const asked = AvailabilityQuery.parse({ schedule_id: schedule, from: day(), to: day(), tz: "UTC", ...query });
  return readAvailability(actor, asked, 31, known);
}
/** Hours that can be booked, and those that cannot with their reason: "10 2800", "13 full". */
async function listed(length_minutes?: number, query: Record<string, unknown> = {}): Promise<string[]> {
  const { json } = await read({ length_minutes, include: "unavailable", ...query });
  const { days } = JSON.parse(json!) as Availability;
  return days.flatMap((each) =>
    each.slots.map((slot) => {
      expect(minutesOf(slot)).toBe(length_minutes ?? 60);
      return `${new Date(slot.starts_at).getUTCHours()} ${slot.reason ?? slot.price_amount}`;
    }),
  );
}
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string; extra: { issues?: { path: string }[]; details?: Record<string, unknown> } }) =>
      error.extra.issues?.map(({ path }) => path).join() ?? `${error.code} ${String(error.extra.details?.reason)}`,
  );

describe("a longer length", () => {
  test("is offered where it is open and free all the time, at its own price", async () => {
    expect(await listed()).toEqual(["10 2000", "11 2000", "12 2000", "13 2000", "14 2000"]);
    expect(await listed(60)).toEqual(await listed());
    expect(await listed(90)).toEqual(["10 2800", "11 2800", "12 2800", "13 2800", "14 closed"]);
    expect(await listed(120)).toEqual(["10 null", "11 null", "12 null", "13 null", "14 closed"]);
    await book(owner, at(12).id);
    expect(await listed(90)).toEqual(["10 2800", "11 full", "12 full", "13 2800", "14 closed"]);
    expect(await refusal(read({ length_minutes: 75 }))).toBe("length_minutes");
    expect(await refusal(read({ length_minutes: 75 }, 'W/"other"'))).toBe("length_minutes");
  });

  test("takes all of its time in one booking, as listed", async () => {
    const booking = await bookFor(11, 90);
    expect(booking).toMatchObject({ price_amount: 2800, currency: "EUR", slot_id: at(11).id });
    expect(minutesOf(booking)).toBe(90);
    expect(await listed()).toEqual(["10 2000", "11 full", "12 full", "13 2000", "14 2000"]);
    expect(await wrongCounts(court)).toBe(0);
    expect(await refusal(book(owner, at(12).id))).toBe("slot_unavailable full");
    await cancel(booking.id);
    expect(await listed()).toEqual(["10 2000", "11 2000", "12 2000", "13 2000", "14 2000"]);
    const free = await bookFor(10, 120);
    expect(free).toMatchObject({ price_amount: null, currency: null });
  });

  test("that is the base length is the same as none", async () => {
    expect(await bookFor(10, 60)).toMatchObject({
      price_amount: 2000,
      ends_at: at(11).starts_at.toISOString().replace(".000", ""),
    });
    expect(await refusal(bookFor(11, 45))).toBe("length_minutes");
    const both = NewBooking.safeParse({
      resource_id: court,
      starts_at: at(10).starts_at.toISOString(),
      customer: aCustomer(),
      length_minutes: 90,
      duration_minutes: 90,
    });
    expect(both.error?.issues.map(({ path }) => path)).toEqual([["length_minutes"]]);
  });

  test("is refused beyond the hours and by what is in the way, with times of the same length", async () => {
    await book(owner, at(12).id);
    const refused = (await bookFor(11, 90).catch((error: unknown) => error)) as {
      extra: {
        details: { reason: string; alternatives: { starts_at: string; ends_at: string; price_amount: number }[] };
      };
    };
    expect(refused.extra.details.reason).toBe("full");
    const { alternatives } = refused.extra.details;
    expect(alternatives.map((slot) => [minutesOf(slot), slot.price_amount])).toEqual([
      [90, 2800],
      [90, 2800],
      [90, 2800],
    ]);
    expect(alternatives.map(({ starts_at }) => new Date(starts_at).getUTCHours())).toContain(10);
    expect(await refusal(bookFor(14, 90))).toBe("slot_unavailable closed");
    expect(await bookFor(14, 90, { override: true })).toMatchObject({ price_amount: 2800 });
  });

  test("counts the seats that are free all the time", async () => {
    await withCourt({}, 3);
    await book(owner, at(10).id, { party_size: 2 });
    await book(owner, at(11).id);
    const { json } = await read({ length_minutes: 90, party_size: 1 });
    const { slots: found } = (JSON.parse(json!) as Availability).days[0]!;
    // The lanes 0 and 1 are taken at ten, lane 0 at eleven.
    expect(found.map(({ remaining }) => remaining)).toEqual([1, 2, 3, 3]);
    expect(await refusal(bookFor(10, 90, { party_size: 2 }))).toBe("slot_unavailable full");
    await bookFor(10, 90);
    expect(await wrongCounts(court)).toBe(0);
  });

  test("has the schedule's buffers around it, which may reach outside the hours", async () => {
    await withCourt({ buffer_after_minutes: 30, step_minutes: 60 });
    const [claim] = await claimsOf((await bookFor(13, 120)).id);
    expect(claim!.ends_at.getTime() - claim!.starts_at.getTime()).toBe(150 * 60_000);
    expect(await listed(90)).toEqual(["10 2800", "11 2800", "12 full", "13 full", "14 closed"]);
  });

  test("ends before time off", async () => {
    const from = new Date(at(12).starts_at.getTime() + 15 * 60_000).toISOString();
    await createBlock(
      owner,
      NewBlock.parse({ resource_id: court, starts_at: from, ends_at: at(13).starts_at.toISOString() }),
    );
    expect(await listed(90)).toEqual(["10 2800", "11 closed", "12 closed", "13 2800", "14 closed"]);
    expect(await refusal(bookFor(11, 90))).toBe("slot_unavailable closed");
  });

  test("costs what its start does, and a price set for a slot is that of its own length", async () => {
    await change({ peak_prices: [{ days: everyDay, from: "12:00", to: "13:00", percent: 50 }] });
    await updateSlot(owner, at(11).id, SlotPatch.parse({ price_amount: 1 }));
    expect(await listed()).toEqual(["10 2000", "11 1", "12 3000", "13 2000", "14 2000"]);
    expect(await listed(90)).toEqual(["10 2800", "11 2800", "12 4200", "13 2800", "14 closed"]);
    expect((await bookFor(12, 90, { party_size: 1 })).price_amount).toBe(4200);
  });

  test("is its resource's own, where that has some", async () => {
    await withCourt();
    await change({
      resource_terms: [
        { resource_id: court, duration_minutes: 75, length_options: [{ minutes: 100, price_amount: 1 }] },
      ],
    });
    slots = (await slotsAfter(1, schedule)).slice(0, 4);
    expect(await refusal(read({ length_minutes: 90 }))).toBe("length_minutes");
    const { json } = await read({ length_minutes: 100 });
    expect((JSON.parse(json!) as Availability).days[0]!.slots.map(({ price_amount }) => price_amount)).toEqual([
      1, 1, 1,
    ]);
    expect(await refusal(book(owner, slots[0]!.id, { length_minutes: 90 }))).toBe("length_minutes");
    expect(minutesOf(await book(owner, slots[0]!.id, { length_minutes: 100 }))).toBe(100);
    expect(minutesOf(await book(owner, slots[2]!.id))).toBe(75);
  });

  test("is said by the days' explanation", async () => {
    await book(owner, at(12).id);
    const query = { schedule_id: schedule, resource_id: court, date: day() };
    const told = await explain(owner, ExplainQuery.parse({ ...query, length_minutes: "90" }));
    expect(told.bookable.map((start) => new Date(start).getUTCHours())).toEqual([10, 13]);
    const removed = (rule: string) =>
      told.steps.find((step) => step.rule === rule)!.removed.map((start) => new Date(start).getUTCHours());
    expect([removed("duration"), removed("booked"), removed("closed_by_hand")]).toEqual([[14], [11, 12], []]);
    expect((await explain(owner, ExplainQuery.parse(query))).bookable).toHaveLength(4);
    expect(await refusal(explain(owner, ExplainQuery.parse({ ...query, length_minutes: 75 })))).toBe("length_minutes");
  });
});

describe("after a change of the schedule", () => {
  test("a length is gone, or new, at once; the tag says so", async () => {
    const { etag } = await read({ length_minutes: 90 });
    expect(await read({ length_minutes: 90 }, etag)).toMatchObject({ json: null });
    await change({ length_options: [{ minutes: 180, price_amount: 1 }] });
    expect(await refusal(read({ length_minutes: 90 }, etag))).toBe("length_minutes");
    expect(await refusal(bookFor(10, 90))).toBe("length_minutes");
    expect(await listed(180)).toEqual(["10 1", "11 1", "12 1", "13 closed", "14 closed"]);
  });

  test("shorter hours close what reaches beyond them", async () => {
    await change({ rules: [{ days: everyDay, start: "10:00", end: "14:30" }] });
    expect(await listed(90)).toEqual(["10 2800", "11 2800", "12 2800", "13 2800"]);
    expect(await listed(120)).toEqual(["10 null", "11 null", "12 null", "13 closed"]);
    expect(await refusal(bookFor(13, 120))).toBe("slot_unavailable closed");
  });

  test("hours that end later on the next day reach no slot that cannot go on until then", async () => {
    await change({
      rules: [{ days: everyDay, start: "00:00", end: "00:00" }],
      length_options: [{ minutes: 720, price_amount: 9 }],
    });
    slots = await slotsAfter(1, schedule);
    const late = slots.find(({ starts_at }) => starts_at.getUTCHours() === 23)!;
    expect(minutesOf(await book(owner, late.id, { length_minutes: 720 }))).toBe(720);
    const date = new Date(late.starts_at.getTime() + 86_400_000).toISOString().slice(0, 10);
    await change({ overrides: [{ date, intervals: [{ start: "00:00", end: "06:00" }] }] });
    const before = slots.find(({ starts_at }) => starts_at.toISOString().startsWith(date))!;
    const again = (await slotsAfter(1, schedule)).find(
      ({ starts_at }) => starts_at.getTime() === before.starts_at.getTime() - 3_600_000 * 2,
    );
    expect(await refusal(book(owner, again!.id, { length_minutes: 720 }))).toBe("slot_unavailable closed");
  });

  test("a claim that was prepared before is refused where its length is not offered any more", async () => {
    const claim = {
      ...{
        resource_id: court,
        slot_id: at(10).id,
        length_minutes: 90,
        capacity: 1,
        party_size: 1,
        over_capacity: false,
      },
      occupies_from: at(10).starts_at,
      occupies_to: new Date(at(10).starts_at.getTime() + 90 * 60_000),
    };
    const find = async (more: object = {}) => {
      const sent = JSON.stringify({ ...claim, ...more });
      const found = await pool.query("select refusal from find_lanes($1, $2)", [owner.tenant.id, sent]);
      return found.rows[0].refusal as string | null;
    };
    expect([await find(), await find({ length_minutes: 100 }), await find({ length_minutes: undefined })]).toEqual([
      null,
      "closed",
      "closed",
    ]);
    await pool.query("update schedule set length_options = '[]' where id = $1", [schedule]);
    expect(await find()).toBe("closed");
    await pool.query("update schedule set length_options = $2 where id = $1", [schedule, JSON.stringify(LENGTHS)]);
    await pool.query("update slot set open_until = ends_at where id = $1", [at(10).id]);
    expect(await find()).toBe("closed");
  });
});

describe("a booking that moves keeps its length", () => {
  test("where the target offers it, and its price", async () => {
    const { id } = await bookFor(10, 90);
    await change({ length_options: [{ minutes: 90, price_amount: 5000 }] });
    const moved = await move(id, { slot_id: at(12).id });
    expect([minutesOf(moved), moved.price_amount, moved.slot_id]).toEqual([90, 2800, at(12).id]);
    const elsewhere = await move(id, { starts_at: at(13).starts_at.toISOString(), reprice: true });
    expect([minutesOf(elsewhere), elsewhere.price_amount, elsewhere.slot_id]).toEqual([90, 5000, at(13).id]);
    expect(await refusal(move(id, { slot_id: at(14).id }))).toBe("slot_unavailable closed");
    // Where it is, its price can be taken anew, too.
    await change({ length_options: [{ minutes: 90, price_amount: 6000 }] });
    expect((await move(id, { reprice: true })).price_amount).toBe(6000);
  });

  test("and takes the target's where it is not offered", async () => {
    const { id } = await bookFor(10, 90);
    await change({ length_options: [] });
    const moved = await move(id, { slot_id: at(12).id });
    expect([minutesOf(moved), moved.price_amount]).toEqual([60, 2800]);
  });

  test("for a guest, too", async () => {
    const { id, customer } = await bookFor(10, 90);
    const guest = {
      kind: "customer" as const,
      tenant: owner.tenant,
      request_id: null,
      booking_id: id,
      customer_id: customer.id,
    };
    await moveBooking(guest, id, { target: { slot_id: at(12).id, kept_minutes: 90 } });
    const { rows } = await pool.query("select starts_at, ends_at from booking where id = $1", [id]);
    expect(rows[0].ends_at.getTime() - at(12).starts_at.getTime()).toBe(90 * 60_000);
  });

  test("unless another is named, which must be free, open and offered", async () => {
    const { id } = await bookFor(12, 60);
    expect(minutesOf(await move(id, { length_minutes: 90 }))).toBe(90);
    expect((await move(id, { length_minutes: 120, reprice: false })).price_amount).toBe(2000);
    expect(minutesOf(await move(id, { length_minutes: 60 }))).toBe(60);
    expect(await refusal(move(id, { length_minutes: 45 }))).toBe("length_minutes");
    await book(owner, at(13).id);
    expect(await refusal(move(id, { length_minutes: 90 }))).toBe("slot_unavailable full");
    const last = await book(owner, at(14).id);
    expect(await refusal(move(last.id, { length_minutes: 90 }))).toBe("slot_unavailable closed");
    expect(await wrongCounts(court)).toBe(0);
  });

  test("and where it stays when its party changes", async () => {
    await withCourt({}, 2);
    const { id } = await bookFor(10, 90);
    await change({ length_options: [] });
    expect(minutesOf(await move(id, { party_size: 2 }))).toBe(90);
    expect(await listed()).toEqual(["10 full", "11 full", "12 2000", "13 2000", "14 2000"]);
  });
});

describe("visitors", () => {
  const visit = (hour: number, more: Record<string, unknown>) =>
    createWidgetBooking(widget, NewWidgetBooking.parse({ slot_id: at(hour).id, customer: aCustomer(), ...more }), null);
  const hold = (hour: number, more: Record<string, unknown> = {}) =>
    takeHold(widget, NewHold.parse({ slot_id: at(hour).id, ...more }), `198.51.100.7/${Math.random()}`, null);

  test("hold and book a longer length", async () => {
    const { hold_token } = await hold(10, { length_minutes: 90 });
    expect(await listed()).toEqual(["10 held", "11 held", "12 2000", "13 2000", "14 2000"]);
    expect(await listed(90)).toEqual(["10 held", "11 held", "12 2800", "13 2800", "14 closed"]);
    expect(await refusal(visit(11, { length_minutes: 90 }))).toBe("slot_unavailable full");
    const { booking } = await visit(10, { length_minutes: 90, hold_token });
    expect([minutesOf(booking), booking.price_amount]).toEqual([90, 2800]);
    expect(await refusal(hold(14, { length_minutes: 90 }))).toBe("slot_unavailable closed");
    expect(await refusal(hold(13, { length_minutes: 70 }))).toBe("length_minutes");
  });

  test("pay for it, also too late, as long as it is free", async () => {
    await withCourt({ requires_payment: true, length_options: [LENGTHS[0]] });
    const { booking } = await visit(10, { length_minutes: 90 });
    expect(booking).toMatchObject({ status: "pending", pending_reason: "payment", price_amount: 2800 });
    await lapse(booking.id);
    await sweepHolds();
    expect(await listed()).toEqual(["10 2000", "11 2000", "12 2000", "13 2000", "14 2000"]);
    await transaction((db) => payBooking(db, systemOf(owner), booking.id));
    expect(await listed()).toEqual(["10 full", "11 full", "12 2000", "13 2000", "14 2000"]);
  });

  test("wait for it, and are offered all of it", async () => {
    const [first, second] = [await book(owner, at(10).id), await book(owner, at(11).id)];
    const wish = { slot_id: at(10).id, length_minutes: 90, customer: aCustomer() };
    await joinWaitlist(owner, NewWaitlistEntry.parse(wish));
    expect((await listWaitlist(owner, { limit: 5, slot_id: at(10).id })).data).toMatchObject([{ length_minutes: 90 }]);
    await cancel(first.id);
    expect((await listWaitlist(owner, { limit: 5, slot_id: at(10).id })).data).toMatchObject([{ status: "waiting" }]);
    // Half of it is free, so it can be waited for on; the hour alone cannot.
    await joinWaitlist(owner, NewWaitlistEntry.parse({ ...wish, customer: aCustomer() }));
    const hour = { slot_id: at(10).id, customer: aCustomer() };
    expect(await refusal(joinWaitlist(owner, NewWaitlistEntry.parse(hour)))).toBe("slot_id");
    await cancel(second.id);
    await sweepWaitlist();
    const { rows } = await pool.query(
      "select id, customer_id, price_amount, extract(epoch from ends_at - starts_at) / 60 as minutes from booking where resource_id = $1 and pending_reason = 'offer'",
      [court],
    );
    expect(rows).toMatchObject([{ price_amount: 2800, minutes: "90.0000000000000000" }]);
    const guest = {
      kind: "customer" as const,
      tenant: owner.tenant,
      request_id: null,
      booking_id: rows[0].id as string,
      customer_id: rows[0].customer_id as string,
    };
    expect(await acceptOffer(guest)).toMatchObject({ status: "confirmed" });
    expect(await listed()).toEqual(["10 full", "11 full", "12 2000", "13 2000", "14 2000"]);
  });
});

test("a slot that the version before made has its own length until it is made again", async () => {
  await pool.query("update slot set open_until = null where schedule_id = $1", [schedule]);
  expect(await listed(90)).toEqual(["10 closed", "11 closed", "12 closed", "13 closed", "14 closed"]);
  expect(await refusal(bookFor(10, 90))).toBe("slot_unavailable closed");
  expect(await outcome(book(owner, at(14).id))).toMatchObject({ slot_id: at(14).id });
  await ensureSchedule(owner.tenant.id, schedule);
  expect(await listed(90)).toEqual(["10 2800", "11 2800", "12 2800", "13 full", "14 closed"]);
  expect((await getSchedule(owner, schedule)).length_options).toEqual(LENGTHS);
  await createBooking(
    owner,
    NewBooking.parse({ slot_id: at(10).id, length_minutes: 120, customer: aCustomer() }),
    null,
  );
});
