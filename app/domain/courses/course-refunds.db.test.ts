import { standIn } from "~/testing/payments-on";
import { beforeEach, expect, test } from "vitest";
import type { Booking } from "~/contract/bookings";
import { clock } from "~/lib/clock";
import { sha256 } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  signIn,
} from "~/testing/factory";
import { atProvider, connectAccount, refundsOf, takeWebhooks } from "~/testing/payment-calls";
import { call, json } from "~/testing/request";
import { widgetCalls } from "~/testing/widget-calls";
import type { UserActor } from "../identity/actor";

// The money of a course: each date is a booking with its share of the price, paid and refunded alone.

const KINDS = [
  { id: "adult", name: "Adult", price_amount: null },
  { id: "child", name: "Child", price_amount: 900 },
];
/** The shares of 99.99 over four dates, and the price of a child. */
const PRICES = [2499 + 900, 2500 + 900, 2500 + 900, 2500 + 900];

let owner: UserActor;
let cookie: string;
let schedule_id: string;
let bookings: Booking[];

/** A call that must succeed. */
const asOwner = async (path: string, body?: object): Promise<Record<string, unknown>> => {
  const response = await call(path, { cookie, ...(body && { body }) });
  expect(response.ok, `${path}: ${await response.clone().text()}`).toBe(true);
  return (await json(response)) as Record<string, unknown>;
};
const readAll = async () =>
  (await Promise.all(
    bookings.map(({ id }) => asOwner(`/api/bookings/${id}`)),
  )) as unknown as Booking[];

/** A course of four dates for one adult and one child; the first two are paid by card. */
beforeEach(async () => {
  owner = await makeTenant({ currency: "EUR", time_zone: "UTC" });
  await connectAccount(owner);
  standIn.received.length = 0;
  cookie = await signIn(owner);
  const { id: studio } = await makeResource(owner, { capacity: 10 });
  const starts_on = new Date(clock.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const schedule = await makeSchedule(owner, [studio], {
    time_zone: "UTC",
    max_advance_days: 30,
    price_amount: 3000,
    currency: "EUR",
    person_kinds: KINDS,
    requires_payment: true,
    requires_approval: true,
    course: { starts_on, dates: 4, price_amount: 9999 },
  });
  schedule_id = schedule.id;
  const key = await makeKey(owner);
  await widgetCalls(() => ({ cookie, key, slots: [] })).make(); // the default one
  const party = KINDS.map(({ id }) => ({ kind: id, count: 1 }));
  const expected_amount = PRICES.reduce((sum, each) => sum + each);
  const customer = aCustomer();
  // Requests that wait for approval are limited to a few for an address that isn't verified.
  const verification_token = `proven ${customer.email}`;
  await pool.query(
    `insert into verification_token (tenant_id, token_hash, api_key_id, channel, destination, expires_at)
     select tenant_id, $2, id, 'email', $3, now() + interval '10 minutes' from api_key where tenant_id = $1`,
    [owner.tenant.id, sha256(verification_token), customer.email],
  );
  const body = { schedule_id, customer, party, expected_amount, verification_token };
  const made = await call("/api/widget/course", { key, body });
  expect(made.status, await made.clone().text()).toBe(201);
  ({ bookings } = (await json(made)) as unknown as { bookings: Booking[] });
  for (const { id } of bookings)
    await asOwner(`/api/bookings/${id}/status`, { status: "confirmed" });
  for (const [index, { id }] of bookings.slice(0, 2).entries()) {
    const { session_id, amount } = await asOwner("/api/payments/create-session", {
      booking_id: id,
    });
    expect(amount).toBe(PRICES[index]);
    await atProvider(session_id as string, "pay");
  }
  await takeWebhooks(owner);
  expect((await readAll()).map(({ status }) => status).slice(0, 2)).toEqual(["paid", "paid"]);
});

test("a cancelled date refunds its share once, and leaves the other dates as they are", async () => {
  const [first, second] = bookings as [Booking, Booking];
  const before = await readAll();
  const preview = await asOwner(`/api/bookings/${first.id}/cancellation`);
  expect(preview).toMatchObject({ allowed: true, refund_amount: PRICES[0] });

  const cancel = () => call(`/api/bookings/${first.id}/cancel`, { cookie, body: {} });
  const dry = await asOwner(`/api/bookings/${first.id}/cancel`, { scope: "this", dry_run: true });
  expect(dry).toMatchObject({ refund_amount: PRICES[0] });
  expect(await refundsOf(first.id)).toEqual([]);

  // Twice at the same time, and once more afterwards.
  await Promise.all([cancel(), cancel()]);
  await takeWebhooks(owner);
  await cancel();
  await takeWebhooks(owner);
  expect((await refundsOf(first.id)).map(({ amount, status }) => [amount, status])).toEqual([
    [PRICES[0], "succeeded"],
  ]);
  const after = await readAll();
  expect(after[0]).toMatchObject({ status: "refunded", payment_status: "refunded" });
  expect(after.slice(1)).toEqual(before.slice(1));
  expect(await refundsOf(second.id)).toEqual([]);

  // The rest of the course: one sum for what is paid, without the date of before.
  const rest = await asOwner(`/api/bookings/${second.id}/cancel`, { scope: "following" });
  expect(rest).toMatchObject({ refund_amount: PRICES[1] });
  await takeWebhooks(owner);
  expect((await readAll()).map(({ status }) => status)).toEqual([
    "refunded",
    "refunded",
    "cancelled",
    "cancelled",
  ]);
  expect((await refundsOf(second.id)).map(({ amount }) => amount)).toEqual([PRICES[1]]);
  expect(await refundsOf(first.id)).toHaveLength(1);
});

test("money that comes after a date was cancelled goes back, and only that of the date", async () => {
  const third = bookings[2]!;
  const { session_id } = await asOwner("/api/payments/create-session", { booking_id: third.id });
  await asOwner(`/api/bookings/${third.id}/cancel`, { scope: "this" });
  await atProvider(session_id as string, "pay");
  await takeWebhooks(owner);
  await takeWebhooks(owner);
  const after = await readAll();
  expect(after[2]).toMatchObject({ status: "refunded" });
  expect((await refundsOf(third.id)).map(({ amount }) => amount)).toEqual([PRICES[2]]);
  expect(after.slice(0, 2).map(({ status }) => status)).toEqual(["paid", "paid"]);
});

test("a price or course that changes later moves no money", async () => {
  const [first] = bookings as [Booking];
  const changed = await call(`/api/schedules/${schedule_id}`, {
    cookie,
    method: "PATCH",
    body: { course: null, price_amount: 9000 },
  });
  expect(changed.status).toBe(200);
  expect(await asOwner(`/api/bookings/${first.id}/cancel`, { scope: "this" })).toMatchObject({
    refund_amount: PRICES[0],
  });
});
