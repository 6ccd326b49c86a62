import { afterEach, beforeAll, expect, test } from "vitest";
import { NewWidgetBooking, StatusChange } from "~/contract/booking-inputs";
import { clock, setClock } from "~/lib/clock";
import { pool, transaction } from "~/lib/db.server";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import {
  book,
  claimsOf,
  eventTypes,
  lapse,
  outcome,
  slotsAfter,
  type SlotRow,
  systemOf,
  wrongCounts,
} from "~/testing/booking-calls";
import { findKey } from "../../api-keys/find-key.server";
import type { KeyActor, UserActor } from "../../identity/actor";
import { changeBookingStatus } from "./change-status.server";
import { createWidgetBooking } from "../../widgets/create-widget-booking.server";
import { sweepHolds } from "./expire-holds.server";
import { moveBooking } from "./move-booking.server";
import { payBooking } from "~/testing/pay-booking";

let owner: UserActor;
let widget: KeyActor;
let room: string;

beforeAll(async () => {
  owner = await makeTenant({
    takes_payments: true,
    policy: { hold_minutes: 20, hold_hours_approval: 3 },
  });
  widget = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
  room = (await makeResource(owner)).id;
});
afterEach(() => setClock(null));

async function slots(input: Record<string, unknown> = {}): Promise<SlotRow[]> {
  room = (await makeResource(owner)).id;
  const schedule = await makeSchedule(owner, [room], input);
  return await slotsAfter(1, schedule.id);
}
const paid = { requires_payment: true, price_amount: 2500 };
const ask = async (slot: SlotRow) =>
  (
    await createWidgetBooking(
      widget,
      NewWidgetBooking.parse({ slot_id: slot.id, customer: aCustomer() }),
      null,
    )
  ).booking;
const minutesLeft = (booking: { expires_at: string | null }) =>
  Math.round((Date.parse(booking.expires_at!) - Date.now()) / 60_000);
const stateOf = async (id: string) =>
  (
    await pool.query(
      "select status, pending_reason, cancelled_by, cancel_reason_code from booking where id = $1",
      [id],
    )
  ).rows[0];
const confirm = (id: string) =>
  outcome(changeBookingStatus(owner, id, StatusChange.parse({ status: "confirmed" }), null));
const pay = (id: string) => outcome(transaction((db) => payBooking(db, systemOf(owner), id)));

test("holds last the policy's minutes for payment and its hours for approval", async () => {
  const [first] = await slots(paid);
  const unpaid = await ask(first!);
  expect(unpaid).toMatchObject({ status: "pending", pending_reason: "payment" });
  expect(minutesLeft(unpaid)).toBe(20);
  const [second] = await slots({ requires_approval: true });
  const unapproved = await ask(second!);
  expect(unapproved).toMatchObject({ status: "pending", pending_reason: "approval" });
  expect(minutesLeft(unapproved)).toBe(180);
  expect(await eventTypes(unapproved.id)).toEqual(["created"]);
  expect((await claimsOf(unapproved.id))[0]!.lapses_at!.toISOString().slice(0, 19)).toBe(
    unapproved.expires_at!.slice(0, 19),
  );
});

test("a hold reserves its seat until it ends, a confirmed booking permanently", async () => {
  const [slot] = await slots({ requires_approval: true });
  const held = await ask(slot!);
  expect(await outcome(ask(slot!))).toBe("slot_unavailable");
  expect(await outcome(book(owner, slot!.id))).toBe("slot_unavailable");
  expect(await confirm(held.id)).toMatchObject({ status: "confirmed", expires_at: null });
  expect(await claimsOf(held.id)).toMatchObject([{ lapses_at: null }]);
  await sweepHolds();
  expect(await stateOf(held.id)).toMatchObject({ status: "confirmed" });
});

test("holds use the database's clock: a server with a wrong clock neither ends nor extends them", async () => {
  const [first, second] = await slots(paid);
  const alive = await ask(first!);
  const ended = await ask(second!);
  await lapse(ended.id);
  setClock(Date.now() + 86_400_000);
  expect(clock.now() - Date.now()).toBeGreaterThan(86_000_000);
  expect(await sweepHolds()).toBe(1);
  expect(await stateOf(alive.id)).toMatchObject({ status: "pending" });
  expect(await outcome(book(owner, first!.id))).toBe("slot_unavailable");
  setClock(Date.now() - 86_400_000);
  expect(await stateOf(ended.id)).toMatchObject({ status: "expired" });
  expect(await confirm(ended.id)).toBe("invalid_transition");
});

test("the sweep ends a lapsed hold once: status expired, event, seat released", async () => {
  const [slot] = await slots(paid);
  const held = await ask(slot!);
  await lapse(held.id);
  expect(await sweepHolds()).toBe(1);
  expect(await sweepHolds()).toBe(0);
  expect(await stateOf(held.id)).toMatchObject({
    status: "expired",
    cancelled_by: "system",
    cancel_reason_code: "payment_expired",
  });
  expect(await eventTypes(held.id)).toEqual(["created", "cancelled"]);
  expect(await claimsOf(held.id)).toEqual([]);
  expect(await wrongCounts(room)).toBe(0);
});

test("a booking on a lapsed hold's seat gets it immediately, and the hold's booking expires", async () => {
  const [slot] = await slots({ requires_approval: true });
  const held = await ask(slot!);
  await lapse(held.id);
  const next = await ask(slot!);
  expect(next).toMatchObject({ status: "pending" });
  expect(await stateOf(held.id)).toMatchObject({
    status: "expired",
    cancel_reason_code: "approval_expired",
  });
  expect(await eventTypes(held.id)).toEqual(["created", "cancelled"]);
  expect(await claimsOf(held.id)).toEqual([]);
  expect(await wrongCounts(room)).toBe(0);
});

test("a move onto a lapsed hold's seat gets it too", async () => {
  const [first, second] = await slots();
  const held = await book(owner, first!.id, { status: "pending" });
  await lapse(held.id);
  const moving = await book(owner, second!.id);
  await moveBooking(owner, moving.id, { target: { kind: "slot", slot_id: first!.id } });
  expect(await stateOf(held.id)).toMatchObject({
    status: "expired",
    cancel_reason_code: "approval_expired",
  });
  expect(await wrongCounts(room)).toBe(0);
});

test("a hold that has lapsed can be neither confirmed nor moved, even before the sweep", async () => {
  const [first, second] = await slots({ requires_approval: true });
  const held = await ask(first!);
  await lapse(held.id);
  expect(await confirm(held.id)).toBe("hold_expired");
  expect(
    await outcome(moveBooking(owner, held.id, { target: { kind: "slot", slot_id: second!.id } })),
  ).toBe("hold_expired");
  expect(await eventTypes(held.id)).toEqual(["created"]);
});

test("a payment for a lapsed hold reclaims a free seat, and is refused otherwise", async () => {
  const [first, second] = await slots(paid);
  const lucky = await ask(first!);
  await lapse(lucky.id);
  expect(await pay(lucky.id)).toMatchObject({ status: "paid" });
  expect(await eventTypes(lucky.id)).toEqual(["created", "cancelled", "confirmed", "paid"]);
  expect(await claimsOf(lucky.id)).toMatchObject([{ lapses_at: null }]);
  const late = await ask(second!);
  await lapse(late.id);
  await book(owner, second!.id);
  expect(await pay(late.id)).toBe("slot_unavailable");
  expect(await stateOf(late.id)).toMatchObject({ status: "expired" });
  expect(await claimsOf(late.id)).toEqual([]);
  expect(await wrongCounts(room)).toBe(0);
});

test("of fifty concurrent requests for the seat of a lapsed hold, one succeeds", async () => {
  const [slot] = await slots();
  const held = await book(owner, slot!.id, { status: "pending" });
  await lapse(held.id);
  const tries = Array.from({ length: 50 }, () => outcome(ask(slot!)));
  const results = await Promise.all([...tries, sweepHolds()]);
  expect(results.filter((result) => typeof result === "object")).toHaveLength(1);
  expect(results.filter((result) => result === "slot_unavailable")).toHaveLength(49);
  expect(await eventTypes(held.id)).toEqual(["created", "cancelled"]);
  expect(await wrongCounts(room)).toBe(0);
});

test("a booking set to pending by staff has the usual approval period", async () => {
  const [slot] = await slots();
  const open = await book(owner, slot!.id, { status: "pending" });
  expect(open).toMatchObject({ status: "pending", pending_reason: "approval" });
  expect(minutesLeft(open)).toBe(180);
  expect(await confirm(open.id)).toMatchObject({ status: "confirmed", expires_at: null });
});
