import { beforeAll, describe, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { BookingStatus } from "~/contract/bookings";
import { pool, transaction } from "~/lib/db.server";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import {
  book,
  claimsOf,
  eventTypes,
  outcome,
  putPayment,
  putStatus,
  slotsAfter,
  type SlotRow,
  systemOf,
  wrongCounts,
} from "~/testing/booking-calls";
import type { StaffActor, UserActor } from "../../identity/actor";
import { deleteResource } from "../../resources/resources.server";
import { cancelByCustomer } from "./cancel-by-customer.server";
import { getBooking } from "../read/get-booking.server";
import { changeBookingStatus } from "./change-status.server";
import { previewCancellation } from "../read/get-booking.server";
import { payBooking } from "~/testing/pay-booking";

let owner: UserActor;
let room: string;
let free: SlotRow[];

beforeAll(async () => {
  owner = await makeTenant();
  room = (await makeResource(owner)).id;
  const schedule = await makeSchedule(owner, [room], {
    duration_minutes: 15,
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "00:00" }],
  });
  free = await slotsAfter(2, schedule.id);
});

const statuses = BookingStatus.options;
type Status = BookingStatus;

async function bookingThatIs(status: Status) {
  const slot = free.shift()!;
  const booking = await book(owner, slot.id, { status: "pending" });
  await putStatus(booking.id, status);
  return { ...booking, slot };
}

const change = (actor: StaffActor, id: string, input: Record<string, unknown>) =>
  changeBookingStatus(actor, id, StatusChange.parse(input), null);

/**
 * From → to, restating the specification; anything absent is refused. "paid" is for money received
 * offline.
 */
const forStaff: Record<Status, Status[]> = {
  pending: ["confirmed", "paid", "cancelled"],
  confirmed: ["paid", "completed", "no_show", "cancelled"],
  paid: ["completed", "no_show", "cancelled"],
  completed: ["no_show"],
  no_show: ["completed"],
  cancelled: [],
  expired: [],
  refunded: [],
};
const forAdmins: Record<Status, Status[]> = {
  ...forStaff,
  paid: [...forStaff.paid, "refunded"],
  completed: ["no_show", "refunded"],
  no_show: ["completed", "refunded"],
  cancelled: ["refunded"],
};
const events: Partial<Record<Status, string[]>> = {
  cancelled: ["cancelled"],
  completed: ["completed"],
  no_show: ["no_show"],
  refunded: ["refunded"],
};
const eventsOf = (from: Status, to: Status) => {
  if (to === "confirmed") return ["confirmed"];
  if (to === "paid") return from === "pending" ? ["confirmed", "paid"] : ["paid"];
  return events[to] ?? [];
};
const holds = (status: Status) => !["cancelled", "refunded", "expired"].includes(status);

const pairs = statuses.flatMap((from) =>
  statuses.filter((to) => to !== from).map((to) => [from, to] as const),
);
describe.each([
  ["staff", forStaff],
  ["admin", forAdmins],
] as const)("for %s", (role, table) => {
  let actor: UserActor;
  beforeAll(async () => {
    actor = await makeUser(owner, role);
  });

  test.each(pairs)("from %s to %s", async (from, to) => {
    const { id, slot, version } = await bookingThatIs(from);
    // A no-show can be set after the start, a correction within seven days of the end.
    await pool.query(
      "update booking set starts_at = now() - interval '1 hour', ends_at = now() - interval '45 minutes' where id = $1",
      [id],
    );
    if (to === "refunded") await putPayment(id, 5000);
    const result = await outcome(
      change(actor, id, { status: to, ...(to === "paid" && { payment_method: "offline" }) }),
    );
    if (!table[from].includes(to)) {
      expect(result).toBe(
        to === "refunded" && role === "staff" ? "forbidden_role" : "invalid_transition",
      );
      expect(await eventTypes(id)).toEqual(["created"]);
      return;
    }
    expect(result).toMatchObject({
      status: to,
      version: version + 1,
      pending_reason: null,
      expires_at: null,
    });
    expect(await eventTypes(id)).toEqual(["created", ...eventsOf(from, to)]);
    expect(await claimsOf(id)).toHaveLength(holds(to) ? 1 : 0);
    const taken = await pool.query("select taken from slot where id = $1", [slot.id]);
    expect(taken.rows[0]).toEqual({ taken: holds(to) ? 1 : 0 });
    const audit = await pool.query(
      "select actor, diff from audit_row where entity_id = $1 and action = $2",
      [id, `booking.${to}`],
    );
    expect(audit.rows).toEqual([
      { actor: { kind: "user", id: actor.user_id }, diff: { status: [from, to] } },
    ]);
  });

  test.each(statuses)("from %s to the same: a no-op without event", async (status) => {
    const { id, version } = await bookingThatIs(status);
    expect(await change(actor, id, { status })).toMatchObject({ status, version });
    expect(await eventTypes(id)).toEqual(["created"]);
  });
});

test("a refusal lists the allowed statuses", async () => {
  const { id } = await bookingThatIs("confirmed");
  const refusal = change(owner, id, { status: "expired" });
  await expect(refusal).rejects.toMatchObject({
    code: "invalid_transition",
    extra: { details: { allowed: ["completed", "cancelled"] } }, // it is in the future, and was not paid offline
  });
});

test("marking a booking as paid requires payment_method", async () => {
  for (const from of ["pending", "confirmed"] as const) {
    const { id } = await bookingThatIs(from);
    await expect(change(owner, id, { status: "paid" })).rejects.toMatchObject({
      code: "validation_failed",
      extra: { issues: [{ path: "payment_method" }] },
    });
  }
  const { id } = await bookingThatIs("completed");
  expect(await outcome(change(owner, id, { status: "paid" }))).toBe("invalid_transition");
});

test("of two concurrent changes of a booking with the same version, one is refused", async () => {
  const { id, version } = await bookingThatIs("confirmed");
  const results = await Promise.all(
    ["completed", "cancelled"].map((status) => outcome(change(owner, id, { status, version }))),
  );
  expect(results.filter((result) => result === "version_conflict")).toHaveLength(1);
  expect(await eventTypes(id)).toHaveLength(2);
  expect(await outcome(change(owner, id, { status: "no_show", version }))).toBe("version_conflict");
  // A stale version is a conflict even when the booking already has the requested status.
  const current = await pool.query<{ status: Status }>("select status from booking where id = $1", [
    id,
  ]);
  expect(await outcome(change(owner, id, { status: current.rows[0]!.status, version }))).toBe(
    "version_conflict",
  );
});

test("twenty concurrent cancellations cancel once", async () => {
  const { id } = await bookingThatIs("confirmed");
  const results = await Promise.all(
    Array.from({ length: 20 }, () => outcome(change(owner, id, { status: "cancelled" }))),
  );
  expect(
    results.every((result) => typeof result === "object" && result.status === "cancelled"),
  ).toBe(true);
  expect(await eventTypes(id)).toEqual(["created", "cancelled"]);
});

test("a no-show can be recorded only from the start time", async () => {
  const { id } = await bookingThatIs("confirmed");
  expect(await outcome(change(owner, id, { status: "no_show" }))).toBe("validation_failed");
  await pool.query(
    "update booking set starts_at = now(), ends_at = now() + interval '15 minutes' where id = $1",
    [id],
  );
  expect(await change(owner, id, { status: "no_show" })).toMatchObject({ status: "no_show" });
});

test.each([
  ["completed", "no_show"],
  ["no_show", "completed"],
] as const)("%s becomes %s for seven days after the end", async (from, to) => {
  const ended = async (ago: string) => {
    const { id } = await bookingThatIs(from);
    const sql = `update booking set starts_at = now() - interval '${ago}' - interval '1 hour', ends_at = now() - interval '${ago}' where id = $1`;
    await pool.query(sql, [id]);
    return id;
  };
  expect(
    await change(owner, await ended("6 days 23 hours 59 minutes"), { status: to }),
  ).toMatchObject({ status: to });
  expect(await outcome(change(owner, await ended("7 days 1 minute"), { status: to }))).toBe(
    "invalid_transition",
  );
});

test("a cancellation records actor and reason", async () => {
  const { id } = await bookingThatIs("paid");
  const cancelled = await change(owner, id, {
    status: "cancelled",
    reason_code: "ill",
    reason: "The teacher is ill.",
  });
  expect(cancelled).toMatchObject({
    cancelled_by: "staff",
    cancel_reason_code: "ill",
    cancel_reason: "The teacher is ill.",
  });
});

test("staff of another resource get not_found", async () => {
  const other = await makeResource(owner);
  const stranger = await makeUser(owner, "staff", { resource_ids: [other.id] });
  const { id } = await bookingThatIs("confirmed");
  expect(await outcome(change(stranger, id, { status: "cancelled" }))).toBe("not_found");
  expect(await eventTypes(id)).toEqual(["created"]);
});

test("a payment applies to the amount due once, and not to ended bookings", async () => {
  const pay = (id: string) => outcome(transaction((db) => payBooking(db, systemOf(owner), id)));
  for (const from of ["pending", "confirmed", "expired"] as const) {
    const { id } = await bookingThatIs(from);
    const before = await eventTypes(id);
    expect(await pay(id)).toMatchObject({ status: "paid", payment_status: "paid" });
    const count = (await eventTypes(id)).length;
    expect(await pay(id)).toMatchObject({ status: "paid" });
    expect(await eventTypes(id)).toHaveLength(count);
    expect((await eventTypes(id)).slice(before.length)).toEqual(
      from === "confirmed" ? ["paid"] : ["confirmed", "paid"],
    );
    expect(await claimsOf(id)).toMatchObject([{ lapses_at: null }]);
  }
  for (const from of ["cancelled", "completed", "no_show", "refunded"] as const)
    expect(await pay((await bookingThatIs(from)).id)).toBe("invalid_transition");
});

test("a guest can cancel only upcoming bookings inside the window", async () => {
  const cancel = (id: string) =>
    outcome(
      cancelByCustomer(
        { kind: "customer", tenant: owner.tenant, request_id: null, booking_id: id },
        {},
      ),
    );
  for (const from of ["pending", "confirmed", "paid"] as const) {
    const { id } = await bookingThatIs(from);
    expect(await cancel(id)).toMatchObject({ status: "cancelled", cancelled_by: "customer" });
    expect(await cancel(id)).toMatchObject({ status: "cancelled" });
    expect(await eventTypes(id)).toEqual(["created", "cancelled"]);
    expect(await claimsOf(id)).toEqual([]);
  }
  for (const from of ["completed", "no_show", "expired", "refunded"] as const)
    expect(await cancel((await bookingThatIs(from)).id)).toBe("invalid_transition");
  const { id } = await bookingThatIs("confirmed");
  const startIn = (time: string) =>
    pool.query(
      `update booking set starts_at = now() + interval '${time}', ends_at = now() + interval '${time}' + interval '15 minutes' where id = $1`,
      [id],
    );
  await startIn("23 hours 59 minutes");
  expect(await cancel(id)).toBe("cancellation_window_passed");
  await startIn("24 hours 1 minute");
  expect(await cancel(id)).toMatchObject({ status: "cancelled" });
});

test("bookings of a deleted resource can still be refunded", async () => {
  const deleted = await makeResource(owner);
  const schedule = await makeSchedule(owner, [deleted.id]);
  const booking = await book(owner, (await slotsAfter(2, schedule.id)).at(-1)!.id);
  await putStatus(booking.id, "completed");
  await putPayment(booking.id, 2500);
  await deleteResource(owner, deleted.id);
  expect(await change(owner, booking.id, { status: "refunded" })).toMatchObject({
    status: "refunded",
    resource_name: deleted.name,
  });
});

test("without a captured payment nothing is refunded", async () => {
  for (const from of ["paid", "completed", "no_show", "cancelled"] as const) {
    const { id } = await bookingThatIs(from);
    await pool.query(
      "update booking set price_amount = 5000, currency = 'EUR', payment_status = 'paid' where id = $1",
      [id],
    );
    expect(await outcome(change(owner, id, { status: "refunded" }))).toBe("invalid_transition");
    await putPayment(id, 5000, "open");
    expect(await outcome(change(owner, id, { status: "refunded" }))).toBe("invalid_transition");
    await putPayment(id, 5000, "refunded");
    expect(await outcome(change(owner, id, { status: "refunded" }))).toBe("invalid_transition");
    await putPayment(id, 5000);
    expect(await change(owner, id, { status: "refunded" })).toMatchObject({
      payment_status: "refunded",
    });
  }
});

test("an offline payment is stored with its amount and refunded offline", async () => {
  const { id } = await bookingThatIs("confirmed");
  await pool.query("update booking set price_amount = 7500, currency = 'EUR' where id = $1", [id]);
  const payments = async () =>
    (
      await pool.query(
        "select provider, status, amount, currency from payment where booking_id = $1",
        [id],
      )
    ).rows;
  await change(owner, id, { status: "paid", payment_method: "offline" });
  expect(await payments()).toEqual([
    { provider: "offline", status: "paid", amount: 7500, currency: "EUR" },
  ]);
  expect(await previewCancellation(owner, id)).toMatchObject({
    refund_amount: 7500,
    currency: "EUR",
  });
  await change(owner, id, { status: "refunded" });
  expect(await payments()).toMatchObject([{ status: "refunded" }]);
  expect(await eventTypes(id)).toEqual(["created", "paid", "refunded"]);
});

test("a cancellation promises the remaining captured amount, not the price", async () => {
  const { id } = await bookingThatIs("paid");
  await pool.query(
    "update booking set price_amount = 9900, currency = 'EUR', payment_status = 'paid' where id = $1",
    [id],
  );
  expect(await previewCancellation(owner, id)).toMatchObject({ refund_amount: 0, refund_pct: 100 });
  await putPayment(id, 4000);
  await putPayment(id, 3000, "refunded");
  await putPayment(id, 2900, "failed");
  expect(await previewCancellation(owner, id)).toMatchObject({ refund_amount: 4000 });
});

test("only admins can set a refund amount, up to the payment and with a cancellation", async () => {
  const staff = await makeUser(owner, "staff");
  const { id } = await bookingThatIs("paid");
  for (const [mode, more] of Object.entries({
    policy: {},
    full: {},
    none: {},
    amount: { amount: 100 },
  }))
    expect(
      await outcome(change(staff, id, { status: "cancelled", refund: { mode, ...more } })),
    ).toBe("forbidden_role");
  const refused = [
    { status: "completed", refund: { mode: "full" } },
    { status: "cancelled", refund: { mode: "full" } },
    { status: "cancelled", refund: { mode: "amount", amount: 100 } },
    { status: "cancelled", refund: { mode: "amount" } },
  ];
  for (const wish of refused)
    expect(await outcome(change(owner, id, wish))).toBe("validation_failed");
  expect(await eventTypes(id)).toEqual(["created"]);
  await putPayment(id, 5000);
  const refundOf = (amount: number) =>
    change(owner, id, { status: "cancelled", refund: { mode: "amount", amount } });
  expect(await outcome(refundOf(5001))).toBe("validation_failed");
  expect(await refundOf(2000)).toMatchObject({ status: "cancelled" });
  // Paid at the desk, so a person has to return the cash.
  expect(await getBooking(owner, id)).toMatchObject({ owed_amount: 2000 });
});

test("finally the slots' counts match the claims", async () => {
  expect(await wrongCounts(room)).toBe(0);
});
