import { beforeAll, beforeEach, expect, test } from "vitest";
import { NewBooking, NewWidgetBooking } from "~/contract/booking-inputs";
import { findKey } from "~/domain/api-keys/find-key.server";
import type { KeyActor, UserActor } from "~/domain/identity/actor";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { pool } from "~/lib/db.server";
import { book, outcome, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { createBooking } from "./create-booking.server";

// Listed slots are bookable: both use the same rule.

let owner: UserActor;
let widget: KeyActor;
let room: string;
let schedule: { id: string };
let slots: SlotRow[];

beforeAll(async () => {
  owner = await makeTenant();
  widget = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
});
beforeEach(async () => {
  room = (await makeResource(owner)).id;
  schedule = await makeSchedule(owner, [room]);
  slots = await slotsAfter(1, schedule.id);
});

const bookAsGuest = (slot_id: string) =>
  createWidgetBooking(widget, NewWidgetBooking.parse({ slot_id, customer: aCustomer() }), null);

async function listed(): Promise<number> {
  const { json } = await readAvailability(owner, { resource_id: [room], party_size: 1 }, 92, null);
  const { days } = JSON.parse(json!) as { days: { slots: { bookable: boolean }[] }[] };
  return days.flatMap((day) => day.slots).filter((slot) => slot.bookable).length;
}

test.each<[string, string]>([
  [
    "a resource that was taken off its schedule",
    "delete from schedule_resource where tenant_id = $1 and resource_id = $2",
  ],
  [
    "a schedule that was switched off",
    "update schedule set active = false, updated_at = now() where tenant_id = $1 and $2::uuid is not null",
  ],
  ["an archived resource", "update resource set active = false where tenant_id = $1 and id = $2"],
])(
  "%s: its remaining slots are neither listed nor bookable, by id or time",
  async (_name, change) => {
    const [slot] = slots;
    expect(await listed()).toBeGreaterThan(0);
    await pool.query(change, [owner.tenant.id, room]);
    if (!change.includes("update resource")) expect(await listed()).toBe(0);
    expect(await outcome(bookAsGuest(slot!.id))).toBe("slot_unavailable");
    expect(await outcome(book(owner, slot!.id))).toBe("slot_unavailable");
    const time = {
      resource_id: room,
      starts_at: slot!.starts_at.toISOString(),
      customer: aCustomer(),
    };
    expect(await outcome(createBooking(owner, NewBooking.parse(time), null))).toBe(
      "slot_unavailable",
    );
    expect((await pool.query("select from booking where resource_id = $1", [room])).rowCount).toBe(
      0,
    );
  },
);

test("a slot is closed if its resource leaves the schedule during booking", async () => {
  const [slot] = slots;
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select from lock_resource($1, $2, 0)", [owner.tenant.id, room]);
    const late = outcome(bookAsGuest(slot!.id));
    await expectWaiting();
    await client.query("delete from schedule_resource where tenant_id = $1 and resource_id = $2", [
      owner.tenant.id,
      room,
    ]);
    await client.query("commit");
    expect(await late).toBe("slot_unavailable");
  } finally {
    client.release();
  }
});

test("a booking of a full slot does not wait for the resource, and writes nothing", async () => {
  const [slot, other] = slots;
  await bookAsGuest(slot!.id);
  const state = () =>
    pool.query(
      "select r.slots_version, r.xmin, r.xmax, (select count(*) from customer c where c.tenant_id = r.tenant_id) from resource r where id = $1",
      [room],
    );
  const before = (await state()).rows;
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select from lock_resource($1, $2, 0, false)", [owner.tenant.id, room]);
    const refusals = await Promise.all(
      Array.from({ length: 5 }, () => outcome(bookAsGuest(slot!.id))),
    );
    expect(new Set(refusals)).toEqual(new Set(["slot_unavailable"]));
    await client.query("rollback");
  } finally {
    client.release();
  }
  expect((await state()).rows[0]).toMatchObject({
    slots_version: before[0].slots_version,
    xmin: before[0].xmin,
  });
  expect(await bookAsGuest(other!.id)).toMatchObject({ booking: { status: "confirmed" } });
});

test("losing a race for a seat does not invalidate cached alternatives", async () => {
  const [slot] = slots;
  const version = async () =>
    Number(
      (await pool.query("select slots_version from resource where id = $1", [room])).rows[0]
        .slots_version,
    );
  const before = await version();
  const results = await Promise.all(
    Array.from({ length: 15 }, () => outcome(bookAsGuest(slot!.id))),
  );
  expect(results.filter((result) => result === "slot_unavailable")).toHaveLength(14);
  expect(await version()).toBe(before + 1);
});

async function expectWaiting(): Promise<void> {
  for (;;) {
    const waiting = await pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (waiting.rowCount! > 0) return;
  }
}
