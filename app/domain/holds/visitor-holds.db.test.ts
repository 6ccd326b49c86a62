import { beforeAll, beforeEach, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { NewApiKey } from "~/contract/api-keys";
import { Scope } from "~/contract/common";
import { NewHold } from "~/contract/holds";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { book, outcome, slotsAfter, type SlotRow, wrongCounts } from "~/testing/booking-calls";
import { call } from "~/testing/request";
import { createApiKey } from "../api-keys/api-keys.server";
import { findKey } from "../api-keys/find-key.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { sweepHolds } from "../bookings/change/expire-holds.server";
import { moveBooking } from "../bookings/change/move-booking.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { updateSchedule } from "../schedules/schedules.server";
import { releaseHold, takeHold } from "./visitor-holds.server";

let owner: UserActor;
let key: string;
let widget: KeyActor;
let room: string;
let slots: SlotRow[];

beforeAll(async () => {
  owner = await makeTenant({ policy: { hold_minutes: 20 } });
  key = await makeKey(owner);
  widget = (await findKey(key, null)) as KeyActor; // the base key is a publishable one
});
beforeEach(() => withSeats(1));

/** Creates a new resource for each test: `slots` are its times from the day after tomorrow on. */
async function withSeats(capacity: number, input: Record<string, unknown> = {}): Promise<void> {
  room = (await makeResource(owner, { capacity })).id;
  const schedule = await makeSchedule(owner, [room], { max_advance_days: 5, ...input });
  slots = await slotsAfter(1, schedule.id);
}

let visitors = 0;
/** Each visitor has a different address. */
const someone = () => `198.51.100.${++visitors}/${newId()}`;
const hold = (slot: SlotRow, more: Partial<NewHold> = {}, from = someone(), actor = widget) =>
  takeHold(actor, NewHold.parse({ slot_id: slot.id, ...more }), from, null);
const release = (hold_token: string, actor = widget) => releaseHold(actor, { hold_token });
const bookWith = async (slot: SlotRow, more: Record<string, unknown> = {}, using = key) => {
  const body = { slot_id: slot.id, customer: aCustomer(), ...more };
  const response = await call("/api/widget/booking", { key: using, body });
  return { status: response.status, body: (await response.json()) as { error?: { code: string } } };
};
const slotNow = async (slot: SlotRow) =>
  (await pool.query("select taken, blocked from slot where id = $1", [slot.id])).rows[0] as {
    taken: number;
  };
const heldHere = async () =>
  (await pool.query("select count(*)::int as n from hold where resource_id = $1", [room])).rows[0]
    .n as number;
const lapseHolds = () =>
  pool.query(
    `with gone as (update hold set expires_at = clock_timestamp() - interval '1 second', first_at = first_at - interval '1 hour' where resource_id = $1 returning id)
     update claim set lapses_at = clock_timestamp() - interval '1 second' where hold_id in (select id from gone)`,
    [room],
  );
const minutesLeft = (at: string) => (Date.parse(at) - Date.now()) / 60_000;
async function availabilityOf(slot: SlotRow) {
  const query = new URLSearchParams({ resource_id: room, include: "unavailable" });
  const response = await call(`/api/widget/availability?${query}`, { key });
  const { days } = (await response.json()) as {
    days: { slots: { id: string; reason: string; remaining: number }[] }[];
  };
  return days.flatMap((day) => day.slots).find(({ id }) => id === slot.id);
}

test("over HTTP: a hold has an expiry within ten minutes, and releasing it is idempotent", async () => {
  const response = await call("/api/widget/hold", { key, body: { slot_id: slots[0]!.id } });
  expect(response.status).toBe(201);
  const held = (await response.json()) as { hold_token: string; expires_at: string };
  expect(held).toEqual({
    hold_token: expect.any(String),
    slot_id: slots[0]!.id,
    party_size: 1,
    price_amount: null,
    currency: null,
    deposit_amount: null,
    expires_at: expect.stringMatching(/Z$/),
  });
  expect(minutesLeft(held.expires_at)).toBeGreaterThan(9.8);
  expect(minutesLeft(held.expires_at)).toBeLessThanOrEqual(10);
  expect(await availabilityOf(slots[0]!)).toMatchObject({ reason: "held", remaining: 0 });
  const stored = JSON.stringify(
    (await pool.query("select h.*, encode(token_hash, 'hex') as t from hold h")).rows,
  );
  expect(stored).not.toContain(held.hold_token);
  for (const hold_token of [held.hold_token, held.hold_token, "no such token", ""]) {
    const answer = await call("/api/widget/hold/release", { key, body: { hold_token } });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
  }
  expect(await availabilityOf(slots[0]!)).toMatchObject({ reason: null, remaining: 1 });
  expect(await heldHere()).toBe(0);
});

test("a shorter hold policy applies to visitors too", async () => {
  const brief = {
    ...widget,
    tenant: { ...owner.tenant, policy: { ...owner.tenant.policy, hold_minutes: 5 } },
  };
  const held = await hold(slots[0]!, {}, someone(), brief);
  expect(minutesLeft(held.expires_at)).toBeLessThanOrEqual(5);
});

test("a retry with the same Idempotency-Key returns the same hold", async () => {
  const again = () =>
    call("/api/widget/hold", {
      key,
      body: { slot_id: slots[0]!.id },
      headers: { "Idempotency-Key": `hold ${room}` },
    });
  const [first, second] = [await again(), await again()];
  expect(second.headers.get("Idempotency-Replayed")).toBe("true");
  expect(await second.text()).toBe(await first.text());
  expect(await heldHere()).toBe(1);
});

test("a second visitor gets alternatives; the first can book with the token", async () => {
  const held = await hold(slots[0]!);
  const refusal = (await hold(slots[0]!).catch((error: unknown) => error)) as {
    extra: { details: Record<string, unknown[]> };
  };
  expect(refusal).toMatchObject({
    code: "slot_unavailable",
    extra: { details: { reason: "full" } },
  });
  expect(refusal.extra.details["alternatives"]).toHaveLength(3);
  expect((await bookWith(slots[0]!)).body.error?.code).toBe("slot_unavailable");
  expect((await bookWith(slots[0]!, { hold_token: "another" })).body.error?.code).toBe(
    "slot_unavailable",
  );
  expect((await bookWith(slots[0]!, { hold_token: held.hold_token })).status).toBe(201);
  expect(await heldHere()).toBe(0);
  expect(await slotNow(slots[0]!)).toMatchObject({ taken: 1 });
  expect(await wrongCounts(room)).toBe(0);
});

test("staff cannot use a held seat until it is released", async () => {
  const [first, second] = slots as [SlotRow, SlotRow];
  const held = await hold(first);
  const moving = await book(owner, second.id);
  expect(await outcome(book(owner, first.id))).toBe("slot_unavailable");
  expect(
    await outcome(moveBooking(owner, moving.id, { target: { kind: "slot", slot_id: first.id } })),
  ).toBe("slot_unavailable");
  await release(held.hold_token);
  expect(
    await outcome(moveBooking(owner, moving.id, { target: { kind: "slot", slot_id: first.id } })),
  ).toMatchObject({
    id: moving.id,
  });
  expect(await wrongCounts(room)).toBe(0);
});

test("an expired, unknown or foreign token is ignored", async () => {
  await withSeats(4);
  const other = await createApiKey(
    owner,
    NewApiKey.parse({ kind: "publishable", name: "Other", scopes: Scope.options }),
  );
  const held = await hold(slots[0]!);
  expect((await bookWith(slots[0]!, { hold_token: held.hold_token }, other.key)).status).toBe(201);
  expect(await heldHere()).toBe(1);
  expect(
    await outcome(release(held.hold_token, (await findKey(other.key, null)) as KeyActor)),
  ).toBeUndefined();
  expect(await heldHere()).toBe(1);
  await lapseHolds();
  expect((await bookWith(slots[0]!, { hold_token: held.hold_token })).status).toBe(201);
  expect((await bookWith(slots[0]!, { hold_token: "unknown" })).status).toBe(201);
  expect(await slotNow(slots[0]!)).toMatchObject({ taken: 3 });
  expect(await wrongCounts(room)).toBe(0);
});

test("booking another time ends the hold", async () => {
  const held = await hold(slots[0]!);
  expect((await bookWith(slots[1]!, { hold_token: held.hold_token })).status).toBe(201);
  expect(await availabilityOf(slots[0]!)).toMatchObject({ reason: null });
  const here = { room, slots };
  const second = await hold(slots[2]!);
  await withSeats(1);
  expect((await bookWith(slots[0]!, { hold_token: second.hold_token })).status).toBe(201);
  expect((await bookWith(here.slots[2]!)).status).toBe(201);
  expect(await wrongCounts(here.room)).toBe(0);
});

test("a refused booking keeps the hold", async () => {
  await withSeats(3);
  await book(owner, slots[0]!.id);
  const held = await hold(slots[0]!, { party_size: 2 });
  expect(
    (await bookWith(slots[0]!, { party_size: 3, hold_token: held.hold_token })).body.error?.code,
  ).toBe("slot_unavailable");
  expect(await slotNow(slots[0]!)).toMatchObject({ taken: 3 });
  expect((await bookWith(slots[0]!, { party_size: 2, hold_token: held.hold_token })).status).toBe(
    201,
  );
});

test("a lapsed hold blocks nobody, even before the sweep", async () => {
  await hold(slots[0]!);
  await hold(slots[1]!);
  await lapseHolds();
  expect((await bookWith(slots[0]!)).status).toBe(201);
  expect(await slotNow(slots[1]!)).toMatchObject({ taken: 0 }); // cleared by the same booking
  await hold(slots[2]!);
  await lapseHolds();
  await hold(slots[2]!);
  await hold(slots[3]!);
  await lapseHolds();
  expect(await sweepHolds()).toBe(2);
  expect(await heldHere()).toBe(0);
  expect(await slotNow(slots[3]!)).toMatchObject({ taken: 0 });
  expect(await wrongCounts(room)).toBe(0);
});

test("moves and approvals can use a lapsed hold's seat", async () => {
  const [first, second] = slots as [SlotRow, SlotRow];
  const moving = await book(owner, second.id);
  await hold(first);
  await lapseHolds();
  await moveBooking(owner, moving.id, { target: { kind: "slot", slot_id: first.id } });
  const waiting = await book(owner, second.id, { status: "pending" });
  await changeBookingStatus(owner, waiting.id, StatusChange.parse({ status: "confirmed" }), null);
  expect(await heldHere()).toBe(0);
  expect(await wrongCounts(room)).toBe(0);
});

test("another choice replaces the hold atomically, within ten minutes in total", async () => {
  await withSeats(4);
  const from = someone();
  const first = await hold(slots[0]!, {}, from);
  const second = await hold(slots[0]!, { party_size: 2, replaces: first.hold_token }, from);
  expect(await slotNow(slots[0]!)).toMatchObject({ taken: 2 });
  const third = await hold(slots[1]!, { replaces: second.hold_token }, from);
  expect([await slotNow(slots[0]!), await slotNow(slots[1]!)]).toMatchObject([
    { taken: 0 },
    { taken: 1 },
  ]);
  expect(await heldHere()).toBe(1);
  await pool.query(
    "update hold set first_at = clock_timestamp() - interval '6 minutes' where resource_id = $1",
    [room],
  );
  const last = await hold(slots[2]!, { replaces: third.hold_token }, from);
  expect(minutesLeft(last.expires_at)).toBeLessThanOrEqual(4);
  const refused = hold(slots[2]!, { party_size: 4, replaces: last.hold_token }, from);
  expect(await outcome(refused)).toBe("hold_limit");
  expect(await heldHere()).toBe(1);
  const fresh = await hold(slots[3]!, { replaces: "unknown" }, from);
  expect(minutesLeft(fresh.expires_at)).toBeGreaterThan(9);
  expect(await wrongCounts(room)).toBe(0);
});

test("a visitor has at most three concurrent holds per key and address", async () => {
  const from = someone();
  const held = [];
  // Each on a different day, because all visitors share a day's limit.
  const days = [...new Map(slots.map((slot) => [slot.starts_at.getUTCDate(), slot])).values()];
  for (const slot of days.slice(0, 3)) held.push(await hold(slot, {}, from));
  expect(await hold(slots[0]!, {}, from).catch((error: unknown) => error)).toMatchObject({
    code: "hold_limit",
    status: 429,
    extra: { details: { reason: "too_many_holds" }, headers: { "Retry-After": "60" } },
  });
  await hold(slots[3]!);
  await hold(slots[4]!, { replaces: held[0]!.hold_token }, from);
  expect(await outcome(hold(slots[0]!, {}, from))).toBe("hold_limit");
  await release(held[1]!.hold_token);
  await hold(slots[0]!, {}, from);
});

test("ten concurrent holds by one visitor result in three", async () => {
  const rooms: SlotRow[] = [];
  for (; rooms.length < 10; rooms.push(slots[0]!)) await withSeats(1);
  const from = someone();
  const results = await Promise.all(rooms.map((slot) => outcome(hold(slot, {}, from))));
  expect(results.filter((result) => typeof result === "object")).toHaveLength(3);
  expect(results.filter((result) => result === "hold_limit")).toHaveLength(7);
});

test("visitors together can hold half of the seats, rounded up", async () => {
  await withSeats(5);
  await hold(slots[0]!, { party_size: 2 });
  expect(await outcome(hold(slots[0]!, { party_size: 2 }))).toBe("hold_limit");
  await hold(slots[0]!);
  expect(await outcome(hold(slots[0]!))).toBe("hold_limit");
  expect((await bookWith(slots[0]!, { party_size: 2 })).status).toBe(201);
  expect((await bookWith(slots[0]!)).body.error?.code).toBe("slot_unavailable");
});

test("unbookable times cannot be held: party size, notice, closed, unknown", async () => {
  await withSeats(2);
  expect(await outcome(hold(slots[0]!, { party_size: 3 }))).toBe("validation_failed");
  expect(await outcome(hold({ ...slots[0]!, id: newId() }))).toBe("slot_unavailable");
  await book(owner, slots[0]!.id, { party_size: 2 });
  expect(await outcome(hold(slots[0]!))).toBe("slot_unavailable");
  await book(owner, slots[1]!.id);
  expect(await outcome(hold(slots[1]!, { party_size: 2 }))).toBe("slot_unavailable");
  await pool.query("update slot set status = 'closed' where id = $1", [slots[2]!.id]);
  expect(await outcome(hold(slots[2]!))).toBe("slot_unavailable");
  await updateSchedule(owner, slots[3]!.schedule_id, { min_notice_minutes: 60 * 24 * 30 });
  expect(await outcome(hold(slots[3]!))).toBe("outside_booking_window");
  await withSeats(1, { requires_payment: true, price_amount: 100 });
  expect(await outcome(hold(slots[0]!))).toBe("slot_unavailable");
});

test("fifty concurrent holds and bookings on five seats never oversell, and counts are correct", async () => {
  for (let round = 0; round < 3; round++) {
    await withSeats(5);
    const slot = slots[0]!;
    const tries = Array.from({ length: 50 }, async (_, index) => {
      if (index % 5 === 0) return (await bookWith(slot)).status;
      const held = await outcome(hold(slot));
      if (typeof held === "string") return held;
      if (index % 5 === 1) return release(held.hold_token);
      return (await bookWith(slot, { hold_token: held.hold_token })).status;
    });
    const results = await Promise.all([...tries, sweepHolds()]);
    const booked = await pool.query(
      "select coalesce(sum(party_size), 0)::int as seats from booking where slot_id = $1",
      [slot.id],
    );
    expect(booked.rows[0].seats).toBe(results.filter((result) => result === 201).length);
    expect(booked.rows[0].seats).toBeLessThanOrEqual(5);
    expect(booked.rows[0].seats).toBeGreaterThan(0);
    const lanes = await pool.query(
      "select count(*)::int as n, max(lane) as lane from claim where resource_id = $1",
      [room],
    );
    expect(lanes.rows[0].n).toBe((await slotNow(slot)).taken);
    expect(lanes.rows[0].lane).toBeLessThan(5);
    expect(await wrongCounts(room)).toBe(0);
  }
});

test("two visitors swapping resources do not deadlock", async () => {
  const one = { room, slots };
  await withSeats(1);
  const two = { room, slots };
  for (let round = 0; round < 5; round++) {
    const [here, there] = [await hold(one.slots[round]!), await hold(two.slots[round]!)];
    const results = await Promise.all([
      bookWith(two.slots[round + 5]!, { hold_token: here.hold_token }),
      bookWith(one.slots[round + 5]!, { hold_token: there.hold_token }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([201, 201]);
  }
  await sweepHolds();
  expect([await wrongCounts(one.room), await wrongCounts(two.room)]).toEqual([0, 0]);
});
