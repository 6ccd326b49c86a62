import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NewWidgetBooking } from "~/contract/booking-inputs";
import { NewHold } from "~/contract/holds";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { findKey } from "~/domain/api-keys/find-key.server";
import { takeHold } from "~/domain/holds/visitor-holds.server";
import type { KeyActor, UserActor } from "~/domain/identity/actor";
import { joinWaitlist, listWaitlist, sweepWaitlist } from "~/domain/waitlist/waitlist.server";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { pool, transaction } from "~/lib/db.server";
import { Court, LENGTHS, minutesOf, refusal } from "~/testing/court";
import { aCustomer, makeKey, makeTenant } from "~/testing/factory";
import { lapse, systemOf, wrongCounts } from "~/testing/booking-calls";
import { payBooking } from "~/testing/pay-booking";
import { acceptOffer } from "./accept-offer.server";
import { sweepHolds } from "./expire-holds.server";
import { moveBooking } from "./move-booking.server";

let owner: UserActor;
let widget: KeyActor;
let court: Court;

beforeAll(async () => {
  owner = await makeTenant({
    time_zone: "UTC",
    takes_payments: true,
    policy: { hold_minutes: 10, max_reschedules: 9 },
  });
  widget = (await findKey(await makeKey(owner), null)) as KeyActor; // the base key is a publishable one
});
beforeEach(async () => {
  court = await Court.make(owner);
});

describe("a booking that moves keeps its length", () => {
  test("if the target offers it, and its price", async () => {
    const { id } = await court.book(10, 90);
    await court.change({ length_options: [{ minutes: 90, price_amount: 5000 }] });
    const moved = await court.move(id, { slot_id: court.at(12).id });
    expect([minutesOf(moved), moved.price_amount, moved.slot_id]).toEqual([
      90,
      2800,
      court.at(12).id,
    ]);
    const elsewhere = await court.move(id, {
      starts_at: court.at(13).starts_at.toISOString(),
      reprice: true,
    });
    expect([minutesOf(elsewhere), elsewhere.price_amount, elsewhere.slot_id]).toEqual([
      90,
      5000,
      court.at(13).id,
    ]);
    expect(await refusal(court.move(id, { slot_id: court.at(14).id }))).toBe(
      "slot_unavailable closed",
    );
    // Its present price can also be applied in place.
    await court.change({ length_options: [{ minutes: 90, price_amount: 6000 }] });
    expect((await court.move(id, { reprice: true })).price_amount).toBe(6000);
  });

  test("else takes the target's duration and price", async () => {
    const { id } = await court.book(10, 90);
    await court.change({ length_options: [] });
    const moved = await court.move(id, { slot_id: court.at(12).id });
    expect([minutesOf(moved), moved.price_amount]).toEqual([60, 2000]);
  });

  test("for a guest, too", async () => {
    const { id, customer } = await court.book(10, 90);
    const guest = {
      kind: "customer" as const,
      tenant: owner.tenant,
      request_id: null,
      booking_id: id,
      customer_id: customer.id,
    };
    await moveBooking(guest, id, {
      target: {
        kind: "slot",
        slot_id: court.at(12).id,
        length: { minutes: 90, is_required: false },
      },
    });
    const { rows } = await pool.query("select starts_at, ends_at from booking where id = $1", [id]);
    expect(rows[0].ends_at.getTime() - court.at(12).starts_at.getTime()).toBe(90 * 60_000);
  });

  test("unless another is requested, which must be free, open and offered", async () => {
    const { id } = await court.book(12, 60);
    expect(minutesOf(await court.move(id, { length_minutes: 90 }))).toBe(90);
    expect((await court.move(id, { length_minutes: 120, reprice: false })).price_amount).toBe(2800);
    expect(minutesOf(await court.move(id, { length_minutes: 60 }))).toBe(60);
    expect(await refusal(court.move(id, { length_minutes: 45 }))).toBe("length_minutes");
    await court.book(13);
    expect(await refusal(court.move(id, { length_minutes: 90 }))).toBe("slot_unavailable full");
    const last = await court.book(14);
    expect(await refusal(court.move(last.id, { length_minutes: 90 }))).toBe(
      "slot_unavailable closed",
    );
    expect(await wrongCounts(court.id)).toBe(0);
  });

  test("also when only the party changes", async () => {
    court = await Court.make(owner, {}, 2);
    const { id } = await court.book(10, 90);
    await court.change({ length_options: [] });
    expect(minutesOf(await court.move(id, { party_size: 2 }))).toBe(90);
    expect(await court.listed()).toEqual(["10 full", "11 full", "12 2000", "13 2000", "14 2000"]);
  });
});

describe("visitors", () => {
  const visit = (hour: number, more: Record<string, unknown>) =>
    createWidgetBooking(
      widget,
      NewWidgetBooking.parse({ slot_id: court.at(hour).id, customer: aCustomer(), ...more }),
      null,
    );
  const hold = (hour: number, more: Record<string, unknown> = {}) =>
    takeHold(
      widget,
      NewHold.parse({ slot_id: court.at(hour).id, ...more }),
      `198.51.100.7/${Math.random()}`,
      null,
    );

  test("hold and book a longer length", async () => {
    const { hold_token } = await hold(10, { length_minutes: 90 });
    expect(await court.listed()).toEqual(["10 held", "11 held", "12 2000", "13 2000", "14 2000"]);
    expect(await court.listed(90)).toEqual([
      "10 held",
      "11 held",
      "12 2800",
      "13 2800",
      "14 closed",
    ]);
    expect(await refusal(visit(11, { length_minutes: 90 }))).toBe("slot_unavailable full");
    const { booking } = await visit(10, { length_minutes: 90, hold_token });
    expect([minutesOf(booking), booking.price_amount]).toEqual([90, 2800]);
    expect(await refusal(hold(14, { length_minutes: 90 }))).toBe("slot_unavailable closed");
    expect(await refusal(hold(13, { length_minutes: 70 }))).toBe("length_minutes");
  });

  test("pay for it, also late if it is free", async () => {
    court = await Court.make(owner, { requires_payment: true, length_options: [LENGTHS[0]] });
    const { booking } = await visit(10, { length_minutes: 90 });
    expect(booking).toMatchObject({
      status: "pending",
      pending_reason: "payment",
      price_amount: 2800,
    });
    await lapse(booking.id);
    await sweepHolds();
    expect(await court.listed()).toEqual(["10 2000", "11 2000", "12 2000", "13 2000", "14 2000"]);
    await transaction((db) => payBooking(db, systemOf(owner), booking.id));
    expect(await court.listed()).toEqual(["10 full", "11 full", "12 2000", "13 2000", "14 2000"]);
  });

  test("wait for it, and are offered the full duration", async () => {
    const [first, second] = [await court.book(10), await court.book(11)];
    const wish = { slot_id: court.at(10).id, length_minutes: 90, customer: aCustomer() };
    await joinWaitlist(owner, NewWaitlistEntry.parse(wish));
    expect((await listWaitlist(owner, { limit: 5, slot_id: court.at(10).id })).data).toMatchObject([
      { length_minutes: 90 },
    ]);
    await court.cancel(first.id);
    expect((await listWaitlist(owner, { limit: 5, slot_id: court.at(10).id })).data).toMatchObject([
      { status: "waiting" },
    ]);
    // Half of it is free, so it can be waited for, unlike the single hour.
    await joinWaitlist(owner, NewWaitlistEntry.parse({ ...wish, customer: aCustomer() }));
    const hour = { slot_id: court.at(10).id, customer: aCustomer() };
    expect(await refusal(joinWaitlist(owner, NewWaitlistEntry.parse(hour)))).toBe("slot_id");
    await court.cancel(second.id);
    await sweepWaitlist();
    const { rows } = await pool.query(
      "select id, customer_id, price_amount, extract(epoch from ends_at - starts_at) / 60 as minutes from booking where resource_id = $1 and pending_reason = 'offer'",
      [court.id],
    );
    expect(rows).toMatchObject([{ price_amount: 2800, minutes: "90.0000000000000000" }]);
    const guest = {
      kind: "customer" as const,
      tenant: owner.tenant,
      request_id: null,
      booking_id: rows[0].id as string,
      customer_id: rows[0].customer_id as string,
    };
    expect(await acceptOffer(guest)).toMatchObject({ status: "confirmed" });
    expect(await court.listed()).toEqual(["10 full", "11 full", "12 2000", "13 2000", "14 2000"]);
  });

  test("waiting for an unavailable duration does not block other offers", async () => {
    court = await Court.make(owner, { length_options: [{ minutes: 180, price_amount: 1 }] });
    await court.book(12);
    const eleven = await court.book(11);
    const wish = { slot_id: court.at(10).id, length_minutes: 180, customer: aCustomer() };
    await joinWaitlist(owner, NewWaitlistEntry.parse(wish));
    await pool.query(
      `insert into waitlist_entry (tenant_id, id, slot_id, resource_id, starts_at, length_minutes, party_size, email, customer, created_at)
       select e.tenant_id, gen_random_uuid(), e.slot_id, e.resource_id, e.starts_at, e.length_minutes, 1, n || e.email, e.customer, e.created_at
       from waitlist_entry e, generate_series(1, 20) n where e.slot_id = $1`,
      [wish.slot_id],
    );
    await joinWaitlist(
      owner,
      NewWaitlistEntry.parse({ slot_id: court.at(11).id, customer: aCustomer() }),
    );
    await court.cancel(eleven.id);
    const { data } = await listWaitlist(owner, { limit: 5, slot_id: court.at(11).id });
    expect(data).toMatchObject([{ status: "offered" }]);
  });
});
