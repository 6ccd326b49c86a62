import { standIn } from "~/testing/payments-on";
import { beforeEach, describe, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { ReceiptFilter } from "~/contract/receipts";
import { SchedulePatch } from "~/contract/schedules";
import { TenantPatch } from "~/contract/tenant";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { findTenant } from "~/domain/identity/find-tenant.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { refundBooking } from "~/domain/payments/refund-booking.server";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { updateTenant } from "~/domain/tenants/tenant-profile.server";
import { pool } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import {
  atProvider,
  cancel,
  checkout,
  makePaidService,
  paymentsOf,
  refundsOf,
  takeWebhooks,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { issueDueReceipts, issueReceipt } from "./issue-receipts.server";
import { getReceipt, listReceipts } from "./receipts.sql.server";

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

const VAT = { name: "VAT", number: "NL001234567B01", rate_bps: 2100 };

async function change(by: UserActor, policy: object): Promise<UserActor> {
  await updateTenant(by, TenantPatch.parse({ policy }));
  const now = (await findTenant(by.tenant.id))!;
  return { ...by, tenant: { ...by.tenant, policy: now.policy } };
}

const receiptsOf = async (owner: UserActor, more: object = {}) =>
  (await listReceipts(owner, ReceiptFilter.parse({ limit: 100, ...more }))).data.toReversed();

const payAtDesk = (owner: UserActor, id: string) =>
  changeBookingStatus(
    owner,
    id,
    StatusChange.parse({ status: "paid", payment_method: "offline" }),
    null,
  );

/** A company with receipts, and its waiting booking at 25.00. */
async function waiting(policy: object = { receipts: true, tax: VAT }, price_amount = 2500) {
  const made = await makePaidService(3, { price_amount });
  const owner = await change(made.owner, policy);
  const slot = made.slots.at(-1)!;
  return { ...made, owner, slot, id: await waitingBooking(owner, slot.id) };
}

async function payOnline(owner: UserActor, id: string): Promise<string> {
  const { session_id } = await checkout(owner, id);
  await atProvider(session_id, "pay");
  await takeWebhooks(owner);
  return session_id;
}

/** A waiting booking that was paid online, with its receipt. */
async function paid(policy?: object) {
  const made = await waiting(policy);
  const session_id = await payOnline(made.owner, made.id);
  await issueDueReceipts();
  return { ...made, session_id };
}

describe("a payment", () => {
  test("gets one receipt, however often receipts are issued", async () => {
    const { owner, id } = await paid();
    await issueDueReceipts();
    const [receipt, ...others] = await receiptsOf(owner);
    expect(others).toEqual([]);
    const [payment] = await paymentsOf(id);
    expect(receipt).toMatchObject({
      number: expect.stringMatching(/^20\d\d-00001$/) as string,
      booking_id: id,
      payment_id: payment!.id,
      purpose: "booking",
      amount: 2500,
      currency: "EUR",
      tax: { name: "VAT", rate_bps: 2100, amount: 434 },
      company: { name: owner.tenant.name, tax_number: VAT.number },
      lines: [{ kind: "service", quantity: 1, amount: 2500 }],
    });
    expect(await getReceipt(owner, receipt!.id)).toEqual(receipt);
  });

  test("at the desk gets one too", async () => {
    const { owner, id } = await waiting();
    await payAtDesk(owner, id);
    await issueDueReceipts();
    expect(await receiptsOf(owner)).toMatchObject([{ amount: 2500, method: "other" }]);
  });

  test("gets none before money came in, without the switch, or of before it was switched on", async () => {
    const { owner, id } = await waiting({ receipts: false, tax: VAT });
    await issueDueReceipts();
    await payOnline(owner, id);
    await issueDueReceipts();
    expect(await receiptsOf(owner)).toEqual([]);
    await change(owner, { receipts: true });
    await issueDueReceipts();
    expect(await receiptsOf(owner)).toEqual([]);
  });

  test("received while receipts are switched off gets its receipt once they are on again", async () => {
    const { owner, id } = await waiting();
    await change(owner, { receipts: false });
    await payOnline(owner, id);
    await issueDueReceipts();
    expect(await receiptsOf(owner)).toEqual([]);
    await change(owner, { receipts: true });
    await issueDueReceipts();
    expect(await receiptsOf(owner)).toMatchObject([{ amount: 2500 }]);
  });

  test("of a test booking gets none, and is not looked at again", async () => {
    const { owner, id } = await waiting();
    await pool.query("update booking set livemode = false where id = $1", [id]);
    await payOnline(owner, id);
    await issueDueReceipts();
    expect(await receiptsOf(owner)).toEqual([]);
    const [payment] = await paymentsOf(id);
    expect(payment).toMatchObject({ receipts_at: payment!.updated_at });
  });
});

describe("the tax", () => {
  test("is the service's rate where it has one, and none without a tax of the company", async () => {
    const { owner, schedule, id } = await waiting();
    await updateSchedule(owner, schedule.id, SchedulePatch.parse({ tax_rate_bps: 900 }));
    await payOnline(owner, id);
    await issueDueReceipts();
    expect(await receiptsOf(owner)).toMatchObject([{ tax: { rate_bps: 900, amount: 206 } }]);
    const without = await paid({ receipts: true });
    expect(await receiptsOf(without.owner)).toMatchObject([
      { tax: null, company: { tax_number: null } },
    ]);
  });

  test("of returned money is that of its receipt, and both add up to what the company keeps", async () => {
    const { owner, id } = await paid();
    await change(owner, { tax: { ...VAT, rate_bps: 900 } });
    for (const amount of [333, 333, 1834]) {
      await refundBooking(owner, id, { amount }, null);
      await work(owner);
      await issueDueReceipts();
    }
    const receipts = await receiptsOf(owner);
    expect(receipts.map(({ amount }) => amount)).toEqual([2500, -333, -333, -1834]);
    expect(receipts.every(({ tax }) => tax?.rate_bps === 2100)).toBe(true);
    expect(receipts.reduce((sum, { tax }) => sum + tax!.amount, 0)).toBe(0);
  });
});

describe("money that goes back", () => {
  test("gets a receipt below zero with the next number, also in cash", async () => {
    const { owner, id } = await waiting();
    await payAtDesk(owner, id);
    await issueDueReceipts();
    await changeBookingStatus(owner, id, StatusChange.parse({ status: "refunded" }), null);
    await issueDueReceipts();
    const [first, second, ...others] = await receiptsOf(owner);
    expect(others).toEqual([]);
    expect([first!.amount, second!.amount]).toEqual([2500, -2500]);
    expect(second!.number.slice(-5)).toBe("00002");
  });

  test("that a bank took in a dispute does too, and is received again when an appeal is won", async () => {
    const { owner, session_id } = await paid();
    const dispute = (await standIn.control(`payments/${session_id}/dispute`, {})) as { id: string };
    for (const outcome of ["under_review", "lost", "won"]) {
      await standIn.control(`disputes/${dispute.id}/outcome`, { outcome });
      await takeWebhooks(owner);
      await issueDueReceipts();
    }
    expect((await receiptsOf(owner)).map(({ amount }) => amount)).toEqual([2500, -2500, 2500]);
  });

  test("and was refused days later is received again", async () => {
    const { owner, id } = await paid();
    await cancel(owner, id, { refund: { mode: "full" } });
    await work(owner);
    await issueDueReceipts();
    const [refund] = await refundsOf(id);
    await standIn.control(`refunds/${refund!.provider_refund_id}/outcome`, { outcome: "failed" });
    await takeWebhooks(owner);
    await issueDueReceipts();
    expect((await receiptsOf(owner)).map(({ amount }) => amount)).toEqual([2500, -2500, 2500]);
  });
});

describe("numbers", () => {
  test("have no gaps and no duplicates when many processes issue at once", async () => {
    const { owner, slots } = await makePaidService(3);
    await change(owner, { receipts: true });
    const ids: string[] = [];
    for (const slot of slots.slice(-8)) ids.push(await waitingBooking(owner, slot.id));
    for (const id of ids) await payAtDesk(owner, id);
    const payments = (await Promise.all(ids.map(paymentsOf))).flat();
    await Promise.all(
      [...payments, ...payments, ...payments].map(({ id }) => issueReceipt(owner.tenant.id, id)),
    );
    const numbers = (await receiptsOf(owner)).map(({ number }) => Number(number.slice(5)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("a receipt that fails takes no number", async () => {
    const { owner, id } = await waiting();
    await payAtDesk(owner, id);
    await pool.query(
      `alter table receipt add constraint refused check (tenant_id <> '${owner.tenant.id}')`,
    );
    await issueDueReceipts();
    await pool.query("alter table receipt drop constraint refused");
    expect(await receiptsOf(owner)).toEqual([]);
    await issueDueReceipts();
    expect((await receiptsOf(owner))[0]?.number.slice(5)).toBe("00001");
  });
});

test("receipts are paged, filtered by booking and day, and those of another company are not found", async () => {
  const { owner, slots } = await makePaidService(3);
  await change(owner, { receipts: true });
  for (const slot of slots.slice(-3)) await payAtDesk(owner, await waitingBooking(owner, slot.id));
  await issueDueReceipts();
  const first = await listReceipts(owner, ReceiptFilter.parse({ limit: 2, include: "total" }));
  expect(first.page).toMatchObject({ has_more: true, total: 3 });
  const cursor = first.page.next_cursor!;
  const second = await listReceipts(owner, ReceiptFilter.parse({ limit: 2, cursor }));
  expect([...first.data, ...second.data].map(({ number }) => number.slice(5))).toEqual([
    "00003",
    "00002",
    "00001",
  ]);
  const { booking_id, id } = first.data[0]!;
  expect(await receiptsOf(owner, { booking_id })).toHaveLength(1);
  expect(await receiptsOf(owner, { to: "2020-01-01" })).toEqual([]);
  const other = await makeTenant();
  expect(await receiptsOf(other)).toEqual([]);
  await expect(getReceipt(other, id)).rejects.toMatchObject({ code: "not_found" });
});
