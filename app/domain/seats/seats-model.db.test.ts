import fc from "fast-check";
import { expect, test } from "vitest";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { NewHold } from "~/contract/holds";
import { pool } from "~/lib/db.server";
import { AppError } from "~/lib/app-error";
import { makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { book, slotsAfter, type SlotRow, wrongCounts } from "~/testing/booking-calls";
import { findKey } from "../api-keys/find-key.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { editBooking } from "../bookings/change/edit-booking.server";
import { takeHold } from "../holds/visitor-holds.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { updateResource } from "../resources/resources.server";
import { updateSlot } from "../slots/edit-slot.server";

// Any order of bookings, cancellations, moves, holds and capacity changes: new sales never exceed
// the capacity, and a time is listed exactly when it can be booked.

type Step =
  | { do: "book" | "override" | "hold"; at: number; party: number }
  | { do: "cancel"; who: number }
  | { do: "grow"; who: number; party: number }
  | { do: "move"; who: number; at: number }
  | { do: "capacity"; seats: number }
  | { do: "slot"; at: number; seats: number | null };

const at = fc.nat({ max: 11 });
const who = fc.nat({ max: 30 });
const party = fc.integer({ min: 1, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("book" as const), at, party }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("override" as const, "hold" as const), at, party }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("grow" as const), who, party }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move" as const), who, at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("capacity" as const),
      seats: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("slot" as const),
      at,
      seats: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
  },
);

interface Span {
  starts_at: Date;
  ends_at: Date;
}

async function claimsOn(room: string): Promise<(Span & { booking_id: string | null })[]> {
  const found = await pool.query(
    "select booking_id, starts_at, ends_at from claim where resource_id = $1",
    [room],
  );
  return found.rows;
}

/** Counted from the times alone, ignoring lanes. */
function mostAtOnce(claims: readonly Span[], from: Date, to: Date): number {
  const over = claims.filter((claim) => claim.starts_at < to && claim.ends_at > from);
  const starts = over.map(({ starts_at }) => Math.max(starts_at.getTime(), from.getTime()));
  return Math.max(
    0,
    ...starts.map(
      (start) =>
        over.filter((c) => c.starts_at.getTime() <= start && c.ends_at.getTime() > start).length,
    ),
  );
}

async function isRefused(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError) return true;
      throw error;
    },
  );
}

class World {
  bookings: string[] = [];
  constructor(
    readonly owner: UserActor,
    readonly widget: KeyActor,
    readonly room: string,
    readonly times: string[],
  ) {}

  async slot(index: number): Promise<SlotRow> {
    const found = await pool.query<SlotRow>("select * from slot where id = $1", [
      this.times[index % this.times.length],
    ]);
    return found.rows[0]!;
  }

  booking(index: number): string | undefined {
    return this.bookings[index % Math.max(this.bookings.length, 1)];
  }

  /** null: refused, or nothing was sold; else the slot in which seats were sold. */
  async carryOut(step: Step): Promise<SlotRow | null> {
    if (step.do === "capacity") {
      await updateResource(this.owner, this.room, { capacity: step.seats });
      return null;
    }
    if (step.do === "cancel") {
      const id = this.booking(step.who);
      if (id === undefined) return null;
      await changeBookingStatus(this.owner, id, StatusChange.parse({ status: "cancelled" }), null);
      this.bookings = this.bookings.filter((each) => each !== id);
      return null;
    }
    if (step.do === "grow") return this.edited(this.booking(step.who), { party_size: step.party });
    const slot = await this.slot(step.at);
    if (step.do === "slot") {
      await isRefused(updateSlot(this.owner, slot.id, { capacity: step.seats }));
      return null;
    }
    if (step.do === "move") return this.edited(this.booking(step.who), { slot_id: slot.id });
    if (step.do === "hold") {
      const wish = NewHold.parse({ slot_id: slot.id, party_size: step.party });
      return (await isRefused(takeHold(this.widget, wish, `${Math.random()}`, null))) ? null : slot;
    }
    const override = step.do === "override";
    const made = await book(this.owner, slot.id, { party_size: step.party, override }).catch(
      (error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      },
    );
    if (made !== null) this.bookings.push(made.id);
    return made === null || override ? null : slot;
  }

  async edited(id: string | undefined, patch: Record<string, unknown>): Promise<SlotRow | null> {
    if (id === undefined) return null;
    const before = await pool.query("select party_size, slot_id from booking where id = $1", [id]);
    if (await isRefused(editBooking(this.owner, id, BookingPatch.parse(patch)))) return null;
    const after = await pool.query("select party_size, slot_id from booking where id = $1", [id]);
    if (JSON.stringify(before.rows) === JSON.stringify(after.rows)) return null; // nothing changed
    const found = await pool.query<SlotRow>("select * from slot where id = $1", [
      after.rows[0].slot_id,
    ]);
    return found.rows[0] ?? null;
  }

  /** Exactly as many seats as are listed can be booked. */
  async checkListed(index: number): Promise<void> {
    const slot = await this.slot(index);
    const listed = Math.max(slot.capacity - slot.taken, 0);
    if (listed < slot.capacity)
      expect(
        await isRefused(book(this.owner, slot.id, { party_size: listed + 1 })),
        "one more",
      ).toBe(true);
    if (listed === 0) return;
    const { id } = await book(this.owner, slot.id, { party_size: listed });
    await changeBookingStatus(this.owner, id, StatusChange.parse({ status: "cancelled" }), null);
  }
}

test("sold seats never exceed the current capacity, and listed times can be booked", async () => {
  const owner = await makeTenant({ policy: { hold_minutes: 10 } });
  const widget = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), at, async (steps, last) => {
      const room = (await makeResource(owner, { capacity: 4 })).id;
      const hours = { max_advance_days: 4 };
      const short = await makeSchedule(owner, [room], hours);
      const long = await makeSchedule(owner, [room], {
        ...hours,
        duration_minutes: 90,
        step_minutes: 60,
      });
      const times = [
        ...(await slotsAfter(1, short.id)).slice(0, 6),
        ...(await slotsAfter(1, long.id)).slice(0, 6),
      ];
      const world = new World(
        owner,
        widget,
        room,
        times.map(({ id }) => id),
      );
      for (const each of steps) {
        const sold = await world.carryOut(each);
        const claims = await claimsOn(room);
        if (sold !== null)
          expect(
            mostAtOnce(claims, sold.occupies_from, sold.occupies_to),
            JSON.stringify(each),
          ).toBeLessThanOrEqual(sold.capacity);
        expect(await wrongCounts(room), JSON.stringify(each)).toBe(0);
      }
      await world.checkListed(last);
      await world.checkListed(last + 6);
    }),
    { numRuns: 25, seed: 20_261_123 },
  );
});
