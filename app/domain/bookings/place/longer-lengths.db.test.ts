import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { NewBlock } from "~/contract/blocks";
import { type Availability, ExplainQuery, SlotPatch } from "~/contract/slots";
import { createBlock } from "~/domain/blocks/change-block.server";
import type { UserActor } from "~/domain/identity/actor";
import { ensureSchedule } from "~/domain/schedules/ensure-slots.server";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { updateSlot } from "~/domain/slots/edit-slot.server";
import { explain } from "~/domain/slots/explain.sql.server";
import { pool } from "~/lib/db.server";
import { Court, EVERY_DAY, LENGTHS, minutesOf, refusal } from "~/testing/court";
import { aCustomer, makeTenant } from "~/testing/factory";
import { book, claimsOf, outcome, slotsAfter, wrongCounts } from "~/testing/booking-calls";
import { createBooking } from "./create-booking.server";

let owner: UserActor;
let court: Court;

beforeAll(async () => {
  owner = await makeTenant({
    time_zone: "UTC",
    takes_payments: true,
    policy: { hold_minutes: 10, max_reschedules: 9 },
  });
});
beforeEach(async () => {
  court = await Court.make(owner);
});

describe("a longer duration", () => {
  test("is offered if open and free throughout, at its own price", async () => {
    expect(await court.listed()).toEqual(["10 2000", "11 2000", "12 2000", "13 2000", "14 2000"]);
    expect(await court.listed(60)).toEqual(await court.listed());
    expect(await court.listed(90)).toEqual([
      "10 2800",
      "11 2800",
      "12 2800",
      "13 2800",
      "14 closed",
    ]);
    expect(await court.listed(120)).toEqual([
      "10 null",
      "11 null",
      "12 null",
      "13 null",
      "14 closed",
    ]);
    await court.book(12);
    expect(await court.listed(90)).toEqual([
      "10 2800",
      "11 full",
      "12 full",
      "13 2800",
      "14 closed",
    ]);
    expect(await refusal(court.read({ length_minutes: 75 }))).toBe("length_minutes");
    expect(await refusal(court.read({ length_minutes: 75 }, 'W/"other"'))).toBe("length_minutes");
  });

  test("occupies its whole time in one booking", async () => {
    const booking = await court.book(11, 90);
    expect(booking).toMatchObject({
      price_amount: 2800,
      currency: "EUR",
      slot_id: court.at(11).id,
    });
    expect(minutesOf(booking)).toBe(90);
    expect(await court.listed()).toEqual(["10 2000", "11 full", "12 full", "13 2000", "14 2000"]);
    expect(await wrongCounts(court.id)).toBe(0);
    expect(await refusal(court.book(12))).toBe("slot_unavailable full");
    await court.cancel(booking.id);
    expect(await court.listed()).toEqual(["10 2000", "11 2000", "12 2000", "13 2000", "14 2000"]);
    const free = await court.book(10, 120);
    expect(free).toMatchObject({ price_amount: null, currency: null });
  });

  test("equal to the base duration is the same as none", async () => {
    expect(await court.book(10, 60)).toMatchObject({
      price_amount: 2000,
      ends_at: court.at(11).starts_at.toISOString().replace(".000", ""),
    });
    expect(await refusal(court.book(11, 45))).toBe("length_minutes");
    const both = NewBooking.safeParse({
      resource_id: court.id,
      starts_at: court.at(10).starts_at.toISOString(),
      customer: aCustomer(),
      length_minutes: 90,
      duration_minutes: 90,
    });
    expect(both.error?.issues.map(({ path }) => path)).toEqual([["length_minutes"]]);
  });

  test("is refused outside hours or over a booking, with alternatives of the same duration", async () => {
    await court.book(12);
    const refused = (await court.book(11, 90).catch((error: unknown) => error)) as {
      extra: {
        details: {
          reason: string;
          alternatives: { starts_at: string; ends_at: string; price_amount: number }[];
        };
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
    expect(await refusal(court.book(14, 90))).toBe("slot_unavailable closed");
    expect(await court.book(14, 90, { override: true })).toMatchObject({ price_amount: 2800 });
  });

  test("counts seats that are free throughout", async () => {
    court = await Court.make(owner, {}, 3);
    await court.book(10, undefined, { party_size: 2 });
    await court.book(11);
    const { json } = await court.read({ length_minutes: 90, party_size: 1 });
    const { slots: found } = (JSON.parse(json!) as Availability).days[0]!;
    // Lanes 0 and 1 are taken at ten, lane 0 at eleven.
    expect(found.map(({ remaining }) => remaining)).toEqual([1, 2, 3, 3]);
    expect(await refusal(court.book(10, 90, { party_size: 2 }))).toBe("slot_unavailable full");
    await court.book(10, 90);
    expect(await wrongCounts(court.id)).toBe(0);
  });

  test("has the schedule's buffers around it, which may reach outside the hours", async () => {
    court = await Court.make(owner, { buffer_after_minutes: 30, step_minutes: 60 });
    const [claim] = await claimsOf((await court.book(13, 120)).id);
    expect(claim!.ends_at.getTime() - claim!.starts_at.getTime()).toBe(150 * 60_000);
    expect(await court.listed(90)).toEqual([
      "10 2800",
      "11 2800",
      "12 full",
      "13 full",
      "14 closed",
    ]);
  });

  test("cannot reach into time off", async () => {
    const from = new Date(court.at(12).starts_at.getTime() + 15 * 60_000).toISOString();
    await createBlock(
      owner,
      NewBlock.parse({
        resource_id: court.id,
        starts_at: from,
        ends_at: court.at(13).starts_at.toISOString(),
      }),
    );
    expect(await court.listed(90)).toEqual([
      "10 2800",
      "11 closed",
      "12 closed",
      "13 2800",
      "14 closed",
    ]);
    expect(await refusal(court.book(11, 90))).toBe("slot_unavailable closed");
  });

  test("has the price of its start; a slot's own price applies to its own duration", async () => {
    await court.change({
      peak_prices: [{ days: EVERY_DAY, start: "12:00", end: "13:00", percent: 50 }],
    });
    await updateSlot(owner, court.at(11).id, SlotPatch.parse({ price_amount: 1 }));
    expect(await court.listed()).toEqual(["10 2000", "11 1", "12 3000", "13 2000", "14 2000"]);
    expect(await court.listed(90)).toEqual([
      "10 2800",
      "11 2800",
      "12 4200",
      "13 2800",
      "14 closed",
    ]);
    expect((await court.book(12, 90, { party_size: 1 })).price_amount).toBe(4200);
  });

  test("uses the resource's own durations, if any", async () => {
    await court.change({
      resource_terms: [
        {
          resource_id: court.id,
          duration_minutes: 75,
          length_options: [{ minutes: 100, price_amount: 1 }],
        },
      ],
    });
    court.slots = (await slotsAfter(1, court.schedule)).slice(0, 4);
    expect(await refusal(court.read({ length_minutes: 90 }))).toBe("length_minutes");
    const { json } = await court.read({ length_minutes: 100 });
    expect(
      (JSON.parse(json!) as Availability).days[0]!.slots.map(({ price_amount }) => price_amount),
    ).toEqual([1, 1, 1]);
    expect(await refusal(book(owner, court.slots[0]!.id, { length_minutes: 90 }))).toBe(
      "length_minutes",
    );
    expect(minutesOf(await book(owner, court.slots[0]!.id, { length_minutes: 100 }))).toBe(100);
    expect(minutesOf(await book(owner, court.slots[2]!.id))).toBe(75);
  });

  test("is covered by the explanation of a day", async () => {
    await court.book(12);
    const query = { schedule_id: court.schedule, resource_id: court.id, date: court.day };
    const explanation = await explain(
      owner,
      ExplainQuery.parse({ ...query, length_minutes: "90" }),
    );
    expect(explanation.bookable.map((start) => new Date(start).getUTCHours())).toEqual([10, 13]);
    const removed = (rule: string) =>
      explanation.steps
        .find((step) => step.rule === rule)!
        .removed.map((start) => new Date(start).getUTCHours());
    expect([removed("duration"), removed("full"), removed("closed_by_hand")]).toEqual([
      [14],
      [11, 12],
      [],
    ]);
    expect((await explain(owner, ExplainQuery.parse(query))).bookable).toHaveLength(4);
    expect(
      await refusal(explain(owner, ExplainQuery.parse({ ...query, length_minutes: 75 }))),
    ).toBe("length_minutes");
  });
});

describe("after a change of the schedule", () => {
  test("durations change immediately, and so does the ETag", async () => {
    const { etag } = await court.read({ length_minutes: 90 });
    expect(await court.read({ length_minutes: 90 }, etag)).toMatchObject({ json: null });
    await court.change({ length_options: [{ minutes: 180, price_amount: 1 }] });
    expect(await refusal(court.read({ length_minutes: 90 }, etag))).toBe("length_minutes");
    expect(await refusal(court.book(10, 90))).toBe("length_minutes");
    expect(await court.listed(180)).toEqual(["10 1", "11 1", "12 1", "13 closed", "14 closed"]);
  });

  test("shorter hours close times that exceed them", async () => {
    await court.change({ rules: [{ days: EVERY_DAY, start: "10:00", end: "14:30" }] });
    expect(await court.listed(90)).toEqual(["10 2800", "11 2800", "12 2800", "13 2800"]);
    expect(await court.listed(120)).toEqual(["10 null", "11 null", "12 null", "13 closed"]);
    expect(await refusal(court.book(13, 120))).toBe("slot_unavailable closed");
  });

  test("later closing the next day does not extend unrelated slots", async () => {
    await court.change({
      rules: [{ days: EVERY_DAY, start: "00:00", end: "00:00" }],
      length_options: [{ minutes: 720, price_amount: 9 }],
    });
    court.slots = await slotsAfter(1, court.schedule);
    const late = court.slots.find(({ starts_at }) => starts_at.getUTCHours() === 23)!;
    expect(minutesOf(await book(owner, late.id, { length_minutes: 720 }))).toBe(720);
    const date = new Date(late.starts_at.getTime() + 86_400_000).toISOString().slice(0, 10);
    await court.change({ overrides: [{ date, intervals: [{ start: "00:00", end: "06:00" }] }] });
    const before = court.slots.find(({ starts_at }) => starts_at.toISOString().startsWith(date))!;
    const again = (await slotsAfter(1, court.schedule)).find(
      ({ starts_at }) => starts_at.getTime() === before.starts_at.getTime() - 3_600_000 * 2,
    );
    expect(await refusal(book(owner, again!.id, { length_minutes: 720 }))).toBe(
      "slot_unavailable closed",
    );
  });

  test("a claim prepared earlier is refused if its duration is no longer offered", async () => {
    const claim = {
      resource_id: court.id,
      slot_id: court.at(10).id,
      length_minutes: 90,
      capacity: 1,
      party_size: 1,
      over_capacity: false,
      occupies_from: court.at(10).starts_at,
      occupies_to: new Date(court.at(10).starts_at.getTime() + 90 * 60_000),
    };
    const find = async (more: object = {}) => {
      const sent = JSON.stringify({ ...claim, ...more });
      const found = await pool.query("select refusal from find_lanes($1, $2)", [
        owner.tenant.id,
        sent,
      ]);
      return found.rows[0].refusal as string | null;
    };
    expect([
      await find(),
      await find({ length_minutes: 100 }),
      await find({ length_minutes: undefined }),
    ]).toEqual([null, "closed", "closed"]);
    await pool.query("update schedule set length_options = '[]' where id = $1", [court.schedule]);
    expect(await find()).toBe("closed");
    await pool.query("update schedule set length_options = $2 where id = $1", [
      court.schedule,
      JSON.stringify(LENGTHS),
    ]);
    await pool.query("update slot set open_until = ends_at where id = $1", [court.at(10).id]);
    expect(await find()).toBe("closed");
  });
});

test("a slot of the previous version keeps its duration until regenerated", async () => {
  await pool.query("update slot set open_until = null where schedule_id = $1", [court.schedule]);
  expect(await court.listed(90)).toEqual([
    "10 closed",
    "11 closed",
    "12 closed",
    "13 closed",
    "14 closed",
  ]);
  expect(await refusal(court.book(10, 90))).toBe("slot_unavailable closed");
  expect(await outcome(court.book(14))).toMatchObject({ slot_id: court.at(14).id });
  await ensureSchedule(owner.tenant.id, court.schedule);
  expect(await court.listed(90)).toEqual(["10 2800", "11 2800", "12 2800", "13 full", "14 closed"]);
  expect((await getSchedule(owner, court.schedule)).length_options).toEqual(LENGTHS);
  await createBooking(
    owner,
    NewBooking.parse({ slot_id: court.at(10).id, length_minutes: 120, customer: aCustomer() }),
    null,
  );
});
