import { beforeAll, expect, test } from "vitest";
import { BookingPatch, NewBooking, StatusChange } from "~/contract/booking-inputs";
import { MergeCustomer } from "~/contract/customers";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { pool, transaction } from "~/lib/db.server";
import { book, lapse, outcome, type SlotRow, systemOf } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeTenant } from "~/testing/factory";
import { call } from "~/testing/request";
import { mergeCustomer } from "../../customers/merge-customers.server";
import type { UserActor } from "../../identity/actor";
import { lockResource } from "../../seats/lock-resource.sql.server";
import { joinWaitlist } from "../../waitlist/waitlist.server";
import { changeBookingStatus } from "../change/change-status.server";
import { createBooking } from "./create-booking.server";
import { editBooking } from "../change/edit-booking.server";
import { offerFreedSeats } from "../change/offer-freed-seats.server";
import { mondayOf, offeredBy, reason, ZONE } from "~/testing/limited-service";

let owner: UserActor;

beforeAll(async () => {
  owner = await makeTenant();
});

const offered = (
  limits: Record<string, unknown>,
  more: { capacity?: number; rooms?: number } = {},
) => offeredBy(owner, limits, more);
const move = (id: string, slot_id: string, more: Record<string, unknown> = {}, by = owner) =>
  reason(editBooking(by, id, BookingPatch.parse({ slot_id, ...more })));

test("counts a guest's upcoming active bookings of the service, across merged records", async () => {
  const { weeks } = await offered({ max_upcoming_per_customer: 2 }, { capacity: 9 });
  const slots = weeks[0]!;
  const anna = aCustomer();
  const first = await book(owner, slots[0]!.id, { customer: anna });
  const second = await book(owner, weeks[2]![0]!.id, { customer: anna });
  expect(await reason(book(owner, slots[1]!.id, { customer: anna }))).toBe("customer_limit");
  expect(
    await reason(
      book(owner, slots[1]!.id, { customer: undefined, customer_id: first.customer_id }),
    ),
  ).toBe("customer_limit");
  expect(await reason(book(owner, slots[1]!.id))).toBe("confirmed");
  const other = (await offered({ max_upcoming_per_customer: 2 })).weeks[0]!;
  expect(await reason(book(owner, other[0]!.id, { customer: anna }))).toBe("confirmed");
  // A move adds nothing; a booking of another service counts.
  expect(await move(second.id, slots[2]!.id)).toBe("confirmed");
  const elsewhere = await book(owner, other[1]!.id, { customer: anna });
  expect(await move(elsewhere.id, slots[3]!.id)).toBe("customer_limit");
  expect(await move(elsewhere.id, slots[3]!.id, { override: true })).toBe("confirmed");
  await changeBookingStatus(owner, elsewhere.id, StatusChange.parse({ status: "cancelled" }), null);
  await changeBookingStatus(owner, first.id, StatusChange.parse({ status: "cancelled" }), null);
  expect(await reason(book(owner, slots[4]!.id, { customer: anna }))).toBe("confirmed");
  // Two records of one person, each with one booking, reach the limit once merged.
  const [left, right] = [await book(owner, slots[5]!.id), await book(owner, slots[6]!.id)];
  await mergeCustomer(
    owner,
    left.customer_id,
    MergeCustomer.parse({ from_id: right.customer_id, take: [] }),
  );
  for (const { customer_email } of (
    await pool.query("select customer_email from booking where id = any($1)", [[left.id, right.id]])
  ).rows)
    expect(
      await reason(
        book(owner, slots[7]!.id, { customer: { name: "Anna", email: customer_email } }),
      ),
    ).toBe("customer_limit");
  // Also when the merge came in between: the claim still names the merged record.
  const limits = {
    schedule_id: left.schedule_id,
    starts_at: slots[7]!.starts_at,
    time_zone: ZONE,
    upcoming: 2,
  };
  const claim = JSON.stringify({ limits, customer_id: right.customer_id });
  const outcomes = await pool.query("select is_over_customer_limit($1, $2) as over", [
    owner.tenant.id,
    claim,
  ]);
  expect(outcomes.rows).toEqual([{ over: true }]);
  // A booking that has started is not upcoming any more.
  await pool.query(
    "update booking set starts_at = starts_at - interval '90 days', ends_at = ends_at - interval '90 days' where id = $1",
    [left.id],
  );
  expect(
    await reason(book(owner, slots[7]!.id, { customer: undefined, customer_id: left.customer_id })),
  ).toBe("confirmed");
});

test("a guest without an address gets a separate record; an expired hold does not count", async () => {
  const { weeks } = await offered({ max_upcoming_per_customer: 1 }, { capacity: 9 });
  const slots = weeks[0]!;
  const desk = (slot: SlotRow) =>
    createBooking(
      owner,
      NewBooking.parse({ slot_id: slot.id, customer: { name: "Walk-in" } }),
      null,
    );
  expect(await reason(desk(slots[0]!))).toBe("confirmed");
  expect(await reason(desk(slots[0]!))).toBe("confirmed");
  const anna = aCustomer();
  const waiting = await book(owner, slots[1]!.id, { customer: anna, status: "pending" });
  expect(await reason(book(owner, slots[2]!.id, { customer: anna }))).toBe("customer_limit");
  await lapse(waiting.id);
  expect(await reason(book(owner, slots[2]!.id, { customer: anna }))).toBe("confirmed");
});

test("counts a guest's bookings per week, for any resource", async () => {
  const { ids, of, weeks } = await offered(
    { max_per_week_per_customer: 1 },
    { rooms: 2, capacity: 9 },
  );
  const anna = aCustomer();
  const first = await book(owner, weeks[0]![0]!.id, { customer: anna });
  const there = of(ids[1]!).filter((slot) => mondayOf(slot) === mondayOf(weeks[0]![0]!));
  expect(await reason(book(owner, there.at(-1)!.id, { customer: anna }))).toBe("customer_limit");
  const second = await book(owner, weeks[1]![0]!.id, { customer: anna });
  expect(await move(first.id, there.at(-1)!.id)).toBe("confirmed");
  expect(await move(second.id, there[0]!.id)).toBe("customer_limit");
  expect(await move(second.id, weeks[2]![3]!.id)).toBe("confirmed");
});

test("the waiting list only offers seats within these limits", async () => {
  const { weeks } = await offered({ max_per_week_per_customer: 1 });
  const [slot, other] = [weeks[0]![0]!, weeks[0]![8]!];
  const taken = await book(owner, slot.id);
  const [anna, ben] = [aCustomer("Anna"), aCustomer("Ben")];
  const busy = await book(owner, other.id, { customer: anna });
  for (const customer of [anna, ben])
    await joinWaitlist(owner, NewWaitlistEntry.parse({ slot_id: slot.id, customer }));
  await changeBookingStatus(owner, taken.id, StatusChange.parse({ status: "cancelled" }), null);
  const offers = async () =>
    (
      await pool.query(
        "select customer_name from booking where slot_id = $1 and pending_reason = 'offer' and status = 'pending'",
        [slot.id],
      )
    ).rows;
  expect(await offers()).toEqual([{ customer_name: "Ben" }]);
  expect(busy.status).toBe("confirmed");
});

test("offering a seat skips a guest locked by another booking", async () => {
  const { ids, weeks } = await offered({ max_upcoming_per_customer: 5 });
  const [slot, other] = [weeks[0]![0]!, weeks[0]![8]!];
  const anna = aCustomer();
  const known = await book(owner, other.id, { customer: anna });
  const taken = await book(owner, slot.id);
  await joinWaitlist(owner, NewWaitlistEntry.parse({ slot_id: slot.id, customer: anna }));
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select from customer where id = $1 for no key update", [known.customer_id]);
    await changeBookingStatus(owner, taken.id, StatusChange.parse({ status: "cancelled" }), null);
    const waits = async () =>
      (await pool.query("select status from waitlist_entry where slot_id = $1", [slot.id])).rows;
    expect(await waits()).toEqual([{ status: "waiting" }]);
    await client.query("commit");
    const { tenant } = systemOf(owner);
    const at = {
      resource_id: ids[0]!,
      occupies_from: slot.occupies_from,
      occupies_to: slot.occupies_to,
    };
    await transaction(async (db) =>
      offerFreedSeats(db, tenant, at, await lockResource(db, { tenant_id: tenant.id, ...at })),
    );
    expect(await waits()).toEqual([{ status: "offered" }]);
  } finally {
    client.release();
  }
});

test("50 concurrent calls for one guest over two resources stop at the limit, for known and new guests", async () => {
  for (const isKnown of [true, false]) {
    const { ids, of } = await offered({ max_upcoming_per_customer: 3 }, { rooms: 2, capacity: 40 });
    const anna = aCustomer();
    if (isKnown) await book(owner, (await offered({})).slots[0]!.id, { customer: anna });
    const wanted = Array.from({ length: 50 }, (_, n) => of(ids[n % 2]!)[n >> 1]!.id);
    const outcomes = await Promise.all(
      wanted.map((id) => reason(book(owner, id, { customer: anna }))),
    );
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
    const counted = { isKnown, booked: count("confirmed"), refused: count("customer_limit") };
    expect(counted).toEqual({ isKnown, booked: 3, refused: 47 });
  }
});

test("50 concurrent moves and bookings on two resources end without a deadlock", async () => {
  const { ids, of } = await offered({ max_per_week_per_customer: 2 }, { rooms: 2, capacity: 40 });
  const guests = [aCustomer(), aCustomer()];
  const monday = mondayOf(of(ids[0]!).at(-60)!);
  const week = ids.map((id) => of(id).filter((slot) => mondayOf(slot) === monday));
  const before = ids.map((id) => of(id).filter((slot) => mondayOf(slot) < monday));
  const booked = await Promise.all(
    guests.flatMap((customer, guest) =>
      [0, 1].map((n) => book(owner, before[n]![guest]!.id, { customer })),
    ),
  );
  const calls = Array.from({ length: 50 }, (_, n) =>
    n < 4
      ? move(booked[n]!.id, week[(n + 1) % 2]![n]!.id)
      : reason(book(owner, week[n % 2]![n % 7]!.id, { customer: guests[n % 2] })),
  );
  const outcomes = await Promise.all(calls);
  expect(outcomes.filter((each) => each !== "confirmed" && each !== "customer_limit")).toEqual([]);
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from booking where schedule_id = $1 and starts_at >= $2 and status = 'confirmed' group by customer_id`,
    [week[0]![0]!.schedule_id, week[0]![0]!.starts_at],
  );
  expect(rows.map(({ n }) => n)).toEqual([2, 2]);
});

test("a guest's limit is reported like a taken time, and only if the time was bookable", async () => {
  const { weeks } = await offered({ max_upcoming_per_customer: 1 });
  const [slot, next, taken] = weeks[0]!;
  const key = await makeKey(owner);
  const anna = aCustomer();
  const send = async (slot_id: string, customer: object) => {
    const response = await call("/api/widget/booking", { key, body: { slot_id, customer } });
    return {
      status: response.status,
      body: (await response.json()) as {
        error: { code: string; details: Record<string, unknown> };
      },
    };
  };
  await book(owner, taken!.id);
  expect((await send(slot!.id, anna)).status).toBe(201);
  const limited = await send(next!.id, anna);
  const full = await send(taken!.id, anna);
  expect([limited.status, limited.body.error.code]).toEqual([full.status, full.body.error.code]);
  expect(limited.body.error.details).toEqual({ reason: "customer_limit", alternatives: [] });
  // A known guest and a stranger get the same answer for a taken slot, and a guest below the limit
  // books like a stranger.
  expect(full.body.error.details["reason"]).toBe("full");
  expect((await send(taken!.id, aCustomer())).body.error.details["reason"]).toBe("full");
  expect((await send(next!.id, aCustomer())).status).toBe(201);
  expect(await outcome(book(owner, slot!.id))).toBe("slot_unavailable");
});

test("assigning a booking to a guest at their limit is refused unless overridden", async () => {
  const { weeks } = await offered({ max_upcoming_per_customer: 1 }, { capacity: 9 });
  const anna = aCustomer();
  await book(owner, weeks[0]![0]!.id, { customer: anna });
  const other = await book(owner, weeks[1]![1]!.id);
  const give = (more: Record<string, unknown> = {}) =>
    reason(editBooking(owner, other.id, BookingPatch.parse({ customer: anna, ...more })));
  expect(await give()).toBe("customer_limit");
  expect(await give({ slot_id: weeks[1]![2]!.id })).toBe("customer_limit");
  expect(await give({ dry_run: true })).toBe("customer_limit");
  expect(await reason(editBooking(owner, other.id, BookingPatch.parse({ notes: "Hi" })))).toBe(
    "confirmed",
  );
  expect(await give({ override: true })).toBe("confirmed");
  const { rows } = await pool.query(
    "select diff from audit_row where entity_id = $1 order by at desc, id desc limit 1",
    [other.id],
  );
  expect(rows[0].diff).toEqual({ customer: "changed", override: true });
});
