import { beforeAll, expect, test } from "vitest";
import { BookingPatch, NewBooking, StatusChange } from "~/contract/booking-inputs";
import { SchedulePatch } from "~/contract/schedules";
import { AvailabilityQuery, ExplainQuery, type Availability } from "~/contract/slots";
import type { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { book, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { findKey } from "../../api-keys/find-key.server";
import { takeHold } from "../../holds/visitor-holds.server";
import type { KeyActor, UserActor } from "../../identity/actor";
import { updateSchedule } from "../../schedules/schedules.server";
import { readAvailability } from "../../slots/availability.sql.server";
import { explain } from "../../slots/explain.sql.server";
import { changeBookingStatus } from "../change/change-status.server";
import { createBooking } from "./create-booking.server";
import { editBooking } from "../change/edit-booking.server";
import { localDate, offeredBy, reason, ZONE } from "~/testing/limited-service";

let owner: UserActor;
let staff: UserActor;
let widget: KeyActor;

beforeAll(async () => {
  owner = await makeTenant();
  staff = await makeUser(owner, "staff");
  widget = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
});

const offered = (
  limits: Record<string, unknown>,
  more: { capacity?: number; rooms?: number } = {},
) => offeredBy(owner, limits, more);
const move = (id: string, slot_id: string, more: Record<string, unknown> = {}, by = owner) =>
  reason(editBooking(by, id, BookingPatch.parse({ slot_id, ...more })));

test.each([
  ["max_per_week", "weekly_limit"],
  ["max_per_month", "monthly_limit"],
] as const)(
  "%s counts live bookings of the local period from its first day, of this resource and service",
  async (field, refusal) => {
    const { ids, service, of, weeks, months } = await offered({ [field]: 2 }, { rooms: 2 });
    const [period, next] = field === "max_per_week" ? weeks : months;
    const first = await book(owner, period![0]!.id);
    await book(owner, period!.at(-1)!.id);
    const between = period![5]!.id;
    expect(await reason(book(owner, between))).toBe(refusal);
    expect(await reason(book(staff, between))).toBe(refusal);
    // The next period, another resource and another service on the same resource are not affected.
    expect(await reason(book(owner, next![0]!.id))).toBe("confirmed");
    const elsewhere = of(ids[1]!).find(
      ({ starts_at }) => starts_at.getTime() === period![5]!.starts_at.getTime(),
    )!;
    expect(await reason(book(owner, elsewhere.id))).toBe("confirmed");
    const other = await makeSchedule(owner, [ids[0]!], {
      time_zone: ZONE,
      max_advance_days: 75,
      duration_minutes: 30,
    });
    const otherSlot = (await slotsAfter(1, other.id)).find(
      ({ starts_at }) => starts_at.getTime() === period![5]!.starts_at.getTime(),
    )!;
    expect(await reason(book(owner, otherSlot.id))).toBe("confirmed");
    // A move within the period adds nothing, a cancelled booking no longer counts, and an admin may
    // override the limit.
    expect(await move(first.id, period![8]!.id)).toBe("confirmed");
    await changeBookingStatus(owner, first.id, StatusChange.parse({ status: "cancelled" }), null);
    expect(await reason(book(owner, period![3]!.id))).toBe("confirmed");
    expect(await reason(book(owner, period![9]!.id))).toBe(refusal);
    expect(await reason(book(owner, period![9]!.id, { override: true }))).toBe("confirmed");
    // Holds and bookings moved in from another period are limited too.
    await expect(
      takeHold(widget, { slot_id: period![10]!.id, party_size: 1 }, "198.51.100.1", null),
    ).rejects.toMatchObject({
      extra: { details: { reason: refusal } },
    });
    const far = await book(owner, next![1]!.id);
    expect(await move(far.id, period![11]!.id)).toBe(refusal);
    expect(await move(far.id, period![11]!.id, { override: true })).toBe("confirmed");
    // A limit lowered below the booked count still allows moves within the period, but no new
    // bookings.
    await updateSchedule(owner, service.id, SchedulePatch.parse({ [field]: 1 }));
    expect(await move(far.id, period![12]!.id)).toBe("confirmed");
    await updateSchedule(owner, service.id, SchedulePatch.parse({ [field]: null }));
    expect(await reason(book(owner, period![13]!.id))).toBe("confirmed");
  },
);

test.each([
  ["max_per_week", "weekly_limit"],
  ["max_per_month", "monthly_limit"],
] as const)(
  "%s applies to listing and explanation: listed times can be booked",
  async (field, refusal) => {
    const { ids, service, weeks, months } = await offered({ [field]: 1 });
    const [period, next] = field === "max_per_week" ? weeks : months;
    const ask = async () => {
      const query = {
        resource_id: ids[0],
        schedule_id: service.id,
        tz: ZONE,
        include: "unavailable",
      };
      const range = { from: localDate(period![0]!), to: localDate(next![0]!) };
      return JSON.parse(
        (await readAvailability(owner, AvailabilityQuery.parse({ ...query, ...range }), 92, null))
          .json!,
      ) as Availability;
    };
    const before = await ask();
    expect(before.next_available).toBe(period![0]!.starts_at.toISOString().replace(".000", ""));
    await book(owner, period![2]!.id);
    const after = await ask();
    const dayOf = ({ days }: Availability, slot: SlotRow) =>
      days.find(({ date }) => date === localDate(slot))!;
    expect(dayOf(after, period![0]!)).toMatchObject({ state: "full" });
    for (const { date, slots } of after.days.filter(
      ({ date }) => date <= localDate(period!.at(-1)!),
    ))
      for (const slot of slots) {
        expect([date, slot.reason]).toEqual([date, slot.id === period![2]!.id ? "full" : refusal]);
      }
    expect(after.next_available).toBe(next![0]!.starts_at.toISOString().replace(".000", ""));
    const date = localDate(period!.at(-1)!);
    const explanation = await explain(
      owner,
      ExplainQuery.parse({ schedule_id: service.id, resource_id: ids[0], date }),
    );
    const removed = explanation.steps.filter(
      (step) => step.removed.length > 0 && step.rule.endsWith("_limit"),
    );
    expect(removed.map(({ rule }) => rule)).toEqual([refusal]);
    expect(explanation.bookable).toEqual([]);
    // The alternatives of a refusal are bookable.
    const refused = await book(owner, period!.at(-1)!.id).catch(
      (error: unknown) => error as AppError,
    );
    const { alternatives } = (refused as AppError).extra.details as {
      alternatives: { id: string }[];
    };
    expect(alternatives.length).toBeGreaterThan(0);
    for (const { id } of alternatives.slice(0, 1))
      expect(await reason(book(owner, id))).toBe("confirmed");
  },
);

test("a claim in the previous version's format applies the daily limit only", async () => {
  const { ids, service, weeks } = await offered({ max_per_day: 1, max_per_week: 1 });
  const [slot, sameDay] = weeks[0]!;
  await book(owner, slot!.id);
  const daily = { schedule_id: service.id, max: 1, starts_at: sameDay!.starts_at, time_zone: ZONE };
  const claim = {
    ...sameDay,
    slot_id: sameDay!.id,
    party_size: 1,
    over_capacity: false,
    booking_id: null,
    hold: null,
  };
  const ask = async (more: Record<string, unknown>) => {
    const claimJson = JSON.stringify({ ...claim, resource_id: ids[0], ...more });
    return (
      await pool.query("select refusal from find_lanes($1, $2)", [owner.tenant.id, claimJson])
    ).rows[0].refusal as unknown;
  };
  expect(await ask({ daily })).toBe("daily_limit");
  expect(await ask({ daily: null })).toBeNull();
});

test("for anyone, a resource at its limit is skipped, and a guest at theirs is refused immediately", async () => {
  const { ids, service, weeks } = await offered(
    { max_per_week: 1, max_upcoming_per_customer: 2 },
    { rooms: 2 },
  );
  const anna = aCustomer();
  const forAnyone = (slot: SlotRow, customer = aCustomer()) => {
    const body = {
      resource_id: "any",
      schedule_id: service.id,
      starts_at: slot.starts_at.toISOString(),
      customer,
    };
    return createBooking(owner, NewBooking.parse(body), null);
  };
  const [week, next] = weeks;
  const [first, second] = [await forAnyone(week![0]!, anna), await forAnyone(week![1]!, anna)];
  expect([first.resource_id, second.resource_id].sort()).toEqual(ids.toSorted());
  expect(await reason(forAnyone(week![2]!))).toBe("weekly_limit");
  expect(await reason(forAnyone(next![0]!, anna))).toBe("customer_limit");
  expect(await reason(forAnyone(next![0]!))).toBe("confirmed");
});
