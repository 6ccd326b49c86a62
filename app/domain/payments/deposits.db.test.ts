import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import {
  BookingPatch,
  NewBooking,
  NewBookingSeries,
  NewBookingVisit,
  NewWidgetBooking,
  StatusChange,
} from "~/contract/booking-inputs";
import { NewHold } from "~/contract/holds";
import { type Deposit, NewSchedule, SchedulePatch } from "~/contract/schedules";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { findKey } from "~/domain/api-keys/find-key.server";
import { listAttention } from "~/domain/attention/list-attention.server";
import { acceptOffer } from "~/domain/bookings/change/accept-offer.server";
import { cancelByCustomer } from "~/domain/bookings/change/cancel-by-customer.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { takeHold } from "~/domain/holds/visitor-holds.server";
import type { KeyActor, UserActor } from "~/domain/identity/actor";
import { createSchedule, updateSchedule } from "~/domain/schedules/schedules.server";
import { createSeries } from "~/domain/series/create-series.server";
import { createVisit } from "~/domain/visits/create-visit.server";
import { joinWaitlist, listWaitlist } from "~/domain/waitlist/waitlist.server";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { pool } from "~/lib/db.server";
import { slotsOf } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeSchedule } from "~/testing/factory";
import {
  atProvider,
  checkout,
  events,
  letHoldEnd,
  makePaidService,
  paymentsOf,
  refundsOf,
  stateOf,
  takeWebhook,
  takeWebhooks,
  work,
} from "~/testing/payment-calls";
import { handBack } from "./hand-back.server";
import { makePayLink } from "./make-pay-link.server";

// A deposit is the first payment of a booking; the rest of its price stays due.

beforeEach(() => {
  standIn.received.length = 0;
});

const DAY = 86_400_000;
const QUARTER: Deposit = { percent: 25 };

const patch = (owner: UserActor, id: string, changes: object) =>
  editBooking(owner, id, BookingPatch.parse(changes));
const putStatus = (owner: UserActor, id: string, change: object) =>
  changeBookingStatus(owner, id, StatusChange.parse(change), null);
const inCash = (owner: UserActor, id: string, offline_amount?: number) =>
  putStatus(owner, id, { status: "paid", payment_method: "offline", offline_amount });
const sessionOf = (id: string) => standIn.sandbox.state.data.sessions[id]!.object;

/** A company whose service costs 80.00 a seat, and a visitor of its website. */
async function company(deposit: Deposit | null = QUARTER) {
  const { owner: maker, ...made } = await makePaidService(3, { price_amount: 8000, deposit });
  const visitor = (await findKey(await makeKey(maker), null)) as KeyActor;
  const owner = { ...maker, tenant: { ...maker.tenant, takes_payments: true } };
  const slot = made.slots.find(({ starts_at }) => starts_at.getTime() > Date.now() + 8 * DAY)!;
  const bookOnline = (more: object = {}) =>
    createWidgetBooking(
      visitor,
      NewWidgetBooking.parse({ slot_id: slot.id, customer: aCustomer(), ...more }),
      null,
    );
  return { ...made, owner, visitor, slot, bookOnline };
}

/** A booking of a visitor whose checkout is open. */
async function open(deposit: Deposit | null = QUARTER, more: object = {}) {
  const made = await company(deposit);
  const { booking } = await made.bookOnline(more);
  const { session_id, amount } = await checkout(made.owner, booking.id);
  return { ...made, id: booking.id, booking, session_id, amount };
}

/** A booking whose deposit of 20.00 is paid. */
async function deposited(deposit: Deposit | null = QUARTER, more: object = {}) {
  const opened = await open(deposit, more);
  await atProvider(opened.session_id, "pay");
  await takeWebhooks(opened.owner);
  return opened;
}

const isPaidWith = (due: number) => ({
  status: "paid",
  payment_status: "paid",
  balance_amount: due,
  due_now_amount: due,
});

describe("a booking with a deposit", () => {
  test("asks for it first; then it is paid, and the balance is due by link", async () => {
    const { owner, id, booking, amount } = await deposited();
    expect(booking).toMatchObject({
      pending_reason: "payment",
      price_amount: 8000,
      balance_amount: 8000,
      deposit_amount: 2000,
      due_now_amount: 2000,
    });
    expect(amount).toBe(2000);
    expect(await getBooking(owner, id)).toMatchObject(isPaidWith(6000));
    expect(await events(id)).toEqual(["created", "confirmed", "paid"]);
    await expect(
      makePayLink(owner, id, { send: false, expected_amount: 8000 }, null),
    ).rejects.toMatchObject({ code: "price_changed", extra: { details: { amount: 6000 } } });
    await makePayLink(owner, id, { send: false, expected_amount: 6000 }, null);
    const rest = await checkout(owner, id);
    expect(rest.amount).toBe(6000);
    await atProvider(rest.session_id, "pay");
    await takeWebhooks(owner);
    expect(await getBooking(owner, id)).toMatchObject({ ...isPaidWith(0), deposit_amount: 2000 });
    expect(await paymentsOf(id)).toMatchObject([
      { amount: 2000, status: "paid", is_surplus: false },
      { amount: 6000, status: "paid", is_surplus: false },
    ]);
  });

  test("takes the balance in cash, once", async () => {
    const { owner, id } = await deposited();
    expect(await inCash(owner, id)).toMatchObject(isPaidWith(0));
    await inCash(owner, id);
    expect(await paymentsOf(id)).toMatchObject([
      { amount: 2000 },
      { amount: 6000, provider: "offline" },
    ]);
  });

  test("takes a fixed amount once for a party, and no more than the price", async () => {
    const { booking, amount } = await open({ amount: 5000 }, { party_size: 2 });
    expect([booking.price_amount, amount]).toEqual([16_000, 5000]);
    expect((await open({ amount: 9900 })).amount).toBe(8000);
  });

  test("takes a percentage of the whole party's price", async () => {
    expect((await open(QUARTER, { party_size: 3 })).amount).toBe(6000);
  });

  test("is told twice and late by webhooks, and stays the same", async () => {
    const { owner, id, session_id } = await open();
    await atProvider(session_id, "pay");
    await standIn.sandbox.events.settled();
    const first = standIn.received.splice(0);
    for (const webhook of [...first, ...first]) await takeWebhook(webhook);
    await work(owner);
    const rest = await checkout(owner, id);
    await atProvider(rest.session_id, "pay");
    await standIn.sandbox.events.settled();
    const second = standIn.received.splice(0);
    for (const webhook of [...second, ...first, ...second]) await takeWebhook(webhook);
    await work(owner);
    expect(await getBooking(owner, id)).toMatchObject(isPaidWith(0));
    expect((await paymentsOf(id)).map(({ amount }) => amount)).toEqual([2000, 6000]);
    expect(await events(id)).toEqual(["created", "confirmed", "paid", "paid"]);
    expect(await refundsOf(id)).toEqual([]);
  });

  test("is paid after its hold ended: confirmed with the balance due while the seat is free", async () => {
    const { owner, id, session_id } = await open();
    await letHoldEnd(owner, id);
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    expect(await getBooking(owner, id)).toMatchObject(isPaidWith(6000));
  });

  test("is in Attention only once the visit is over", async () => {
    const { owner, id } = await deposited();
    const found = async () =>
      (await listAttention(owner, { limit: 100 })).data
        .filter(({ kind }) => kind.startsWith("balance"))
        .map(({ kind, booking_id }) => [kind, booking_id]);
    expect(await found()).toEqual([]);
    await pool.query(
      sql`update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = ${id}`,
    );
    expect(await found()).toEqual([["balance_due", id]]);
    await inCash(owner, id);
    expect(await found()).toEqual([]);
  });

  test("approval comes first, then the deposit", async () => {
    const { owner, visitor, room } = await company();
    const schedule = await makeSchedule(owner, [room], {
      price_amount: 8000,
      currency: "EUR",
      requires_payment: true,
      requires_approval: true,
      deposit: QUARTER,
    });
    const slot = (await slotsOf(schedule.id)).find(
      ({ starts_at }) => starts_at.getTime() > Date.now() + 9 * DAY,
    )!;
    const input = NewWidgetBooking.parse({ slot_id: slot.id, customer: aCustomer() });
    const { booking, payment } = await createWidgetBooking(visitor, input, null);
    expect(payment).toBeNull();
    expect(await putStatus(owner, booking.id, { status: "confirmed" })).toMatchObject({
      pending_reason: "payment",
      due_now_amount: 2000,
    });
    expect((await checkout(owner, booking.id)).amount).toBe(2000);
  });

  test("is none for a guest who pays at the company", async () => {
    const { visitor: caller, slot } = await company();
    const configuration = { ...caller.configuration, payment: "optional" as const };
    const visitor = { ...caller, configuration };
    const input = NewWidgetBooking.parse({
      slot_id: slot.id,
      customer: aCustomer(),
      pay_later: true,
    });
    const { booking } = await createWidgetBooking(visitor, input, null);
    expect(booking).toMatchObject({
      status: "confirmed",
      deposit_amount: null,
      due_now_amount: 8000,
    });
  });
});

describe("at the desk", () => {
  async function atDesk(more: object = {}) {
    const made = await company();
    const input = NewBooking.parse({ slot_id: made.slot.id, customer: aCustomer(), ...more });
    return { ...made, booking: await createBooking(made.owner, input, null) };
  }

  test("a booking is confirmed, and its link asks for the deposit first", async () => {
    const { owner, booking } = await atDesk();
    expect(booking).toMatchObject({ status: "confirmed", deposit_amount: 2000 });
    await makePayLink(owner, booking.id, { send: false, expected_amount: 2000 }, null);
    const { session_id, amount } = await checkout(owner, booking.id);
    expect(amount).toBe(2000);
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    expect(await getBooking(owner, booking.id)).toMatchObject(isPaidWith(6000));
  });

  test("the deposit is taken in cash, and no more than is due", async () => {
    const { owner, booking } = await atDesk();
    await expect(inCash(owner, booking.id, 8001)).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(
      putStatus(owner, booking.id, { status: "confirmed", offline_amount: 2000 }),
    ).rejects.toMatchObject({ code: "validation_failed" });
    expect(await inCash(owner, booking.id, 2000)).toMatchObject(isPaidWith(6000));
    expect(await inCash(owner, booking.id, 1000)).toMatchObject(isPaidWith(5000));
    expect(await inCash(owner, booking.id)).toMatchObject(isPaidWith(0));
    expect((await paymentsOf(booking.id)).map(({ amount }) => amount)).toEqual([2000, 1000, 5000]);
  });

  test("another price has its own deposit", async () => {
    const { booking } = await atDesk({ price_amount: 4000 });
    expect(booking).toMatchObject({ price_amount: 4000, deposit_amount: 1000 });
  });

  test("a visit that is over asks for all", async () => {
    const { owner, booking } = await atDesk();
    await pool.query(
      sql`update booking set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = ${booking.id}`,
    );
    expect(await putStatus(owner, booking.id, { status: "completed" })).toMatchObject({
      due_now_amount: 8000,
    });
  });
});

describe("booked together", () => {
  const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

  test("each date of a series asks for its own deposit", async () => {
    const { owner, schedule_id, room, slot } = await weekly();
    const input = NewBookingSeries.parse({
      schedule_id,
      resource_id: room,
      starts_at: slot.starts_at.toISOString(),
      customer: aCustomer(),
      repeat: { rrule: "FREQ=DAILY;COUNT=3" },
    });
    const { dates } = await createSeries(owner, input);
    const ids = dates.map(({ booking_id }) => booking_id!); // each date was free
    for (const id of ids)
      expect(await getBooking(owner, id)).toMatchObject({
        deposit_amount: 2000,
        due_now_amount: 2000,
      });
    await payByLink(owner, ids[1]!, 2000);
    const due = await Promise.all(
      ids.map(async (id) => (await getBooking(owner, id)).balance_amount),
    );
    expect(due).toEqual([8000, 6000, 8000]);
  });

  test("each part of a visit asks for its own deposit", async () => {
    const { owner, schedule_id, room, slot } = await weekly();
    const { id: other } = await makeSchedule(owner, [room], {
      price_amount: 4000,
      currency: "EUR",
      requires_payment: true,
      deposit: { amount: 1500 },
      rules: [{ days: WEEKDAYS, start: "09:00", end: "17:00" }],
    });
    const input = NewBookingVisit.parse({
      starts_at: slot.starts_at.toISOString(),
      parts: [
        { schedule_id, resource_id: room },
        { schedule_id: other, resource_id: room },
      ],
      customer: aCustomer(),
    });
    const { bookings } = await createVisit(owner, input, null);
    expect(bookings.map(({ deposit_amount }) => deposit_amount)).toEqual([2000, 1500]);
    await payByLink(owner, bookings[1]!.id, 1500);
    expect(await getBooking(owner, bookings[1]!.id)).toMatchObject(isPaidWith(2500));
    expect(await getBooking(owner, bookings[0]!.id)).toMatchObject({
      status: "confirmed",
      due_now_amount: 2000,
    });
  });

  /** A service with times all day, every day. */
  async function weekly() {
    const { owner, room } = await company();
    const schedule = await makeSchedule(owner, [room], {
      price_amount: 8000,
      currency: "EUR",
      requires_payment: true,
      deposit: QUARTER,
      rules: [{ days: WEEKDAYS, start: "09:00", end: "17:00" }],
    });
    const slot = (await slotsOf(schedule.id)).find(
      ({ starts_at }) => starts_at.getTime() > Date.now() + 2 * DAY,
    )!;
    return { owner, room, schedule_id: schedule.id, slot };
  }

  async function payByLink(owner: UserActor, id: string, expected_amount: number): Promise<void> {
    await makePayLink(owner, id, { send: false, expected_amount }, null);
    const { session_id } = await checkout(owner, id);
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
  }
});

test("an offer of the waiting list asks for the deposit when it is accepted", async () => {
  const { owner, slot, bookOnline } = await company();
  const { booking } = await bookOnline({ party_size: 3 });
  await joinWaitlist(owner, NewWaitlistEntry.parse({ slot_id: slot.id, customer: aCustomer() }));
  await putStatus(owner, booking.id, { status: "cancelled" });
  const { data } = await listWaitlist(owner, { limit: 25 });
  const id = data[0]!.booking_id!; // offered to the only one who waits
  const guest = {
    kind: "customer",
    tenant: owner.tenant,
    request_id: null,
    booking_id: id,
  } as const;
  expect(await acceptOffer(guest)).toMatchObject({ status: "pending", pending_reason: "payment" });
  const { session_id, amount } = await checkout(owner, id);
  expect(amount).toBe(2000);
  await atProvider(session_id, "pay");
  await takeWebhooks(owner);
  expect(await getBooking(owner, id)).toMatchObject(isPaidWith(6000));
});

describe("another price", () => {
  test("before the deposit: it follows, and its open checkout is replaced", async () => {
    const { owner, id, session_id } = await open();
    expect(await patch(owner, id, { party_size: 2 })).toMatchObject({
      price_amount: 16_000,
      deposit_amount: 4000,
    });
    expect((await checkout(owner, id)).amount).toBe(4000);
    expect(sessionOf(session_id).status).toBe("expired");
  });

  test("after the deposit: what was paid stays, and the rest is due", async () => {
    const { owner, id } = await deposited();
    expect(await patch(owner, id, { party_size: 2 })).toMatchObject({
      price_amount: 16_000,
      deposit_amount: 2000,
      balance_amount: 14_000,
      due_now_amount: 14_000,
    });
    expect(await patch(owner, id, { party_size: 1 })).toMatchObject(isPaidWith(6000));
  });

  test("of another service: its own deposit, until one is paid", async () => {
    const { owner, id, room, slot } = await open();
    const dear = await makeSchedule(owner, [room], {
      price_amount: 20_000,
      currency: "EUR",
      requires_payment: true,
      deposit: { amount: 3000 },
    });
    const other = (await slotsOf(dear.id)).find(({ starts_at }) => starts_at > slot.starts_at)!;
    expect(await patch(owner, id, { slot_id: other.id })).toMatchObject({
      price_amount: 20_000,
      deposit_amount: 3000,
    });
    const { session_id } = await checkout(owner, id);
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    expect(await patch(owner, id, { slot_id: slot.id })).toMatchObject({
      price_amount: 8000,
      deposit_amount: 3000,
      balance_amount: 5000,
    });
  });

  test("below a paid deposit is a credit", async () => {
    const { owner, id, room, slot } = await deposited({ amount: 5000 });
    const cheap = await makeSchedule(owner, [room], { price_amount: 3000, currency: "EUR" });
    const other = (await slotsOf(cheap.id)).find(({ starts_at }) => starts_at > slot.starts_at)!;
    expect(await patch(owner, id, { slot_id: other.id })).toMatchObject({
      price_amount: 3000,
      balance_amount: -2000,
      due_now_amount: 0,
    });
  });

  test("a paid deposit moves with its booking", async () => {
    const { owner, id, slots, slot } = await deposited();
    const later = slots.find(({ starts_at }) => starts_at > slot.starts_at)!;
    expect(await patch(owner, id, { slot_id: later.id })).toMatchObject(isPaidWith(6000));
    expect((await paymentsOf(id)).length).toBe(1);
  });
});

describe("a guest pays what was shown", () => {
  const changed = (deposit_amount: number | null) => ({
    code: "price_changed",
    extra: { details: { amount: 8000, deposit_amount } },
  });
  const saveDeposit = (owner: UserActor, id: string, deposit: Deposit | null) =>
    updateSchedule(owner, id, SchedulePatch.parse({ deposit }));

  test("the deposit was raised while the form was open", async () => {
    const { owner, schedule, bookOnline } = await company();
    await saveDeposit(owner, schedule.id, { percent: 50 });
    await expect(bookOnline({ expected_deposit_amount: 2000 })).rejects.toMatchObject(
      changed(4000),
    );
    await saveDeposit(owner, schedule.id, null);
    await expect(bookOnline({ expected_deposit_amount: 2000 })).rejects.toMatchObject(
      changed(null),
    );
    const { booking } = await bookOnline({ expected_deposit_amount: 0 });
    expect(booking).toMatchObject({ deposit_amount: null, due_now_amount: 8000 });
  });

  test("a hold keeps its deposit, and is refused with another", async () => {
    const { owner, visitor, schedule, slot, bookOnline } = await company();
    const hold = (expected_deposit_amount: number) =>
      takeHold(
        visitor,
        NewHold.parse({ slot_id: slot.id, expected_deposit_amount }),
        "network",
        null,
      );
    await expect(hold(1000)).rejects.toMatchObject(changed(2000));
    const { hold_token, deposit_amount } = await hold(2000);
    expect(deposit_amount).toBe(2000);
    await saveDeposit(owner, schedule.id, { percent: 50 });
    const { booking } = await bookOnline({ hold_token, expected_deposit_amount: 2000 });
    expect(booking).toMatchObject({ deposit_amount: 2000, due_now_amount: 2000 });
  });

  test("an open checkout keeps its amount when price and deposit rise", async () => {
    const { owner, id, schedule, session_id } = await open();
    await updateSchedule(
      owner,
      schedule.id,
      SchedulePatch.parse({ price_amount: 12_000, deposit: { percent: 50 } }),
    );
    await work(owner);
    expect(sessionOf(session_id)).toMatchObject({ status: "open", amount_total: 2000 });
    await atProvider(session_id, "pay");
    await takeWebhooks(owner);
    expect(await getBooking(owner, id)).toMatchObject(isPaidWith(6000));
  });
});

describe("a cancellation", () => {
  const TIERS = [
    { hours_before: 240, refund_pct: 100 },
    { hours_before: 24, refund_pct: 50 },
  ];
  async function cancelled(by: "guest" | "staff", days: number, prepare?: (made: Made) => unknown) {
    const made = await deposited();
    await pool.query(
      sql`update booking set starts_at = now() + ${days} * interval '1 day', ends_at = now() + ${days} * interval '1 day' + interval '1 hour'
          where id = ${made.id}`,
    );
    const policy = { refund_tiers: TIERS, cancel_window_minutes: 0 };
    const tenant = { ...made.owner.tenant, policy: { ...made.owner.tenant.policy, ...policy } };
    const owner = { ...made.owner, tenant };
    await prepare?.({ ...made, owner });
    if (by === "staff") await putStatus(owner, made.id, { status: "cancelled" });
    else {
      const actor = { kind: "customer", tenant, booking_id: made.id, request_id: null } as const;
      await cancelByCustomer(actor, {});
    }
    await work(owner);
    const returned = (await refundsOf(made.id)).map(({ amount, status }) => [amount, status]);
    return { ...made, owner, returned };
  }
  type Made = Awaited<ReturnType<typeof deposited>>;

  describe.each(["guest", "staff"] as const)("by the %s", (by) => {
    test("returns a deposit in full in the tier of all", async () => {
      const { id, returned } = await cancelled(by, 11);
      expect(returned).toEqual([[2000, "succeeded"]]);
      expect(await stateOf(id)).toMatchObject({ status: "refunded" });
    });

    test("keeps a deposit below the half that is kept, and charges nothing", async () => {
      const { owner, id, returned } = await cancelled(by, 5);
      expect(returned).toEqual([]);
      expect(await getBooking(owner, id)).toMatchObject({ status: "cancelled", balance_amount: 0 });
      await expect(checkout(owner, id)).rejects.toMatchObject({ code: "booking_not_payable" });
    });

    test("returns half of the price once the balance is paid", async () => {
      const { owner, id, returned } = await cancelled(by, 5, ({ owner, id }) => inCash(owner, id));
      expect(returned).toEqual([[4000, "owed"]]);
      await handBack(owner, id, {}, null);
      expect(await getBooking(owner, id)).toMatchObject({ owed_amount: 0 });
    });

    test("keeps everything after the last tier, paid or not", async () => {
      const { returned } = await cancelled(by, 0.5, ({ owner, id }) => inCash(owner, id));
      expect(returned).toEqual([]);
    });
  });
});

describe("a service", () => {
  const wish = (resource_id: string, more: object) =>
    NewSchedule.parse({
      name: "Cut",
      resource_ids: [resource_id],
      rules: [{ days: [1], start: "09:00", end: "17:00" }],
      price_amount: 8000,
      currency: "EUR",
      requires_payment: true,
      ...more,
    });

  test.each([
    ["a deposit without payment", { requires_payment: false, deposit: QUARTER }, "deposit"],
    ["a deposit below what is taken online", { deposit: { amount: 30 } }, "deposit"],
    [
      "a share below what is taken online",
      { price_amount: 400, deposit: { percent: 10 } },
      "deposit",
    ],
    [
      "a share of a shorter price",
      { deposit: { percent: 1 }, length_options: [{ minutes: 90, price_amount: 4000 }] },
      "deposit",
    ],
  ])("refuses %s", async (_name, more, path) => {
    const { owner, room } = await company();
    await expect(createSchedule(owner, wish(room, more))).rejects.toMatchObject({
      code: "validation_failed",
      extra: { issues: [{ path }] },
    });
  });

  test.each([
    [{ percent: 0 }],
    [{ percent: 100 }],
    [{ percent: 1.5 }],
    [{ amount: 0 }],
    [{}],
    [{ percent: 5, amount: 5 }],
  ])("refuses %j", (deposit) => {
    expect(SchedulePatch.safeParse({ deposit }).success).toBe(false);
  });

  test("without payment loses its deposit", async () => {
    const { owner, schedule } = await company();
    const save = (changes: object) =>
      updateSchedule(owner, schedule.id, SchedulePatch.parse(changes));
    expect(await save({ name: "Another" })).toMatchObject({ deposit: QUARTER });
    expect(await save({ requires_payment: false })).toMatchObject({ deposit: null });
    await expect(save({ deposit: QUARTER })).rejects.toMatchObject({ code: "validation_failed" });
    expect(await save({ requires_payment: true, deposit: QUARTER })).toMatchObject({
      deposit: QUARTER,
    });
  });
});
