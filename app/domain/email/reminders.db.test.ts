import { sentTo } from "~/testing/outbox";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { createBooking } from "../bookings/place/create-booking.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import { queueReminders } from "./reminders.server";
import { sendMessage } from "./send-message.server";

const HOUR = 3_600_000;

/** A booking made long before its start, so that every offset is still in the future. */
async function aBooking(policy: Record<string, unknown> = {}) {
  const owner = await makeTenant({ policy });
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string; starts_at: Date }>(
    "select id, starts_at from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 40",
    [owner.tenant.id, schedule.id],
  );
  const customer = aCustomer();
  const booking = await createBooking(
    owner,
    NewBooking.parse({ slot_id: slots.rows[0]!.id, customer }),
    null,
  );
  return {
    owner,
    booking,
    customer,
    starts: slots.rows[0]!.starts_at.getTime(),
    slots: slots.rows,
  };
}

async function sweep(at: number): Promise<void> {
  while ((await queueReminders(new Date(at))) > 0);
}

async function remindersOf(tenantId: string) {
  const found = await pool.query<{ id: string; status: string; context: { starts_at: string } }>(
    "select id, status, context from message where tenant_id = $1 and kind = 'booking_reminder' order by created_at, id",
    [tenantId],
  );
  return found.rows;
}

test("each offset sends one reminder at its time", async () => {
  const { owner, starts, customer } = await aBooking();
  const count = async () => (await remindersOf(owner.tenant.id)).length;
  await sweep(starts - 24 * HOUR - 60_000);
  expect(await count()).toBe(0);
  await sweep(starts - 24 * HOUR);
  await sweep(starts - 23 * HOUR);
  expect(await count()).toBe(1);
  await sweep(starts - 2 * HOUR + 60_000);
  await sweep(starts - 1.5 * HOUR);
  expect(await count()).toBe(2);
  for (const { id } of await remindersOf(owner.tenant.id)) await sendMessage({ message_id: id });
  expect((await sentTo(customer.email)).map((mail) => mail.subject)).toEqual([
    expect.stringMatching(/\d\d:\d\d: Offer \d+$/),
    expect.stringMatching(/\d\d:\d\d: Offer \d+$/),
  ]);
});

test("twenty concurrent sweeps send one reminder", async () => {
  const { owner, starts } = await aBooking();
  await Promise.all(Array.from({ length: 20 }, () => sweep(starts - 20 * HOUR)));
  expect(await remindersOf(owner.tenant.id)).toHaveLength(1);
});

test("a moved booking is reminded of its new time only", async () => {
  const { owner, booking, starts, slots, customer } = await aBooking();
  await sweep(starts - 24 * HOUR);
  const later = slots[20]!;
  await moveBooking(owner, booking.id, { target: { kind: "slot", slot_id: later.id } });
  const [first] = await remindersOf(owner.tenant.id);
  await sendMessage({ message_id: first!.id });
  expect(await sentTo(customer.email)).toEqual([]);
  await sweep(later.starts_at.getTime() - 24 * HOUR);
  const all = await remindersOf(owner.tenant.id);
  expect(all.map(({ status, context }) => [status, context.starts_at])).toEqual([
    ["suppressed", new Date(starts).toISOString()],
    ["queued", later.starts_at.toISOString()],
  ]);
});

test("a guest who has just booked gets no reminder", async () => {
  const { owner, starts } = await aBooking();
  await pool.query("update booking set created_at = $2 where tenant_id = $1", [
    owner.tenant.id,
    new Date(starts - 3 * HOUR),
  ]);
  await sweep(starts - 2.5 * HOUR);
  expect(await remindersOf(owner.tenant.id)).toEqual([]);
  await sweep(starts - 2 * HOUR);
  expect(await remindersOf(owner.tenant.id)).toHaveLength(1);
});

test("custom offsets apply, and late reminders are skipped after an outage", async () => {
  const { owner, starts } = await aBooking({ reminders_minutes_before: [60] });
  await sweep(starts - 24 * HOUR);
  await sweep(starts - 20 * 60_000);
  expect(await remindersOf(owner.tenant.id)).toEqual([]);
});

test("a cancelled booking sends no reminder", async () => {
  const { owner, starts } = await aBooking();
  await pool.query("update booking set status = 'cancelled' where tenant_id = $1", [
    owner.tenant.id,
  ]);
  await sweep(starts - 24 * HOUR);
  expect(await remindersOf(owner.tenant.id)).toEqual([]);
});
