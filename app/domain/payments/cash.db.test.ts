import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { BookingPatch, StatusChange } from "~/contract/booking-inputs";
import { HandBack, NewRefund } from "~/contract/payments";
import { PageQuery } from "~/contract/common";
import { readUnsettled } from "~/domain/account/closing.sql.server";
import { listAttention } from "~/domain/attention/list-attention.server";
import { cancelByCustomer } from "~/domain/bookings/change/cancel-by-customer.server";
import { changeInBulk } from "~/domain/bookings/change/change-in-bulk.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { getBooking, previewCancellation } from "~/domain/bookings/read/get-booking.server";
import { readGuestMoney } from "~/domain/guest-page/guest-money.sql.server";
import type { CustomerActor, UserActor } from "~/domain/identity/actor";
import { readPolicy } from "~/domain/identity/policy";
import { pool } from "~/lib/db.server";
import { NewBooking } from "~/contract/booking-inputs";
import { aCustomer } from "~/testing/factory";
import { events, makePaidService, paymentsOf, refundsOf, stateOf } from "~/testing/payment-calls";
import { handBack } from "./hand-back.server";
import { refundBooking } from "./refund-booking.server";

// Cash taken at the desk is returned by a person: it stays owed until they confirm it.

beforeEach(() => {
  standIn.received.length = 0;
});

const DAY = 86_400_000;
const READING = { locale: "en", time_zone: "Europe/Amsterdam" };
/** 100 % until 48 hours before, 50 % until 24, then nothing. */
const TIERS = readPolicy({
  cancel_window_minutes: 0,
  refund_tiers: [
    { hours_before: 48, refund_pct: 100 },
    { hours_before: 24, refund_pct: 50 },
  ],
});

/**
 * A booking for `party` guests (25.00 each), paid at the desk, with the tiers as the tenant's
 * policy.
 */
async function paidAtDesk(party = 1) {
  const { owner: made, slots } = await makePaidService(3);
  const owner: UserActor = { ...made, tenant: { ...made.tenant, policy: TIERS } };
  const slot = slots.find(({ starts_at }) => starts_at.getTime() > Date.now() + 4 * DAY)!;
  const wish = { slot_id: slot.id, customer: aCustomer(), party_size: party, status: "confirmed" };
  const { id } = await createBooking(owner, NewBooking.parse(wish), null);
  const byHand = StatusChange.parse({ status: "paid", payment_method: "offline" });
  await changeBookingStatus(owner, id, byHand, null);
  return { owner, id };
}

/** Moves the booking's start to this many hours from now. */
async function startsIn(id: string, hours: number): Promise<void> {
  await pool.query(
    sql`update booking set starts_at = now() + ${hours} * interval '1 hour', ends_at = now() + ${hours + 1} * interval '1 hour' where id = ${id}`,
  );
}

const asGuest = ({ tenant }: UserActor, booking_id: string): CustomerActor => ({
  kind: "customer",
  tenant,
  request_id: null,
  booking_id,
});
const back = async (id: string) =>
  (await refundsOf(id)).map(({ status, amount }) => [status, amount] as const);
const attention = async (owner: UserActor) =>
  (await listAttention(owner, PageQuery.parse({}))).data.map(({ kind, booking_id }) => [
    kind,
    booking_id,
  ]);

describe("cash of a booking cancelled by its guest", () => {
  test("is owed, not reported as being refunded", async () => {
    const { owner, id } = await paidAtDesk();
    await cancelByCustomer(asGuest(owner, id), {});
    expect(await back(id)).toEqual([["owed", 2500]]);
    expect(await stateOf(id)).toMatchObject({ status: "cancelled", payment_status: "paid" });
    expect(await paymentsOf(id)).toMatchObject([{ status: "paid" }]);
    expect(await getBooking(owner, id)).toMatchObject({ owed_amount: 2500 });
    expect(await attention(owner)).toEqual([["cash_owed", id]]);
    const { refunds } = await readGuestMoney(owner.tenant.id, id, READING);
    expect(refunds).toMatchObject([{ state: "owed" }]);
    expect(await events(id)).not.toContain("refunded");
    const rows = await pool.query<{ owed: number }>(
      sql`select (body::jsonb #>> '{data,booking,owed_amount}')::int as owed from event where booking_id = ${id} order by sequence desc limit 1`,
    );
    expect(rows.rows).toEqual([{ owed: 2500 }]);
    expect(await readUnsettled(pool, owner.tenant.id)).toMatchObject({ cash_owed: 1 });
  });

  test("is returned once staff confirm it, once only", async () => {
    const { owner, id } = await paidAtDesk();
    await cancelByCustomer(asGuest(owner, id), {});
    const confirm = () => handBack(owner, id, HandBack.parse({}), null);
    expect((await confirm()).refunds).toMatchObject([{ status: "succeeded", amount: 2500 }]);
    expect((await confirm()).refunds).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ status: "refunded", payment_status: "refunded" });
    expect(await paymentsOf(id)).toMatchObject([{ status: "refunded" }]);
    expect(await getBooking(owner, id)).toMatchObject({ owed_amount: 0 });
    expect((await events(id)).filter((type) => type === "refunded")).toHaveLength(1);
    expect(await attention(owner)).toEqual([]);
    expect(await readUnsettled(pool, owner.tenant.id)).toMatchObject({ cash_owed: 0 });
  });

  test("cannot be confirmed for a refund of another booking", async () => {
    const [one, other] = [await paidAtDesk(), await paidAtDesk()];
    await cancelByCustomer(asGuest(other.owner, other.id), {});
    const [refund] = await refundsOf(other.id);
    const stolen = handBack(one.owner, one.id, { refund_id: refund!.id }, null);
    await expect(stolen).rejects.toMatchObject({ code: "validation_failed" });
    expect(await back(other.id)).toEqual([["owed", 2500]]);
  });

  test("is not refunded twice while it is owed", async () => {
    const { owner, id } = await paidAtDesk();
    await refundBooking(owner, id, NewRefund.parse({ amount: 1000 }), null);
    expect(await back(id)).toEqual([["owed", 1000]]);
    const again = refundBooking(owner, id, NewRefund.parse({ amount: 2000 }), null);
    await expect(again).rejects.toMatchObject({ code: "validation_failed" });
  });
});

describe("credit owed to the guest", () => {
  /** Two guests paid and one comes: 25.00 are owed, and the booking costs 25.00. */
  async function withCredit(hours: number) {
    const { owner, id } = await paidAtDesk(2);
    const patched = await editBooking(owner, id, BookingPatch.parse({ party_size: 1 }));
    expect(patched).toMatchObject({ balance_amount: -2500 });
    await startsIn(id, hours);
    return { owner, id };
  }
  const decline = (owner: UserActor, id: string) =>
    changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled" }), null);
  const inBulk = (owner: UserActor, id: string) =>
    changeInBulk(owner, { id: [id], intent: "cancelled", notify: false });
  const guest = (owner: UserActor, id: string) => cancelByCustomer(asGuest(owner, id), {});

  test.each([
    ["the guest", guest],
    ["staff", decline],
    ["a bulk change", inBulk],
  ] as const)(
    "is returned in full on cancellation by %s, plus the tier of the price",
    async (_by, door) => {
      for (const [hours, refund] of [
        [60, 5000],
        [30, 3750],
        [10, 2500],
      ] as const) {
        const { owner, id } = await withCredit(hours);
        const preview = await previewCancellation(owner, id);
        expect(preview).toMatchObject({ refund_amount: refund, credit_amount: 2500 });
        await door(owner, id);
        expect(await back(id)).toEqual([["owed", refund]]);
      }
    },
  );

  test("stays owed after a no-show", async () => {
    const { owner, id } = await withCredit(-1);
    await changeBookingStatus(owner, id, StatusChange.parse({ status: "no_show" }), null);
    expect(await getBooking(owner, id)).toMatchObject({ balance_amount: -2500 });
    expect(await attention(owner)).toContainEqual(["balance_owed", id]);
  });
});
