import { beforeAll, expect, test } from "vitest";
import { BookingPatch } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { book, claimsOf, outcome, slotsAfter } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import type { UserActor } from "../../identity/actor";
import { editBooking } from "./edit-booking.server";
import { newId } from "~/lib/ids";

let owner: UserActor;
beforeAll(async () => void (owner = await makeTenant()));

const edit = (id: string, patch: Record<string, unknown>) =>
  editBooking(owner, id, BookingPatch.parse(patch));
const service = async (id: string) =>
  (
    await pool.query(
      "select schedule_id, slot_id, resource_id, starts_at from booking where id = $1",
      [id],
    )
  ).rows[0] as {
    schedule_id: string | null;
    slot_id: string | null;
    resource_id: string;
    starts_at: Date;
  };

/**
 * Two resources; both offer `cut`, only the first offers `dry`, at the same starts and of the same
 * length.
 */
async function salon() {
  const [one, other] = [(await makeResource(owner)).id, (await makeResource(owner)).id];
  const cut = await makeSchedule(owner, [one, other], { max_advance_days: 4 });
  const dry = await makeSchedule(owner, [one], {
    max_advance_days: 4,
    step_minutes: 60,
    buffer_after_minutes: 10,
  });
  const [from, to] = await slotsAfter(1, dry.id, one);
  const there = (await slotsAfter(1, cut.id, other))[1]!;
  return { one, other, cut, dry, from: from!, to: to!, there };
}

test("a move to another service's start keeps the booking's service", async () => {
  const { one, other, dry, from, to, there } = await salon();
  const { id } = await book(owner, from.id);
  await edit(id, { starts_at: to.starts_at.toISOString(), resource_id: one, duration_minutes: 60 });
  expect(await service(id)).toMatchObject({ schedule_id: dry.id, slot_id: to.id });
  expect(there.starts_at).toEqual(to.starts_at);
  const elsewhere = {
    starts_at: there.starts_at.toISOString(),
    resource_id: other,
    duration_minutes: 60,
  };
  expect(await outcome(edit(id, elsewhere))).toBe("slot_unavailable");
  await edit(id, { ...elsewhere, override: true });
  expect(await service(id)).toMatchObject({
    schedule_id: dry.id,
    slot_id: null,
    resource_id: other,
  });
});

test("a change of service is explicit, audited from and to, and rolled back completely", async () => {
  const { one, cut, dry, from } = await salon();
  const booked = await book(owner, from.id);
  const haircut = (await slotsAfter(1, cut.id, one))[2]!;
  await edit(booked.id, { slot_id: haircut.id });
  expect(await service(booked.id)).toMatchObject({ schedule_id: cut.id, slot_id: haircut.id });
  const audit = await pool.query(
    "select diff from audit_row where entity_id = $1 and action = 'booking.edited' order by at desc, id desc limit 1",
    [booked.id],
  );
  expect(audit.rows[0].diff.schedule_id).toEqual([dry.id, cut.id]);
  await edit(booked.id, {
    starts_at: from.starts_at.toISOString(),
    resource_id: one,
    duration_minutes: 60,
    schedule_id: dry.id,
  });
  expect(await service(booked.id)).toEqual({
    schedule_id: dry.id,
    slot_id: from.id,
    resource_id: one,
    starts_at: from.starts_at,
  });
  expect(await claimsOf(booked.id)).toMatchObject([{ ends_at: from.occupies_to }]);
});

test("a booking without a service stays one, and an unknown service is refused", async () => {
  const { one, cut, dry, from, to } = await salon();
  const { id } = await book(owner, from.id);
  const at = { starts_at: to.starts_at.toISOString(), resource_id: one, duration_minutes: 60 };
  await edit(id, { ...at, schedule_id: null });
  expect(await service(id)).toMatchObject({ schedule_id: null, slot_id: null });
  expect(await outcome(edit(id, { starts_at: from.starts_at.toISOString() }))).toBe(
    "slot_unavailable",
  );
  await edit(id, { starts_at: from.starts_at.toISOString(), duration_minutes: 60 });
  expect(await service(id)).toMatchObject({ schedule_id: null, slot_id: null });
  await edit(id, { schedule_id: cut.id });
  expect(await service(id)).toMatchObject({ schedule_id: cut.id });
  expect(await outcome(edit(id, { schedule_id: newId() }))).toBe("validation_failed");
  expect(await outcome(edit(id, { slot_id: to.id, schedule_id: cut.id }))).toBe(
    "validation_failed",
  );
  expect(dry.id).not.toBe(cut.id);
});
