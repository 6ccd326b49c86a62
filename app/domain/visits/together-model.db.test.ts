import fc from "fast-check";
import { expect, test } from "vitest";
import { NewBlock } from "~/contract/blocks";
import {
  CancelBooking,
  MoveBooking,
  NewBooking,
  NewBookingSeries,
  NewBookingVisit,
  VisitTimesQuery,
} from "~/contract/booking-inputs";
import { SchedulePatch } from "~/contract/schedules";
import { type Availability, AvailabilityQuery, type AvailableSlot } from "~/contract/slots";
import { auditDatabase } from "~/commands/audit-database";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf, wallTimeToInstant } from "~/lib/time";
import { wrongCounts } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { findKey } from "../api-keys/find-key.server";
import { createBlock, deleteBlock } from "../blocks/change-block.server";
import { createBooking } from "../bookings/place/create-booking.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { createGroup, updateGroup } from "../resource-groups/resource-groups.server";
import { updateResource } from "../resources/resources.server";
import { updateSchedule } from "../schedules/schedules.server";
import { cancelTogether } from "../series/cancel-together.server";
import { createSeries } from "../series/create-series.server";
import { moveTogether } from "../series/move-together.server";
import { readAvailability } from "../slots/availability.sql.server";
import { createVisit } from "./create-visit.server";
import { findVisitTimes } from "./visit-times.server";

// A model test of bookings with needs, groups, processing time, add-ons, series and visits: after
// any change, a listed time can be booked at its listed price and an unlisted one cannot, each
// request books all of its parts or none, and counts agree with claims.

const ZONE = "UTC";
const DAYS = [1, 2, 3, 4, 5, 6, 7];
const HALF_HOUR = 30 * 60_000;
const OPEN = "09:00";
const STARTS = 8; // of each day, every half hour

const nat = fc.nat({ max: 1000 });
const start = fc.nat({ max: STARTS - 1 });
const service = fc.constantFrom("cut", "colour", "massage");
const person = fc.constantFrom("anna", "ben");
const who = fc.constantFrom("anna", "ben", "any");
const day = fc.nat({ max: 1 });
const scope = fc.constantFrom("this", "following", "all");
const shown = { day, start, service, person };
const change = fc.oneof(
  fc.record({
    change: fc.constant("hours" as const),
    service,
    end: fc.constantFrom("11:00", "13:00"),
  }),
  fc.record({ change: fc.constant("price" as const), service, price: fc.nat({ max: 50 }) }),
  fc.record({ change: fc.constant("chairs" as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ change: fc.constant("rooms" as const), count: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ change: fc.constant("processing" as const), minutes: fc.constantFrom(0, 30) }),
  fc.record({ change: fc.constant("block" as const), day, start, where: nat }),
  fc.record({ change: fc.constant("unblock" as const), which: nat }),
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("book" as const),
      ...shown,
      addons: fc.nat({ max: 1 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("visit" as const),
      day,
      start,
      first: service,
      second: service,
      whom: who,
      next: fc.constantFrom("anna", "ben", "any", "same"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("series" as const),
      ...shown,
      if_taken: fc.constantFrom("all" as const, "skip" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), which: nat, scope }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("move" as const), which: nat, scope, day, start }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("change" as const), to: change }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Of<D extends Step["do"]> = Extract<Step, { do: D }>;
type Change = Of<"change">["to"];
type Service = "cut" | "colour" | "massage";

const firstDay = addDays(localDateOf(clock.now(), ZONE), 2);
const instantOf = (on: number, at: number) =>
  new Date(wallTimeToInstant(addDays(firstDay, on), OPEN, ZONE) + at * HALF_HOUR).toISOString();

async function orRefusal<T>(work: Promise<T>): Promise<T | AppError> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
}

/** A salon: two people, three services, two rooms as a group, and chairs. */
class Salon {
  private blocks: string[] = [];
  private constructor(
    readonly owner: UserActor,
    readonly widget: KeyActor,
    readonly people: { anna: string; ben: string },
    readonly rooms: [string, string],
    readonly group: string,
    readonly chairs: string,
    readonly services: Record<Service, string>,
  ) {}

  static async open(owner: UserActor, widget: KeyActor): Promise<Salon> {
    const resource = async (name: string, capacity = 1) =>
      (await makeResource(owner, { name, capacity })).id;
    const people = { anna: await resource("Anna"), ben: await resource("Ben") };
    const rooms: [string, string] = [await resource("Room 1"), await resource("Room 2")];
    const chairs = await resource("Chairs", 2);
    const group = (await createGroup(owner, { name: "Rooms", resource_ids: rooms })).id;
    const offer = async (more: Record<string, unknown>) =>
      (
        await makeSchedule(owner, Object.values(people), {
          time_zone: ZONE,
          max_advance_days: 8,
          step_minutes: 30,
          rules: [{ days: DAYS, start: OPEN, end: "13:00" }],
          currency: "EUR",
          ...more,
        })
      ).id;
    return new Salon(owner, widget, people, rooms, group, chairs, {
      cut: await offer({
        duration_minutes: 30,
        price_amount: 2000,
        addons: [{ id: "wash", name: "Wash", price_amount: 500, extra_minutes: 30 }],
      }),
      colour: await offer({
        duration_minutes: 90,
        price_amount: 6000,
        needs: [{ resource_id: chairs }],
        processing: { after_minutes: 30, minutes: 30 },
      }),
      massage: await offer({
        duration_minutes: 60,
        price_amount: 4000,
        needs: [{ group_id: group }],
      }),
    });
  }

  get resources(): string[] {
    return [...Object.values(this.people), ...this.rooms, this.chairs];
  }

  /** The live bookings, oldest first. */
  async bookings(): Promise<{ id: string; group: string }[]> {
    const { rows } = await pool.query(
      `select id, coalesce(series_id, visit_id)::text as group from booking
       where tenant_id = $1 and schedule_id = any($2) and is_live(status) order by created_at, id`,
      [this.owner.tenant.id, Object.values(this.services)],
    );
    return rows;
  }

  private async listed(
    name: Service,
    whom: "anna" | "ben",
    extra: number,
  ): Promise<AvailableSlot[]> {
    const query = AvailabilityQuery.parse({
      resource_id: this.people[whom],
      schedule_id: this.services[name],
      extra_minutes: String(extra),
    });
    const { json } = await readAvailability(this.widget, query, 31, null);
    return (JSON.parse(json!) as Availability).days.flatMap(({ slots }) => slots);
  }

  private async book({ day: on, start: at, service: name, person: whom, addons }: Of<"book">) {
    const starts_at = instantOf(on, at);
    const washes = name === "cut" ? addons : 0;
    const slots = await this.listed(name, whom, washes * 30);
    const slot = slots.find((each) => Date.parse(each.starts_at) === Date.parse(starts_at));
    const made = await orRefusal(
      createBooking(
        this.owner,
        NewBooking.parse({
          schedule_id: this.services[name],
          resource_id: this.people[whom],
          starts_at,
          customer: aCustomer(),
          ...(washes > 0 && { addons: [{ id: "wash", quantity: washes }] }),
          ...(slot && { expected_amount: slot.price_amount! + washes * 500 }),
        }),
        null,
      ),
    );
    const isBooked = !(made instanceof AppError);
    expect(isBooked, isBooked ? "unlisted" : made.message).toBe(slot?.bookable ?? false);
  }

  private async visit({ day: on, start: at, first, second, whom, next }: Of<"visit">) {
    const starts_at = instantOf(on, at);
    const idOf = (name: typeof next) =>
      name === "any" || name === "same" ? name : this.people[name];
    const parts = [
      { schedule_id: this.services[first], resource_id: idOf(whom) },
      { schedule_id: this.services[second], resource_id: idOf(next) },
    ];
    const date = addDays(firstDay, on);
    const { times } = await findVisitTimes(this.owner, VisitTimesQuery.parse({ date, parts }));
    const time = times.find((each) => Date.parse(each.starts_at) === Date.parse(starts_at));
    const made = await orRefusal(
      createVisit(
        this.owner,
        NewBookingVisit.parse({
          starts_at,
          parts,
          customer: aCustomer(),
          ...(time && { expected_amount: time.price_amount }),
        }),
        null,
      ),
    );
    const isBooked = !(made instanceof AppError);
    expect(isBooked, isBooked ? "unlisted" : made.message).toBe(time !== undefined);
    return isBooked ? 2 : 0;
  }

  private async series({
    day: on,
    start: at,
    service: name,
    person: whom,
    if_taken,
  }: Of<"series">) {
    const wish = NewBookingSeries.parse({
      schedule_id: this.services[name],
      resource_id: this.people[whom],
      starts_at: instantOf(on, at),
      customer: aCustomer(),
      repeat: { rrule: "FREQ=DAILY;COUNT=3", if_taken },
    });
    const planned = await orRefusal(createSeries(this.owner, { ...wish, dry_run: true }));
    const free =
      planned instanceof AppError
        ? 0
        : planned.dates.filter(({ state }) => state === "free").length;
    const made = await orRefusal(createSeries(this.owner, wish));
    const booked =
      made instanceof AppError ? 0 : made.dates.filter(({ booking_id }) => booking_id).length;
    expect(booked).toBe(if_taken === "all" && free < 3 ? 0 : free);
    return booked;
  }

  private async change(to: Change) {
    const edit = (name: Service, patch: Record<string, unknown>) =>
      updateSchedule(this.owner, this.services[name], SchedulePatch.parse(patch));
    if (to.change === "hours")
      await edit(to.service, { rules: [{ days: DAYS, start: OPEN, end: to.end }] });
    if (to.change === "price") await edit(to.service, { price_amount: to.price * 100 });
    if (to.change === "chairs")
      await orRefusal(updateResource(this.owner, this.chairs, { capacity: to.count }));
    if (to.change === "rooms")
      await orRefusal(
        updateGroup(this.owner, this.group, { resource_ids: this.rooms.slice(0, to.count) }),
      );
    if (to.change === "processing")
      await edit("colour", {
        processing: to.minutes === 0 ? null : { after_minutes: 30, minutes: to.minutes },
      });
    if (to.change === "block") {
      const resources = this.resources;
      const block = await orRefusal(
        createBlock(
          this.owner,
          NewBlock.parse({
            resource_id: resources[to.where % resources.length],
            starts_at: instantOf(to.day, to.start),
            ends_at: instantOf(to.day, to.start + 2),
          }),
        ),
      );
      if (!(block instanceof AppError)) this.blocks.push(block.id);
    }
    if (to.change === "unblock" && this.blocks.length > 0) {
      const [id] = this.blocks.splice(to.which % this.blocks.length, 1);
      await deleteBlock(this.owner, id!);
    }
  }

  async carryOut(each: Step): Promise<void> {
    const before = await this.bookings();
    const grownBy = async () => (await this.bookings()).length - before.length;
    if (each.do === "book") await this.book(each);
    if (each.do === "visit") {
      const made = await this.visit(each);
      expect(await grownBy()).toBe(made);
    }
    if (each.do === "series") {
      const made = await this.series(each);
      expect(await grownBy()).toBe(made);
    }
    if (each.do === "change") await this.change(each.to);
    if (before.length === 0) return;
    const one = "which" in each ? before[each.which % before.length]! : undefined;
    if (each.do === "cancel") {
      const wish = CancelBooking.parse({ scope: one!.group ? each.scope : "this" });
      const cancelled = await cancelTogether(this.owner, one!.id, wish);
      expect(await grownBy()).toBe(
        -cancelled.dates.filter(({ state }) => state === "cancelled").length,
      );
    }
    if (each.do === "move") {
      const wish = MoveBooking.parse({
        scope: one!.group ? each.scope : "this",
        starts_at: instantOf(each.day, each.start),
      });
      await orRefusal(moveTogether(this.owner, one!.id, wish));
      expect(await grownBy()).toBe(0);
    }
  }

  async check(): Promise<void> {
    for (const id of this.resources) expect(await wrongCounts(id), id).toBe(0);
    const client = await pool.connect();
    try {
      expect(await auditDatabase(client)).toEqual([]);
    } finally {
      client.release();
    }
  }
}

test("listed is bookable and counts are right, whatever is booked together and changed", async () => {
  const owner = await makeTenant({ time_zone: ZONE });
  const widget = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      const salon = await Salon.open(owner, widget);
      for (const [index, each] of steps.entries()) {
        await salon.carryOut(each);
        if (index % 5 === 0) await salon.check();
      }
      await salon.check();
    }),
    { numRuns: 6, seed: 20_261_129 },
  );
});
