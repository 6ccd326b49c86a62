import { beforeAll, describe, expect, test } from "vitest";
import { NewBlock } from "~/contract/blocks";
import {
  NewBooking,
  NewBookingSeries,
  NewBookingVisit,
  StatusChange,
} from "~/contract/booking-inputs";
import { NewHold } from "~/contract/holds";
import { type Availability, AvailabilityQuery, ExplainQuery, NewSlot } from "~/contract/slots";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { auditDatabase } from "~/commands/audit-database";
import { AppError } from "~/lib/app-error";
import { pool, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { claimsOf, outcome, type SlotRow, slotsAfter, wrongCounts } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { call } from "~/testing/request";
import { findKey } from "../api-keys/find-key.server";
import { createBlock, deleteBlock } from "../blocks/change-block.server";
import { changeBooking } from "../bookings/change/apply-decision.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { sweepHolds } from "../bookings/change/expire-holds.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import { undoMove } from "../bookings/change/undo-move.server";
import { withLockedBooking } from "../bookings/change/with-locked-booking.server";
import { createBooking } from "../bookings/place/create-booking.server";
import { releaseHold, takeHold } from "../holds/visitor-holds.server";
import type { KeyActor, SystemActor, UserActor } from "../identity/actor";
import { updateResource } from "../resources/resources.server";
import { updateSchedule } from "../schedules/schedules.server";
import { createSeries } from "../series/create-series.server";
import { previewService } from "../services/preview-service.server";
import { readAvailability } from "../slots/availability.sql.server";
import { explain } from "../slots/explain.sql.server";
import { createSlot } from "../slots/manual-slots.server";
import { readWalkIns } from "../slots/walk-ins.sql.server";
import { createVisit } from "../visits/create-visit.server";
import { readSchedule } from "../hours/stored-schedule.server";
import { joinWaitlist, sweepWaitlist } from "../waitlist/waitlist.server";

let owner: UserActor;
let key: string;
let widget: KeyActor;

beforeAll(async () => {
  owner = await makeTenant({ policy: { hold_minutes: 20 }, time_zone: "UTC" });
  key = await makeKey(owner);
  widget = (await findKey(key, null)) as KeyActor; // the base key is a publishable one
});

/** 30 minutes of work, 45 of processing, 30 of work. */
const PROCESSING = { after_minutes: 30, minutes: 45 };
const MINUTE = 60_000;

interface Salon {
  anna: string;
  ben: string;
  chair: string;
  colour: string;
  cut: string;
  /** Of each service and person, from 9:00 on, every quarter of an hour. */
  colours: Record<"anna" | "ben", SlotRow[]>;
  cuts: Record<"anna" | "ben", SlotRow[]>;
}

const idOf = async (name: string, more: Record<string, unknown> = {}) =>
  (await makeResource(owner, { name, ...more })).id;

/** Two people who colour (105 minutes, with a chair) and cut (30 minutes, anywhere). */
async function aSalon(
  processing: typeof PROCESSING | null = PROCESSING,
  more: Record<string, unknown> = {},
): Promise<Salon> {
  const [anna, ben] = [await idOf("Anna"), await idOf("Ben")];
  const chair = await idOf("Chair", { capacity: 3 });
  const terms = { max_advance_days: 4, step_minutes: 15 };
  const colour = await makeSchedule(owner, [anna, ben], {
    ...terms,
    duration_minutes: 105,
    processing,
    needs: [{ resource_id: chair }],
    ...more,
  });
  const cut = await makeSchedule(owner, [anna, ben], { ...terms, duration_minutes: 30 });
  const of = async (id: string) => {
    const slots = await slotsAfter(1, id);
    const day = slots[0]!.starts_at.toISOString().slice(0, 10);
    const first = slots.filter((slot) => slot.starts_at.toISOString().startsWith(day));
    const onDay = (person: string) => first.filter((slot) => slot.resource_id === person);
    return { anna: onDay(anna), ben: onDay(ben) };
  };
  return {
    anna,
    ben,
    chair,
    colour: colour.id,
    cut: cut.id,
    colours: await of(colour.id),
    cuts: await of(cut.id),
  };
}

const book = (slot: SlotRow, more: Record<string, unknown> = {}) =>
  createBooking(
    owner,
    NewBooking.parse({ slot_id: slot.id, customer: aCustomer(), ...more }),
    null,
  );
const cancel = (id: string) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
const move = (id: string, slot: SlotRow, more: Record<string, unknown> = {}) =>
  moveBooking(owner, id, { target: { kind: "slot", slot_id: slot.id }, ...more });
let visitors = 0;
const someone = () => `198.51.100.${++visitors}/${newId()}`;
const hold = (slot: SlotRow, more: Partial<NewHold> = {}) =>
  takeHold(widget, NewHold.parse({ slot_id: slot.id, ...more }), someone(), null);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error.extra.details?.["reason"] : error),
  );

/** The starts that visitors are offered, in minutes from `first`. */
async function listed(
  resource_id: string,
  schedule_id: string,
  first: SlotRow,
  more: Record<string, unknown> = {},
): Promise<number[]> {
  const query = AvailabilityQuery.parse({ resource_id, schedule_id, ...more });
  const { json } = await readAvailability(widget, query, 31, null);
  const { days } = JSON.parse(json!) as Availability;
  const date = first.starts_at.toISOString().slice(0, 10);
  return days
    .filter((day) => day.date === date)
    .flatMap(({ slots }) =>
      slots.map(({ starts_at }) => (Date.parse(starts_at) - +first.starts_at) / MINUTE),
    );
}
const cutsOf = (salon: Salon) => listed(salon.anna, salon.cut, salon.cuts.anna[0]!);
const coloursOf = (salon: Salon) => listed(salon.anna, salon.colour, salon.colours.anna[0]!);

/** The claims of a booking's own resource, in minutes from a slot's start. */
async function stretchesOf(id: string, { starts_at }: SlotRow): Promise<string[]> {
  const found = await pool.query<{ lane: number; starts_at: Date; ends_at: Date }>(
    `select lane, starts_at, ends_at from claim where booking_id = $1 or need_of = $1 and need_no = 0 order by starts_at, lane`,
    [id],
  );
  const minutes = (at: Date) => (+at - +starts_at) / MINUTE;
  return found.rows.map((row) => `${row.lane}: ${minutes(row.starts_at)} ${minutes(row.ends_at)}`);
}

const TWO = ["0: 0 30", "0: 75 105"];
const wrong = async ({ anna, ben, chair }: Salon) =>
  (await wrongCounts(anna)) + (await wrongCounts(ben)) + (await wrongCounts(chair));

async function violations() {
  const client = await pool.connect();
  try {
    return await auditDatabase(client);
  } finally {
    client.release();
  }
}

describe("a booking with a processing time", () => {
  test("takes its person before and after it, and what it needs throughout", async () => {
    const salon = await aSalon();
    const slot = salon.colours.anna[0]!;
    const booking = await book(slot);
    expect(booking.processing).toEqual(PROCESSING);
    expect(await stretchesOf(booking.id, slot)).toEqual(TWO);
    const chairs = await pool.query<{ starts_at: Date; ends_at: Date }>(
      "select starts_at, ends_at from claim where resource_id = $1",
      [salon.chair],
    );
    expect(chairs.rows).toEqual([{ starts_at: slot.starts_at, ends_at: slot.ends_at }]);
    expect((await cutsOf(salon)).slice(0, 4)).toEqual([30, 45, 105, 120]);
    // Another colour fits where its work falls between the two: 30 to 60, and 105 to 135.
    expect((await coloursOf(salon)).slice(0, 3)).toEqual([30, 45, 105]);
    await cancel(booking.id);
    expect((await cutsOf(salon)).slice(0, 3)).toEqual([0, 15, 30]);
    expect(await wrong(salon)).toBe(0);
  });

  test("a short service within it can be booked, and nothing that overlaps the work", async () => {
    const salon = await aSalon();
    const colour = await book(salon.colours.anna[0]!);
    for (const at of [0, 1, 4, 5, 6])
      expect(await refusalOf(book(salon.cuts.anna[at]!)), `at ${at}`).toBe("full");
    const cut = await book(salon.cuts.anna[2]!);
    expect(await refusalOf(book(salon.cuts.anna[3]!))).toBe("full");
    // The work of a colour around it: only where both stretches are free.
    await cancel(colour.id);
    expect((await coloursOf(salon)).slice(0, 4)).toEqual([0, 60, 75, 90]);
    expect(await refusalOf(book(salon.colours.anna[1]!))).toBe("full");
    await book(salon.colours.anna[0]!);
    await cancel(cut.id);
    expect(await wrong(salon)).toBe(0);
  });

  test("a chair that is taken for the whole time refuses a colour in between", async () => {
    const salon = await aSalon();
    await updateResource(owner, salon.chair, { capacity: 1 });
    await book(salon.colours.anna[0]!);
    expect((await coloursOf(salon))[0]).toBe(105);
    expect(await refusalOf(book(salon.colours.anna[2]!))).toBe("need_taken");
  });

  test("a longer length keeps it, and a resource whose own length is too short has none", async () => {
    const salon = await aSalon(PROCESSING, {
      length_options: [{ minutes: 135, price_amount: null }],
    });
    const slot = salon.colours.anna[0]!;
    const cut = await book(salon.cuts.anna[2]!);
    const longer = { length_minutes: 135 };
    expect((await listed(salon.anna, salon.colour, slot, longer)).slice(0, 2)).toEqual([0, 60]);
    const booking = await book(slot, longer);
    expect(await stretchesOf(booking.id, slot)).toEqual(["0: 0 30", "0: 75 135"]);
    await cancel(cut.id);
    await updateSchedule(owner, salon.colour, {
      resource_terms: [
        {
          resource_id: salon.ben,
          duration_minutes: 60,
          price_amount: null,
          length_options: null,
          weight: 100,
          priority: 0,
        },
      ],
    });
    const [short] = await slotsAfter(1, salon.colour, salon.ben);
    const plain = await book(short!);
    expect(plain.processing).toBeNull();
    expect(await stretchesOf(plain.id, short!)).toEqual(["0: 0 60"]);
    expect(await wrong(salon)).toBe(0);
  });

  test("several seats are free or taken in both stretches alike", async () => {
    const salon = await aSalon();
    await updateResource(owner, salon.anna, { capacity: 2 });
    const slot = salon.colours.anna[0]!;
    const first = await book(slot, { party_size: 2 });
    expect(await stretchesOf(first.id, slot)).toEqual([
      "0: 0 30",
      "1: 0 30",
      "0: 75 105",
      "1: 75 105",
    ]);
    await book(salon.cuts.anna[2]!, { party_size: 2 });
    expect(await refusalOf(book(salon.cuts.anna[1]!))).toBe("full");
    expect(await wrong(salon)).toBe(0);
    expect(await violations()).toEqual([]);
  });

  test("the work of a lowered capacity is counted before and after it", async () => {
    const salon = await aSalon();
    await updateResource(owner, salon.anna, { capacity: 3 });
    const slot = salon.colours.anna[0]!;
    await book(slot, { party_size: 3 });
    await updateResource(owner, salon.anna, { capacity: 1 });
    expect((await cutsOf(salon)).slice(0, 3)).toEqual([30, 45, 105]);
    const longer = await makeSchedule(owner, [salon.anna], {
      max_advance_days: 4,
      step_minutes: 15,
      duration_minutes: 20,
      length_options: [{ minutes: 40, price_amount: null }],
    });
    const offered = await listed(salon.anna, longer.id, slot, { length_minutes: 40 });
    expect(offered.slice(0, 2)).toEqual([30, 105]);
    expect(await wrong(salon)).toBe(0);
  });
});

describe("a change", () => {
  test("moves both stretches, undoing it brings them back", async () => {
    const salon = await aSalon();
    const [slot, other] = [salon.colours.anna[0]!, salon.colours.anna[8]!];
    const booking = await book(slot);
    const cut = await book(salon.cuts.anna[2]!);
    const moved = await move(booking.id, other);
    expect(await stretchesOf(booking.id, other)).toEqual(TWO);
    expect((await cutsOf(salon)).slice(0, 3)).toEqual([0, 60, 75]);
    await undoMove(owner, booking.id, { version: moved.version, minutes: 105 });
    expect(await stretchesOf(booking.id, slot)).toEqual(TWO);
    // Not where the cut would be in its work.
    expect(await refusalOf(move(booking.id, salon.colours.anna[1]!))).toBe("full");
    expect(await refusalOf(move(cut.id, salon.cuts.anna[4]!))).toBe("full");
    expect(await stretchesOf(booking.id, slot)).toEqual(TWO);
    expect(await wrong(salon)).toBe(0);
    expect(await violations()).toEqual([]);
  });

  test("of the service's processing time leaves the old bookings as they are", async () => {
    const salon = await aSalon();
    await updateResource(owner, salon.anna, { capacity: 2 });
    const slot = salon.colours.anna[0]!;
    const booking = await book(slot);
    await updateSchedule(owner, salon.colour, { processing: null });
    expect(await stretchesOf(booking.id, slot)).toEqual(TWO);
    const held = { kind: "held", resource_id: salon.anna, starts_at: slot.starts_at } as const;
    const target = {
      ...held,
      schedule: { id: salon.colour, is_kept: true },
      duration_minutes: 105,
      slot_id: slot.id,
    };
    const larger = await moveBooking(owner, booking.id, { target, party_size: 2 });
    expect(larger.processing).toEqual(PROCESSING);
    expect(await stretchesOf(booking.id, slot)).toHaveLength(4);
    const [next] = (await slotsAfter(1, salon.colour, salon.anna)).slice(8);
    expect((await move(booking.id, next!)).processing).toBeNull();
    expect(await stretchesOf(booking.id, next!)).toEqual(["0: 0 105", "1: 0 105"]);
    await updateSchedule(owner, salon.colour, { processing: { after_minutes: 15, minutes: 30 } });
    const later = (await slotsAfter(1, salon.colour, salon.anna)).slice(0, 1)[0]!;
    expect((await move(booking.id, later)).processing).toEqual({ after_minutes: 15, minutes: 30 });
    expect(await wrong(salon)).toBe(0);
  });

  test("a late payment claims both again, as they were booked", async () => {
    const salon = await aSalon();
    const slot = salon.colours.anna[0]!;
    const { id } = await book(slot, { status: "pending" });
    await lapse(id);
    await sweepHolds();
    await updateSchedule(owner, salon.colour, { processing: null });
    const system: SystemActor = { kind: "system", tenant: owner.tenant, request_id: null };
    const pay = () =>
      transaction((db) =>
        withLockedBooking(db, system, id, {}, (booking) =>
          changeBooking(db, system, booking, { type: "become", to: "paid" }),
        ),
      );
    const cut = await book(salon.cuts.anna[5]!);
    expect(await refusalOf(pay())).toBe("full");
    await cancel(cut.id);
    await book(salon.cuts.anna[2]!);
    await pay();
    expect(await stretchesOf(id, slot)).toEqual(TWO);
    const lapsing = await pool.query(
      "select from claim where resource_id = $1 and lapses_at is not null",
      [salon.anna],
    );
    expect(lapsing.rowCount).toBe(0);
    expect(await wrong(salon)).toBe(0);
  });

  test("a lapsed one gives both back to whoever books there", async () => {
    const salon = await aSalon();
    const { id } = await book(salon.colours.anna[0]!, { status: "pending" });
    await lapse(id);
    await book(salon.cuts.anna[5]!);
    expect(await stretchesOf(id, salon.colours.anna[0]!)).toEqual([]);
    await sweepHolds();
    expect(await wrong(salon)).toBe(0);
    expect(await violations()).toEqual([]);
  });
});

describe("a visitor's hold", () => {
  test("leaves the gap to others, and becomes the booking", async () => {
    const salon = await aSalon();
    const slot = salon.colours.anna[0]!;
    const { hold_token } = await hold(slot);
    expect((await cutsOf(salon)).slice(0, 3)).toEqual([30, 45, 105]);
    expect(await refusalOf(hold(salon.cuts.anna[5]!))).toBe("full");
    await hold(salon.cuts.anna[2]!);
    const body = { slot_id: slot.id, customer: aCustomer(), hold_token };
    const response = await call("/api/widget/booking", { key, body });
    expect(response.status).toBe(201);
    const { booking } = (await response.json()) as { booking: { id: string } };
    expect(await stretchesOf(booking.id, slot)).toEqual(TWO);
    expect(await wrong(salon)).toBe(0);
    expect(await violations()).toEqual([]);
  });

  test("around another one's, released and replaced", async () => {
    const salon = await aSalon();
    const slot = salon.colours.anna[0]!;
    await hold(salon.cuts.anna[2]!);
    const first = await hold(slot);
    const second = await hold(salon.cuts.anna[8]!, { replaces: first.hold_token });
    expect((await cutsOf(salon)).slice(0, 2)).toEqual([0, 60]);
    const third = await hold(slot, { replaces: second.hold_token });
    expect(await wrong(salon)).toBe(0);
    await releaseHold(widget, { hold_token: third.hold_token });
    expect((await cutsOf(salon)).slice(0, 2)).toEqual([0, 60]);
    const left = await pool.query("select from claim where resource_id = $1", [salon.anna]);
    expect(left.rowCount).toBe(1);
    expect(await wrong(salon)).toBe(0);
  });

  test("that has lapsed is swept with both", async () => {
    const salon = await aSalon();
    await hold(salon.colours.anna[0]!);
    await pool.query(
      `with gone as (update hold set expires_at = clock_timestamp() - interval '1 second', first_at = first_at - interval '1 hour'
         where resource_id = $1 returning id)
       update claim set lapses_at = clock_timestamp() - interval '1 second' where hold_id in (select id from gone)`,
      [salon.anna],
    );
    await book(salon.cuts.anna[5]!);
    await sweepHolds();
    const left = await pool.query("select from claim where resource_id = $1", [salon.anna]);
    expect(left.rowCount).toBe(1);
    expect(await wrong(salon)).toBe(0);
  });
});

const blockOf = (slot: SlotRow, resource_id = slot.resource_id) =>
  createBlock(
    owner,
    NewBlock.parse({
      resource_id,
      starts_at: slot.starts_at.toISOString(),
      ends_at: slot.ends_at.toISOString(),
    }),
  );

describe("time off", () => {
  test("within the gap is no conflict, over the work it is", async () => {
    const salon = await aSalon();
    const slot = salon.colours.anna[0]!;
    await book(slot);
    expect(await outcome(blockOf(salon.cuts.anna[5]!))).toBe("in_use");
    const block = await blockOf(salon.cuts.anna[2]!);
    expect((await cutsOf(salon))[0]).toBe(105);
    await deleteBlock(owner, block.id);
    expect((await cutsOf(salon))[0]).toBe(30);
    expect(await wrong(salon)).toBe(0);
  });

  test("within the gap leaves the time bookable; next to it, it closes it and says why", async () => {
    const salon = await aSalon(PROCESSING, {
      length_options: [{ minutes: 135, price_amount: null }],
    });
    const slot = salon.colours.anna[0]!;
    await blockOf(salon.cuts.anna[2]!);
    expect((await coloursOf(salon)).slice(0, 2)).toEqual([0, 60]);
    const longer = { length_minutes: 135 };
    expect((await listed(salon.anna, salon.colour, slot, longer)).slice(0, 2)).toEqual([0, 60]);
    expect(await refusalOf(book(salon.colours.anna[1]!))).toBe("closed");
    const { steps } = await explain(
      owner,
      ExplainQuery.parse({
        schedule_id: salon.colour,
        resource_id: salon.anna,
        date: slot.starts_at.toISOString().slice(0, 10),
      }),
    );
    const removed = steps.flatMap((step) => step.removed ?? []);
    expect(removed).not.toContain(`${slot.starts_at.toISOString().slice(0, 19)}Z`);
    expect(removed).toContain(`${salon.colours.anna[1]!.starts_at.toISOString().slice(0, 19)}Z`);
    const booking = await book(slot, longer);
    expect(await stretchesOf(booking.id, slot)).toEqual(["0: 0 30", "0: 75 135"]);
    expect(await wrong(salon)).toBe(0);
  });
});

test("a slot added by hand has it as well", async () => {
  const salon = await aSalon();
  const at = new Date(+salon.colours.anna[0]!.starts_at - 3 * 3_600_000);
  const slot = await createSlot(
    owner,
    NewSlot.parse({
      resource_id: salon.anna,
      schedule_id: salon.colour,
      starts_at: at.toISOString(),
      duration_minutes: 120,
    }),
  );
  const { id } = await createBooking(
    owner,
    NewBooking.parse({ slot_id: slot.id, customer: aCustomer() }),
    null,
  );
  const from = { ...salon.colours.anna[0]!, starts_at: at };
  expect(await stretchesOf(id, from)).toEqual(["0: 0 30", "0: 75 120"]);
});

test("the preview of the service counts the same times", async () => {
  const salon = await aSalon();
  await book(salon.cuts.anna[2]!);
  await book(salon.colours.anna[6]!);
  await updateSchedule(owner, salon.colour, { resource_ids: [salon.anna] });
  const schedule = (await readSchedule(owner.tenant.id, salon.colour))!;
  const { days } = await previewService(owner.tenant.id, schedule);
  const date = salon.colours.anna[0]!.starts_at.toISOString().slice(0, 10);
  const times = days.find((day) => day.date === date)!.times;
  expect(
    times.map(({ starts_at }) => (starts_at - +salon.colours.anna[0]!.starts_at) / MINUTE),
  ).toEqual(await coloursOf(salon));
});

test("a walk-in's time may have someone else in its processing time", async () => {
  const salon = await aSalon();
  const slot = salon.colours.anna[1]!;
  const wish = {
    service_id: salon.colour,
    now: slot.starts_at,
    until: new Date(+slot.starts_at + 86_400_000),
  };
  const first = async () =>
    (await readWalkIns(owner, wish)).times.find(({ resource_id }) => resource_id === salon.anna);
  await book(salon.cuts.anna[3]!);
  expect(await first()).toMatchObject({ starts_at: slot.starts_at });
  await book(salon.cuts.anna[6]!);
  expect(+(await first())!.starts_at).toBeGreaterThan(+slot.starts_at);
});

test("too long for the service, or in part only, it is refused", async () => {
  const [anna] = [await idOf("Anna")];
  for (const [processing, path] of [
    [{ after_minutes: 30, minutes: 30 }, "processing.minutes"],
    [{ after_minutes: 55, minutes: 5 }, "processing.minutes"],
  ] as const) {
    const error = await makeSchedule(owner, [anna], { processing }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "validation_failed", extra: { issues: [{ path }] } });
  }
  const { id } = await makeSchedule(owner, [anna], {
    processing: { after_minutes: 20, minutes: 20 },
  });
  await expect(updateSchedule(owner, id, { duration_minutes: 40 })).rejects.toMatchObject({
    code: "validation_failed",
  });
});

test("50 bookings of the same gap: nothing overlaps", async () => {
  const salon = await aSalon();
  const colour = await book(salon.colours.anna[0]!);
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      outcome(
        index % 5 === 4 ? book(salon.colours.anna[2]!) : book(salon.cuts.anna[2 + (index % 2)]!),
      ),
    ),
  );
  const booked = results.filter((result) => typeof result !== "string");
  expect(booked).toHaveLength(1);
  expect(results.filter((result) => result === "slot_unavailable")).toHaveLength(49);
  expect(await stretchesOf(colour.id, salon.colours.anna[0]!)).toEqual(TWO);
  expect(await wrong(salon)).toBe(0);
  expect(await violations()).toEqual([]);
});

test("what is listed can be booked, and nothing else, after random changes", async () => {
  const salon = await aSalon();
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const bookings: string[] = [];
  const blocks: string[] = [];
  const counts = { booked: 0, refused: 0 };
  for (let step = 0; step < 60; step++) {
    const slots = random(2) === 0 ? salon.colours.anna : salon.cuts.anna;
    const slot = slots[random(14)]!;
    const what = random(8);
    if (what <= 4) {
      const starts = await listed(salon.anna, slot.schedule_id, slots[0]!);
      const isOffered = starts.includes((+slot.starts_at - +slots[0]!.starts_at) / MINUTE);
      const work =
        what === 4 && bookings.length > 0
          ? hold(slot).then((held) => releaseHold(widget, held))
          : book(slot).then(({ id }) => void bookings.push(id));
      const made = await outcome(work);
      counts[made === undefined ? "booked" : "refused"] += 1;
      expect(made ?? "booked", `step ${step}`).toBe(isOffered ? "booked" : "slot_unavailable");
    } else if (what === 5 && bookings.length > 0) {
      const [id] = bookings.splice(random(bookings.length), 1);
      await cancel(id!);
    } else if (what === 6) {
      const block = await outcome(blockOf(salon.cuts.anna[random(14)]!));
      if (typeof block !== "string") blocks.push(block.id);
    } else if (blocks.length > 0) {
      const [id] = blocks.splice(random(blocks.length), 1);
      await deleteBlock(owner, id!);
    }
  }
  expect(Math.min(counts.booked, counts.refused)).toBeGreaterThan(5);
  expect(await wrong(salon)).toBe(0);
  expect(await violations()).toEqual([]);
});

async function lapse(id: string): Promise<void> {
  await pool.query(
    `with b as (update booking set expires_at = now() - interval '1 minute' where id = $1 returning id)
     update claim set lapses_at = now() - interval '1 minute' where booking_id = $1 or need_of = $1`,
    [id],
  );
}

/** Each operation, and how many bookings and holds have their people after it. */
const OPERATIONS: Record<string, (salon: Salon) => Promise<number>> = {
  book: async ({ colours }) => {
    await book(colours.anna[0]!);
    return 1;
  },
  cancel: async ({ colours }) => {
    await cancel((await book(colours.anna[0]!)).id);
    return 0;
  },
  move: async ({ colours }) => {
    await move((await book(colours.anna[0]!)).id, colours.anna[1]!);
    return 1;
  },
  "move to someone else": async ({ colours }) => {
    await move((await book(colours.anna[0]!)).id, colours.ben[0]!);
    return 1;
  },
  "undo a move": async ({ colours }) => {
    const { id } = await book(colours.anna[0]!);
    const { version } = await move(id, colours.anna[3]!);
    await undoMove(owner, id, { version, minutes: 105 });
    return 1;
  },
  "dry run of a move": async ({ colours }) => {
    await move((await book(colours.anna[0]!)).id, colours.anna[3]!, { dry_run: true });
    return 1;
  },
  approve: async ({ colours, anna }) => {
    const { id } = await book(colours.anna[0]!, { status: "pending" });
    await changeBookingStatus(owner, id, StatusChange.parse({ status: "confirmed" }), null);
    const left = await pool.query(
      "select from claim where resource_id = $1 and lapses_at is not null",
      [anna],
    );
    expect(left.rowCount).toBe(0);
    return 1;
  },
  expire: async ({ colours }) => {
    const { id } = await book(colours.anna[0]!, { status: "pending" });
    await lapse(id);
    await sweepHolds();
    return 0;
  },
  hold: async ({ colours }) => {
    await hold(colours.anna[0]!);
    return 1;
  },
  "hold and release": async ({ colours }) => {
    const held = await hold(colours.anna[0]!);
    await releaseHold(widget, { hold_token: held.hold_token });
    return 0;
  },
  "hold and book": async ({ colours }) => {
    const { hold_token } = await hold(colours.anna[0]!);
    const body = { slot_id: colours.anna[0]!.id, customer: aCustomer(), hold_token };
    expect((await call("/api/widget/booking", { key, body })).status).toBe(201);
    return 1;
  },
  anyone: async ({ colour, colours }) => {
    const wish = {
      schedule_id: colour,
      resource_id: "any",
      starts_at: colours.anna[0]!.starts_at.toISOString(),
      customer: aCustomer(),
    };
    await createBooking(owner, NewBooking.parse(wish), null);
    return 1;
  },
  "custom time": async ({ anna, colour, colours }) => {
    const wish = {
      schedule_id: colour,
      resource_id: anna,
      starts_at: colours.anna[0]!.starts_at.toISOString(),
      duration_minutes: 100,
      customer: aCustomer(),
    };
    await createBooking(owner, NewBooking.parse(wish), null);
    return 1;
  },
  visit: async ({ anna, ben, colour, colours }) => {
    const wish = {
      starts_at: colours.anna[0]!.starts_at.toISOString(),
      parts: [
        { schedule_id: colour, resource_id: anna },
        { schedule_id: colour, resource_id: ben },
      ],
      customer: aCustomer(),
    };
    await createVisit(owner, NewBookingVisit.parse(wish), null);
    return 2;
  },
  series: async ({ anna, colour, colours }) => {
    const wish = {
      schedule_id: colour,
      resource_id: anna,
      starts_at: colours.anna[0]!.starts_at.toISOString(),
      repeat: { rrule: "FREQ=DAILY;COUNT=2" },
      customer: aCustomer(),
    };
    await createSeries(owner, NewBookingSeries.parse(wish));
    return 2;
  },
  "offer to the waiting list": async ({ colours }) => {
    const { id } = await book(colours.anna[0]!);
    const wish = { slot_id: colours.anna[0]!.id, customer: aCustomer() };
    await joinWaitlist(owner, NewWaitlistEntry.parse(wish));
    await cancel(id);
    await sweepWaitlist();
    return 1; // held for the offer
  },
};

describe.each([
  ["plain", null],
  ["processing", PROCESSING],
] as const)("%s", (_kind, processing) => {
  test.each(Object.keys(OPERATIONS))("%s", async (name) => {
    const salon = await aSalon(processing);
    const taken = await OPERATIONS[name]!(salon);
    const claims = await pool.query<{ second: boolean }>(
      "select coalesce(need_no = 0, false) as second from claim where resource_id = any($1)",
      [[salon.anna, salon.ben]],
    );
    const second = claims.rows.filter((row) => row.second);
    expect(claims.rows.length - second.length).toBe(taken);
    expect(second).toHaveLength(processing === null ? 0 : taken);
    expect(await wrong(salon)).toBe(0);
    expect(await violations()).toEqual([]);
  });
});

test("a visit may have its other service's person free in the processing time", async () => {
  const salon = await aSalon();
  await book(salon.cuts.anna[2]!);
  const wish = {
    starts_at: salon.colours.anna[0]!.starts_at.toISOString(),
    parts: [
      { schedule_id: salon.colour, resource_id: salon.anna },
      { schedule_id: salon.cut, resource_id: salon.ben },
    ],
    customer: aCustomer(),
  };
  const { bookings } = await createVisit(owner, NewBookingVisit.parse(wish), null);
  expect(await stretchesOf(bookings[0]!.id, salon.colours.anna[0]!)).toEqual(TWO);
  expect((await claimsOf(bookings[1]!.id)).length).toBe(1);
});
