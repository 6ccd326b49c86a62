import { expect } from "vitest";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { SchedulePatch } from "~/contract/schedules";
import { type Availability, AvailabilityQuery } from "~/contract/slots";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { book, slotsAfter, type SlotRow } from "./booking-calls";
import { makeResource, makeSchedule } from "./factory";

export const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
export const LENGTHS = [
  { minutes: 90, price_amount: 2800 },
  { minutes: 120, price_amount: null },
];

/** A length. */
export const minutesOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }): number =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;

/** The field, or code and reason, of an expected refusal; null if none. */
export const refusal = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: {
      code: string;
      extra: { issues?: { path: string }[]; details?: Record<string, unknown> };
    }) =>
      error.extra.issues?.map(({ path }) => path).join() ??
      `${error.code} ${String(error.extra.details?.reason)}`,
  );

/** A court open from 10:00 to 15:00, for an hour, or 90 or 120 minutes. */
export class Court {
  private constructor(
    readonly owner: UserActor,
    readonly id: string,
    readonly schedule: string,
    /** The times of the first relevant day. */
    public slots: SlotRow[],
  ) {}

  static async make(
    owner: UserActor,
    input: Record<string, unknown> = {},
    capacity = 1,
  ): Promise<Court> {
    const { id } = await makeResource(owner, { capacity });
    const schedule = await makeSchedule(owner, [id], {
      time_zone: "UTC",
      rules: [{ days: EVERY_DAY, start: "10:00", end: "15:00" }],
      max_advance_days: 5,
      price_amount: 2000,
      length_options: LENGTHS,
      ...input,
    });
    return new Court(owner, id, schedule.id, (await slotsAfter(1, schedule.id)).slice(0, 5));
  }

  at(hour: number): SlotRow {
    return this.slots.find(({ starts_at }) => starts_at.getUTCHours() === hour)!;
  }
  get day(): string {
    return this.slots[0]!.starts_at.toISOString().slice(0, 10);
  }
  book(hour: number, length_minutes?: number, more: Record<string, unknown> = {}) {
    return book(this.owner, this.at(hour).id, { length_minutes, ...more });
  }
  cancel(id: string) {
    return changeBookingStatus(
      this.owner,
      id,
      StatusChange.parse({ status: "cancelled", notify: false }),
      null,
    );
  }
  move(id: string, patch: Record<string, unknown>) {
    return editBooking(this.owner, id, BookingPatch.parse(patch));
  }
  change(patch: Record<string, unknown>) {
    return updateSchedule(this.owner, this.schedule, SchedulePatch.parse(patch));
  }
  read(query: Record<string, unknown>, known: string | null = null) {
    const fullQuery = {
      schedule_id: this.schedule,
      from: this.day,
      to: this.day,
      tz: "UTC",
      ...query,
    };
    return readAvailability(this.owner, AvailabilityQuery.parse(fullQuery), 31, known);
  }
  /** Bookable hours with their price, and others with the reason: "10 2800", "13 full". */
  async listed(length_minutes?: number): Promise<string[]> {
    const { json } = await this.read({ length_minutes, include: "unavailable" });
    const { days } = JSON.parse(json!) as Availability;
    return days.flatMap((each) =>
      each.slots.map((slot) => {
        expect(minutesOf(slot)).toBe(length_minutes ?? 60);
        return `${new Date(slot.starts_at).getUTCHours()} ${slot.reason ?? slot.price_amount}`;
      }),
    );
  }
}
