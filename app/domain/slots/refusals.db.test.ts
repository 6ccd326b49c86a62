import { beforeAll, expect, test } from "vitest";
import { AvailabilityQuery, ExplainQuery } from "~/contract/slots";
import { NewClosedDays } from "~/contract/hours";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { addDays, localDateOf } from "~/lib/time";
import { book, slotsAfter, type SlotRow } from "~/testing/booking-calls";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeSecretKey,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { call, json } from "~/testing/request";
import { createBlock } from "../blocks/change-block.server";
import type { UserActor } from "../identity/actor";
import { closeDays } from "../schedules/closed-days.server";
import { readAvailability } from "./availability.sql.server";
import { explain } from "./explain.sql.server";

// A time is refused for the same reason everywhere: listing, explanation, booking, hold, move and
// waiting list.

interface Refusal {
  error?: { code: string; details?: { reason?: string; alternatives?: { id: string }[] } };
}
let owner: UserActor;
let keys: { site: string; secret: string };

beforeAll(async () => {
  owner = await makeTenant();
  keys = { site: await makeKey(owner), secret: await makeSecretKey(owner) };
  await pool.query("delete from widget_config where tenant_id = $1", [owner.tenant.id]);
  await pool.query(
    `insert into widget_config (tenant_id, id, name, is_default, settings) values ($1, $2, 'W', true, '{"steps":{"waitlist":true}}')`,
    [owner.tenant.id, newId()],
  );
});

const refusal = async (response: Response) => {
  const { error } = (await json(response)) as Refusal;
  return {
    status: response.status,
    code: error?.code,
    reason: error?.details?.reason,
    alternatives: error?.details?.alternatives?.length,
  };
};

/** Requests a time by its slot through every endpoint. */
async function askAtEachDoor(slot_id: string, bookingId: string, hints: object = {}) {
  const customer = aCustomer();
  const { site, secret } = keys;
  const at = { slot_id, ...hints };
  return {
    booking: await refusal(await call("/api/bookings", { key: secret, body: { ...at, customer } })),
    widget: await refusal(
      await call("/api/widget/booking", { key: site, body: { ...at, customer } }),
    ),
    hold: await refusal(await call("/api/widget/hold", { key: site, body: at })),
    move: await refusal(
      await call(`/api/bookings/${bookingId}`, { key: secret, method: "PATCH", body: { slot_id } }),
    ),
    waiting: await refusal(
      await call("/api/waitlist", { key: secret, body: { slot_id, customer } }),
    ),
    visitor: await refusal(
      await call("/api/widget/waitlist", { key: site, body: { slot_id, customer } }),
    ),
  };
}

async function offered(input: Record<string, unknown> = {}) {
  const room = await makeResource(owner);
  const service = await makeSchedule(owner, [room.id], { max_advance_days: 6, ...input });
  return { room, service, slots: await slotsAfter(2, service.id) };
}

async function reasonsOf(schedule_id: string, party_size = 1) {
  const query = AvailabilityQuery.parse({
    schedule_id,
    party_size: String(party_size),
    include: "unavailable",
  });
  const { json: text } = await readAvailability(owner, query, 92, null);
  const { days } = JSON.parse(text!) as {
    days: { slots: { id: string; starts_at: string; reason: string | null }[] }[];
  };
  return days.flatMap(({ slots }) => slots);
}

const CLOSED = { status: 409, code: "slot_unavailable", reason: "closed" };

test.each(["a closed day", "closed by hand"])(
  "a booked and closed time (%s) is refused as closed by every route, not as full",
  async (how) => {
    const { service, slots } = await offered();
    const { id } = await book(owner, slots[0]!.id);
    const other = await book(owner, slots[12]!.id);
    const date = localDateOf(slots[0]!.starts_at.getTime(), service.time_zone);
    if (how === "a closed day")
      await closeDays(owner, NewClosedDays.parse({ days: [{ date, name: "Closed" }] }));
    else
      await call(`/api/slots/${slots[0]!.id}`, {
        key: keys.secret,
        method: "PATCH",
        body: { status: "closed" },
      });
    const listed = (await reasonsOf(service.id)).find((slot) => slot.id === slots[0]!.id);
    expect(listed?.reason).toBe("closed");
    const doors = await askAtEachDoor(slots[0]!.id, other.id);
    for (const [door, refusal] of Object.entries(doors))
      expect([door, refusal]).toEqual([door, expect.objectContaining(CLOSED)]);
    expect(doors.booking.alternatives).toBe(3);
    expect(id).toBeTruthy();
    await pool.query("delete from closed_day where tenant_id = $1", [owner.tenant.id]);
  },
);

test("the waiting list rejects times outside the window or only closed by a limit", async () => {
  const join = async (slot_id: string) => [
    await refusal(
      await call("/api/waitlist", { key: keys.secret, body: { slot_id, customer: aCustomer() } }),
    ),
    await refusal(
      await call("/api/widget/waitlist", {
        key: keys.site,
        body: { slot_id, customer: aCustomer() },
      }),
    ),
  ];
  const soon = await offered({ min_notice_minutes: 5 * 1440 });
  await book(owner, soon.slots[0]!.id);
  for (const refusal of await join(soon.slots[0]!.id))
    expect(refusal).toMatchObject({ code: "outside_booking_window", reason: "too_soon" });
  const limited = await offered({ max_per_day: 1 });
  await book(owner, limited.slots[0]!.id);
  for (const refusal of await join(limited.slots[1]!.id))
    expect(refusal).toMatchObject({ code: "slot_unavailable", reason: "daily_limit" });
  // Only full, which is when the waiting list applies.
  for (const refusal of await join(limited.slots[0]!.id)) expect(refusal.status).toBe(201);
});

test("a deleted time is unavailable by every route, with alternatives if the call identifies it", async () => {
  const { room, service, slots } = await offered();
  const other = await book(owner, slots[5]!.id);
  const deleted = slots[0]!;
  await pool.query("delete from slot where tenant_id = $1 and id = $2", [
    owner.tenant.id,
    deleted.id,
  ]);
  const doors = await askAtEachDoor(deleted.id, other.id);
  for (const [door, refusal] of Object.entries(doors))
    expect([door, refusal]).toEqual([door, { ...CLOSED, alternatives: door === "move" ? 3 : 0 }]);
  const hints = {
    resource_id: room.id,
    schedule_id: service.id,
    starts_at: deleted.starts_at.toISOString(),
  };
  const { booking, widget, hold } = await askAtEachDoor(deleted.id, other.id, hints);
  for (const refusal of [booking, widget, hold])
    expect(refusal).toEqual({ ...CLOSED, alternatives: 3 });
  const named = await call("/api/bookings", {
    key: keys.secret,
    body: { ...hints, customer: aCustomer() },
  });
  expect(await refusal(named)).toEqual({ ...CLOSED, alternatives: 3 });
  // Nothing about private services or other companies' resources is disclosed.
  await call(`/api/schedules/${service.id}`, {
    key: keys.secret,
    method: "PATCH",
    body: { private: true },
  });
  const hidden = await askAtEachDoor(deleted.id, other.id, hints);
  for (const refusal of [hidden.widget, hidden.hold])
    expect(refusal).toEqual({ ...CLOSED, alternatives: 0 });
  const mine = await makeResource(owner);
  const cookie = await signIn(await makeUser(owner, "staff", { resource_ids: [mine.id] }));
  for (const body of [
    { slot_id: deleted.id, ...hints },
    { slot_id: slots[1]!.id },
    { slot_id: newId() },
  ])
    expect(
      await refusal(
        await call("/api/bookings", { cookie, body: { ...body, customer: aCustomer() } }),
      ),
    ).toEqual({ ...CLOSED, alternatives: 0 });
});

test("the explanation of a day matches the listing", async () => {
  const RULE: Record<string, string[]> = {
    closed: ["closed_by_hand", "time_off"],
    too_soon: ["past", "too_soon"],
    too_far: ["too_far"],
    party_too_large: ["party_too_large"],
    held: ["held"],
    full: ["full"],
    daily_limit: ["daily_limit"],
  };
  const room = await makeResource(owner, { capacity: 3 });
  const service = await makeSchedule(owner, [room.id], {
    max_advance_days: 6,
    min_notice_minutes: 2 * 1440 + 720,
    max_per_day: 4,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "06:00", end: "23:00" }],
  });
  const on = (days: number) => slotsAfter(days, service.id);
  const [soon, later, limited] = [await on(0), await on(3), await on(4)];
  const close = (slot: SlotRow) =>
    call(`/api/slots/${slot.id}`, {
      key: keys.secret,
      method: "PATCH",
      body: { status: "closed" },
    });
  await close(soon[2]!); // inside the notice, too
  await close(later[0]!);
  await createBlock(owner, {
    resource_id: room.id,
    starts_at: later[1]!.starts_at,
    ends_at: later[1]!.ends_at,
    reason: null,
  });
  await book(owner, later[2]!.id, { party_size: 3 });
  await book(owner, later[3]!.id, { party_size: 2 });
  const held = { slot_id: later[4]!.id, party_size: 3, customer: aCustomer(), status: "pending" };
  const pending = await call("/api/bookings", { key: keys.secret, body: held });
  expect(pending.status).toBe(201);
  for (const index of [0, 1, 2, 3]) await book(owner, limited[index]!.id);
  // At the end of a day the hours have no time beyond the horizon, so a manual one is used.
  const far = await call("/api/slots", {
    key: keys.secret,
    body: {
      resource_id: room.id,
      schedule_id: service.id,
      starts_at: new Date(later[0]!.starts_at.getTime() + 6 * 86_400_000).toISOString(),
      duration_minutes: 60,
    },
  });
  expect(far.status).toBe(201);
  const seen = new Set<string>();
  for (const party_size of [1, 2, 4]) {
    const listed = await reasonsOf(service.id, party_size);
    for (const day of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      const date = addDays(localDateOf(Date.now(), service.time_zone), day);
      const query = ExplainQuery.parse({
        resource_id: room.id,
        schedule_id: service.id,
        date,
        party_size: String(party_size),
      });
      const { steps, bookable } = await explain(owner, query);
      for (const { starts_at, reason } of listed) {
        if (localDateOf(Date.parse(starts_at), service.time_zone) !== date) continue;
        const rule = steps.find(({ removed }) => removed.includes(starts_at))?.rule ?? null;
        const expected = reason === null ? [null] : RULE[reason];
        expect({ starts_at, reason, rule: expected?.includes(rule as never) && rule }).toEqual({
          starts_at,
          reason,
          rule,
        });
        expect(bookable.includes(starts_at)).toBe(reason === null);
        if (reason !== null) seen.add(reason);
      }
    }
  }
  expect([...seen].sort()).toEqual(
    ["closed", "daily_limit", "full", "held", "party_too_large", "too_far", "too_soon"].sort(),
  );
});

test("the explanation of a day lists that day's manual slots only", async () => {
  const { room, service, slots } = await offered();
  const date = localDateOf(slots[0]!.starts_at.getTime(), service.time_zone);
  const next = slots.find(
    ({ starts_at }) => localDateOf(starts_at.getTime(), service.time_zone) > date,
  )!;
  const byHand = async (from: Date) => {
    const starts_at = new Date(from.getTime() + 13 * 3_600_000).toISOString();
    const body = { resource_id: room.id, schedule_id: service.id, starts_at, duration_minutes: 30 };
    const made = await call("/api/slots", { key: keys.secret, body });
    expect(made.status).toBe(201);
    return starts_at.replace(".000", "");
  };
  const [own, tomorrows] = [await byHand(slots[0]!.starts_at), await byHand(next.starts_at)];
  const { bookable } = await explain(
    owner,
    ExplainQuery.parse({ resource_id: room.id, schedule_id: service.id, date }),
  );
  expect(bookable).toContain(own);
  expect(bookable).not.toContain(tomorrows);
});
