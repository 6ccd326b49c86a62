import fc from "fast-check";
import { expect, test } from "vitest";
import { NewWidgetBooking, StatusChange } from "~/contract/booking-inputs";
import { NewBlock } from "~/contract/blocks";
import { SchedulePatch } from "~/contract/schedules";
import { type Availability, AvailabilityQuery, type AvailableSlot } from "~/contract/slots";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { wrongCounts } from "~/testing/booking-calls";
import { findKey } from "../../api-keys/find-key.server";
import { createBlock } from "../../blocks/change-block.server";
import type { KeyActor, UserActor } from "../../identity/actor";
import { updateResource } from "../../resources/resources.server";
import { termsOn } from "../../quotes/service-terms";
import { getSchedule, updateSchedule } from "../../schedules/schedules.server";
import { readAvailability } from "../../slots/availability.sql.server";
import { createWidgetBooking } from "../../widgets/create-widget-booking.server";
import { changeBookingStatus } from "../change/change-status.server";

// A model test: after any change of hours, durations and prices, a listed time can be booked by the
// next call at its listed price, an unlisted one cannot, and seats are never overbooked.

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const length = fc.constantFrom(60, 75, 90, 120, 180, 300);
const price = fc.option(fc.integer({ min: 0, max: 50 }).map((tens) => tens * 105));
const lengths = fc.uniqueArray(fc.record({ minutes: length, price_amount: price }), {
  selector: ({ minutes }) => minutes,
  maxLength: 3,
});
const hour = fc.constantFrom("00:00", "07:30", "09:00", "12:00", "16:30", "22:00");
const rules = fc.array(fc.record({ days: fc.constant(DAYS), start: hour, end: hour }), {
  minLength: 1,
  maxLength: 2,
});
const peaks = fc.array(
  fc.record({
    days: fc.subarray(DAYS, { minLength: 1 }),
    start: hour,
    end: hour,
    percent: fc.integer({ min: -100, max: 99 }),
  }),
  { maxLength: 2 },
);
const own = fc.record({
  duration_minutes: fc.option(fc.constantFrom(30, 45, 60, 90)),
  price_amount: price,
  length_options: fc.option(lengths),
});
const patch = fc.oneof(
  fc.record({ length_options: lengths }),
  fc.record({ peak_prices: peaks }),
  fc.record({ price_amount: price }),
  fc.record({ rules }),
  fc.record({ own }),
  fc.record({ duration_minutes: fc.constantFrom(30, 45, 60) }),
  fc.record({ buffer_after_minutes: fc.constantFrom(0, 15) }),
  fc.record({ step_minutes: fc.constantFrom(null, 30) }),
);
type Step =
  | { do: "book"; at: number; length: number; party: number }
  | { do: "cancel"; who: number }
  | { do: "block"; at: number }
  | { do: "capacity"; seats: number }
  | { do: "change"; patch: Record<string, unknown> };
const nat = fc.nat({ max: 1000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("book" as const),
      at: nat,
      length: nat,
      party: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), who: nat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("block" as const), at: nat }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("capacity" as const),
      seats: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("change" as const), patch }) },
);

const refused = (error: unknown): null => {
  if (error instanceof AppError) return null;
  throw error;
};

class World {
  bookings: string[] = [];
  constructor(
    readonly owner: UserActor,
    readonly visitor: KeyActor,
    readonly room: string,
    readonly schedule: string,
  ) {}

  /** The lengths of the schedule on the room, the base length first. */
  async lengths(): Promise<number[]> {
    const { duration_minutes, length_options } = termsOn(
      await getSchedule(this.owner, this.schedule),
      this.room,
    );
    return [duration_minutes, ...length_options.map(({ minutes }) => minutes)];
  }

  async listed(length_minutes: number, party_size: number): Promise<AvailableSlot[]> {
    const query = {
      resource_id: this.room,
      schedule_id: this.schedule,
      include: "unavailable",
      length_minutes,
      party_size,
    };
    const { json } = await readAvailability(this.visitor, AvailabilityQuery.parse(query), 31, null);
    return (JSON.parse(json!) as Availability).days.flatMap(({ slots }) => slots);
  }

  book(slot_id: string, length_minutes: number, party_size: number) {
    const wish = { slot_id, length_minutes, party_size, customer: aCustomer() };
    return createWidgetBooking(this.visitor, NewWidgetBooking.parse(wish), null).then(
      ({ booking }) => booking,
      refused,
    );
  }

  /** Books one time and compares the result with the list. */
  async carryOutBooking({
    at,
    length: which,
    party,
  }: {
    at: number;
    length: number;
    party: number;
  }): Promise<void> {
    const all = await this.lengths();
    const minutes = all[which % all.length]!;
    const slots = await this.listed(minutes, party);
    const slot = slots[at % Math.max(slots.length, 1)];
    if (slot === undefined) return;
    expect((Date.parse(slot.ends_at) - Date.parse(slot.starts_at)) / 60_000).toBe(minutes);
    const made = await this.book(slot.id, minutes, party);
    expect(made !== null, `${minutes} minutes, listed as ${slot.reason}`).toBe(slot.bookable);
    if (made === null) return;
    expect(made).toMatchObject({ starts_at: slot.starts_at, ends_at: slot.ends_at });
    expect(made.price_amount).toBe(slot.price_amount === null ? null : slot.price_amount * party);
    this.bookings.push(made.id);
  }

  async carryOut(step: Step): Promise<void> {
    if (step.do === "book") return this.carryOutBooking(step);
    if (step.do === "cancel") {
      const [id] = this.bookings.splice(step.who % Math.max(this.bookings.length, 1), 1);
      if (id === undefined) return;
      await changeBookingStatus(this.owner, id, StatusChange.parse({ status: "cancelled" }), null);
    } else if (step.do === "capacity")
      await updateResource(this.owner, this.room, { capacity: step.seats });
    else if (step.do === "block") {
      const { starts_at } = (await this.listed((await this.lengths())[0]!, 1))[step.at % 20] ?? {};
      if (starts_at === undefined) return;
      const ends_at = new Date(Date.parse(starts_at) + 20 * 60_000).toISOString();
      await createBlock(
        this.owner,
        NewBlock.parse({ resource_id: this.room, starts_at, ends_at }),
      ).catch(refused);
    } else {
      const { own: terms, ...rest } = step.patch;
      const wanted =
        terms === undefined
          ? rest
          : { resource_terms: [{ resource_id: this.room, ...(terms as object) }] };
      await updateSchedule(this.owner, this.schedule, SchedulePatch.parse(wanted)).catch(refused);
    }
  }

  /** At no time are more seats taken than the room's largest capacity so far. */
  async checkSeats(most: number): Promise<void> {
    expect(await wrongCounts(this.room)).toBe(0);
    const over = await pool.query(
      `select 1 from claim p where p.resource_id = $1 and p.block_id is null and $2 < (select count(*) from claim c
         where c.resource_id = $1 and c.block_id is null and c.starts_at <= p.starts_at and c.ends_at > p.starts_at)`,
      [this.room, most],
    );
    expect(over.rowCount).toBe(0);
  }
}

test("listed durations are bookable at their price after any change", async () => {
  const owner = await makeTenant();
  const visitor = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
  let booked = 0;
  let longer = 0;
  await fc.assert(
    fc.asyncProperty(
      rules,
      fc.array(step, { minLength: 10, maxLength: 20 }),
      async (first, steps) => {
        const room = (await makeResource(owner, { capacity: 2 })).id;
        const input = {
          rules: first,
          max_advance_days: 2,
          duration_minutes: 45,
          price_amount: 1000,
        };
        const { id } = await makeSchedule(owner, [room], {
          ...input,
          length_options: [{ minutes: 90, price_amount: 1500 }],
        });
        const world = new World(owner, visitor, room, id);
        let most = 2;
        for (const each of steps) {
          await world.carryOut(each);
          if (each.do === "capacity") most = Math.max(most, each.seats);
          await world.checkSeats(most);
        }
        const made = await pool.query(
          "select b.ends_at > s.ends_at as is_longer from booking b join slot s on s.id = b.slot_id where b.resource_id = $1",
          [room],
        );
        booked += made.rows.length;
        longer += made.rows.filter((row) => row.is_longer).length;
      },
    ),
    { numRuns: 12, seed: 20_261_125 },
  );
  // The run has booked, not only refused.
  expect(booked).toBeGreaterThan(20);
  expect(longer).toBeGreaterThan(5);
});
