import { standIn } from "~/testing/payments-on";
import { beforeEach, describe, expect, test } from "vitest";
import { NewBooking, StatusChange } from "~/contract/booking-inputs";
import { TenantPatch } from "~/contract/tenant";
import { changeInBulk } from "~/domain/bookings/change/change-in-bulk.server";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { findTenant } from "~/domain/identity/find-tenant.sql.server";
import { updateTenant } from "~/domain/tenants/tenant-profile.server";

import { begin } from "~/testing/desk";
import { aCustomer } from "~/testing/factory";
import {
  atProvider,
  checkout,
  makePaidService,
  refundsOf,
  takeWebhooks,
  work,
} from "~/testing/payment-calls";
import { handBack } from "./hand-back.server";
import { makePayLink } from "./make-pay-link.server";

// A no-show gets back the policy's share of the price: refunded as far as it was paid, and otherwise
// no longer due.

beforeEach(() => {
  standIn.received.length = 0;
});

const putStatus = (owner: UserActor, id: string, change: object) =>
  changeBookingStatus(owner, id, StatusChange.parse(change), null);

/** A company with this share, and its booking at 80.00 with a deposit of 20.00, in progress. */
async function begun(no_show_refund_pct: number, more: object = {}) {
  const { owner: maker, slots } = await makePaidService(3, {
    price_amount: 8000,
    deposit: { percent: 25 },
  });
  const owner = await withShare(maker, no_show_refund_pct);
  const input = NewBooking.parse({ slot_id: slots.at(-1)!.id, customer: aCustomer(), ...more });
  const { id } = await createBooking(owner, input, null);
  return { owner, id };
}

async function withShare(by: UserActor, no_show_refund_pct: number): Promise<UserActor> {
  await updateTenant(by, TenantPatch.parse({ policy: { no_show_refund_pct } }));
  const { policy } = (await findTenant(by.tenant.id))!;
  return { ...by, tenant: { ...by.tenant, takes_payments: true, policy } };
}

/** Pays what the link asks for: first the deposit, then the rest. */
async function pay(owner: UserActor, id: string): Promise<void> {
  const { due_now_amount } = await getBooking(owner, id);
  await makePayLink(owner, id, { send: false, expected_amount: due_now_amount }, null);
  const { session_id } = await checkout(owner, id);
  await atProvider(session_id, "pay");
  await takeWebhooks(owner);
}

const PAYMENTS = {
  nothing: async () => {},
  "the deposit": pay,
  everything: async (owner: UserActor, id: string) => {
    await pay(owner, id);
    await pay(owner, id);
  },
  "everything in cash": async (owner: UserActor, id: string) => {
    await putStatus(owner, id, { status: "paid", payment_method: "offline" });
  },
};

async function afterNoShow(share: number, paid: keyof typeof PAYMENTS, more: object = {}) {
  const made = await begun(share, more);
  await PAYMENTS[paid](made.owner, made.id);
  await begin(made);
  await putStatus(made.owner, made.id, { status: "no_show" });
  await work(made.owner);
  return made;
}

async function moneyOf(owner: UserActor, id: string) {
  const { status, balance_amount, owed_amount } = await getBooking(owner, id);
  const refunded = (await refundsOf(id)).reduce((sum, { amount }) => sum + amount, 0);
  return { status, balance_amount, owed_amount, refunded };
}

describe("a no-show", () => {
  test.each<[number, keyof typeof PAYMENTS, { due: number; back: number }]>([
    [0, "nothing", { due: 8000, back: 0 }],
    [0, "the deposit", { due: 6000, back: 0 }],
    [0, "everything", { due: 0, back: 0 }],
    [50, "nothing", { due: 4000, back: 0 }],
    [50, "the deposit", { due: 2000, back: 0 }],
    [50, "everything", { due: 0, back: 4000 }],
    [80, "the deposit", { due: 0, back: 400 }],
    [100, "nothing", { due: 0, back: 0 }],
    [100, "the deposit", { due: 0, back: 2000 }],
    [100, "everything", { due: 0, back: 8000 }],
  ])("with %i %% and %s paid", async (share, paid, { due, back }) => {
    const { owner, id } = await afterNoShow(share, paid);
    const money = { status: "no_show", balance_amount: due, owed_amount: 0, refunded: back };
    expect(await moneyOf(owner, id)).toEqual(money);
    await putStatus(owner, id, { status: "no_show" });
    expect(await moneyOf(owner, id)).toEqual(money);
  });

  test("is owed the cash it is to get back", async () => {
    const { owner, id } = await afterNoShow(50, "everything in cash");
    expect(await moneyOf(owner, id)).toMatchObject({ balance_amount: -4000, owed_amount: 4000 });
    await handBack(owner, id, {}, null);
    expect(await moneyOf(owner, id)).toMatchObject({ balance_amount: 0, owed_amount: 0 });
  });

  test("of a party counts the whole price", async () => {
    const { owner, id } = await afterNoShow(50, "the deposit", { party_size: 2 });
    expect(await moneyOf(owner, id)).toMatchObject({ balance_amount: 4000, refunded: 0 });
  });

  test("of several bookings tells the sum that goes back", async () => {
    const { owner, id } = await begun(50);
    await PAYMENTS.everything(owner, id);
    await begin({ id });
    const { refunds, refused } = await changeInBulk(owner, {
      id: [id],
      intent: "no_show",
      notify: false,
    });
    expect([refunds, refused]).toEqual([[{ currency: "EUR", amount: 4000 }], []]);
  });

  test("that is refused refunds nothing", async () => {
    const { owner, id } = await begun(50);
    await PAYMENTS.everything(owner, id);
    await expect(putStatus(owner, id, { status: "no_show" })).rejects.toMatchObject({
      code: "validation_failed",
    });
    await expect(putStatus(owner, id, { status: "no_show", version: 1 })).rejects.toMatchObject({
      code: "version_conflict",
    });
    expect(await refundsOf(id)).toEqual([]);
  });
});

describe("a guest who came after all", () => {
  test("owes the price again, whatever the policy is by then", async () => {
    const { owner, id } = await afterNoShow(50, "the deposit");
    const later = await withShare(owner, 10);
    expect(await putStatus(later, id, { status: "completed" })).toMatchObject({
      balance_amount: 6000,
    });
    expect(await putStatus(later, id, { status: "no_show" })).toMatchObject({
      balance_amount: 5200,
    });
    expect(await putStatus(later, id, { status: "completed" })).toMatchObject({
      balance_amount: 6000,
    });
  });

  test("owes what was refunded", async () => {
    const { owner, id } = await afterNoShow(50, "everything");
    expect(await putStatus(owner, id, { status: "completed" })).toMatchObject({
      balance_amount: 4000,
    });
  });
});
