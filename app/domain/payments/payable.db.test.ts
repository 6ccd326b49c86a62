import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { PageQuery } from "~/contract/common";
import type { Schedule } from "~/contract/schedules";
import { NewSlot, SlotPatch } from "~/contract/slots";
import { listAttention } from "~/domain/attention/list-attention.server";
import type { UserActor } from "~/domain/identity/actor";
import { updateSchedule } from "~/domain/schedules/schedules.server";
import { updateSlot } from "~/domain/slots/edit-slot.server";
import { createSlot } from "~/domain/slots/manual-slots.server";
import { pool } from "~/lib/db.server";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { seenByVisitors } from "~/testing/payable-calls";
import { checkout, makePaidService, paidBooking, waitingBooking } from "~/testing/payment-calls";
import { checkDueConnections } from "./check-payable.server";

// Services whose payment cannot be taken accept no bookings: rejected when saved, or closed and
// reported when payment stops later.

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

const refusedAt = (path: string, code: string) => ({
  code: "validation_failed",
  extra: { issues: [{ path, code, message: expect.stringMatching(/^[A-Z].+\.$/) as string }] },
});

const attentionOf = async (owner: UserActor) =>
  (await listAttention(owner, PageQuery.parse({}))).data;

describe("a price that cannot be paid online", () => {
  test.each([
    [49, "EUR", "amount_below_minimum"],
    [29, "GBP", "amount_below_minimum"],
    [17_499, "HUF", "amount_below_minimum"],
    [49, "JPY", "amount_below_minimum"],
    [12_345, "KWD", "amount_not_supported"],
  ])(
    "of %i %s is refused at the price field when saving a service",
    async (price_amount, currency, code) => {
      const owner = await makeTenant({ currency });
      const { id: room } = await makeResource(owner);
      const paid = { price_amount, currency, requires_payment: true };
      await expect(makeSchedule(owner, [room], paid)).rejects.toMatchObject(
        refusedAt("price_amount", code),
      );
      // Prices with such a last digit are rejected, so that every payment can be refunded in full.
      if (code === "amount_not_supported")
        return void (await expect(
          makeSchedule(owner, [room], { ...paid, requires_payment: false }),
        ).rejects.toMatchObject(refusedAt("price_amount", code)));
      // Any price is fine while the company collects it itself, until the service requires online
      // payment.
      const { id } = await makeSchedule(owner, [room], { ...paid, requires_payment: false });
      const ask = updateSchedule(owner, id, { requires_payment: true });
      await expect(ask).rejects.toMatchObject(refusedAt("price_amount", code));
      await updateSchedule(owner, id, { name: "Another name" });
    },
  );

  test.each([
    [
      "of a longer length",
      { length_options: [{ minutes: 90, price_amount: 49 }] },
      "length_options.0.price_amount",
    ],
    [
      "of a resource",
      (room: string) => ({ resource_terms: [{ resource_id: room, price_amount: 49 }] }),
      "resource_terms.0.price_amount",
    ],
    [
      "at a peak",
      { peak_prices: [{ days: [1], start: "09:00", end: "10:00", percent: -60 }] },
      "peak_prices.0.percent",
    ],
    [
      "at a peak by an amount",
      { peak_prices: [{ days: [1], start: "09:00", end: "10:00", amount: -60 }] },
      "peak_prices.0.amount",
    ],
  ])("%s is refused at its field, and only with required payment", async (_, terms, path) => {
    const owner = await makeTenant();
    const { id: room } = await makeResource(owner);
    const offer = {
      price_amount: 100,
      requires_payment: true,
      ...(typeof terms === "function" ? terms(room) : terms),
    };
    const refused = refusedAt(path, "amount_below_minimum");
    await expect(makeSchedule(owner, [room], offer)).rejects.toMatchObject(refused);
    const { id } = await makeSchedule(owner, [room], { ...offer, requires_payment: false });
    await expect(updateSchedule(owner, id, { requires_payment: true })).rejects.toMatchObject(
      refused,
    );
    await updateSchedule(owner, id, {
      requires_payment: true,
      price_amount: 200,
      length_options: [],
      resource_terms: [],
      peak_prices: [],
    });
  });

  test.each([
    [50, "EUR"],
    [30, "GBP"],
    [17_500, "HUF"],
    [50, "JPY"],
    [12_340, "KWD"],
  ])("starts below %i %s", async (price_amount, currency) => {
    const owner = await makeTenant({ currency });
    const { id: room } = await makeResource(owner);
    await makeSchedule(owner, [room], { price_amount, currency, requires_payment: true });
  });

  test("is refused as the price of a slot", async () => {
    const { owner, room, slots } = await makePaidService();
    const wanted = updateSlot(owner, slots[0]!.id, SlotPatch.parse({ price_amount: 20 }));
    await expect(wanted).rejects.toMatchObject(refusedAt("price_amount", "amount_below_minimum"));
    const found = await pool.query<{ schedule_id: string }>(
      sql`select schedule_id from slot where id = ${slots[0]!.id}`,
    );
    const input = {
      resource_id: room,
      schedule_id: found.rows[0]!.schedule_id,
      duration_minutes: 60,
      price_amount: 20,
    };
    const extra = NewSlot.parse({
      ...input,
      starts_at: new Date(Date.UTC(2099, 0, 4, 3)).toISOString(),
      currency: "EUR",
    });
    await expect(createSlot(owner, extra)).rejects.toMatchObject(
      refusedAt("price_amount", "amount_below_minimum"),
    );
  });

  test("prevents required payment if a slot has it", async () => {
    const owner = await makeTenant({ currency: "EUR" });
    const { id: room } = await makeResource(owner);
    const { id } = await makeSchedule(owner, [room], { price_amount: 2500, currency: "EUR" });
    const found = await pool.query<{ id: string }>(
      sql`select id from slot where schedule_id = ${id} order by starts_at desc limit 1`,
    );
    await updateSlot(owner, found.rows[0]!.id, SlotPatch.parse({ price_amount: 20 }));
    const ask = updateSchedule(owner, id, { requires_payment: true });
    await expect(ask).rejects.toMatchObject(refusedAt("requires_payment", "amount_below_minimum"));
  });
});

describe("later problems", () => {
  async function reopen(owner: UserActor, account: string): Promise<void> {
    await pool.query(
      sql`update payment_connection set checked_at = null where tenant_id = ${owner.tenant.id}`,
    );
    await checkDueConnections();
    expect(account).toMatch(/^acct_/);
  }

  test("a price refused by the provider closes the service online with a notice, and a new price reopens it", async () => {
    const { owner, account, slots } = await makePaidService();
    await standIn.control("accounts", { id: account, minimum_amount: 5000 });
    const id = await waitingBooking(owner, slots[0]!.id);
    await expect(checkout(owner, id)).rejects.toMatchObject({ code: "amount_below_minimum" });
    const [item] = await attentionOf(owner);
    expect(item).toMatchObject({
      kind: "not_payable",
      message: expect.stringContaining("minimum") as string,
    });
    expect(await seenByVisitors(owner, item!.schedule_id!)).toEqual({
      offered: false,
      times: 0,
      booked: "slot_unavailable",
    });
    // A save that keeps the price does not reopen it.
    await updateSchedule(owner, item!.schedule_id!, { name: "Another name" });
    expect(await attentionOf(owner)).toMatchObject([{ kind: "not_payable" }]);
    await updateSchedule(owner, item!.schedule_id!, { price_amount: 6000 });
    expect(await attentionOf(owner)).toEqual([]);
    expect(await seenByVisitors(owner, item!.schedule_id!)).toMatchObject({
      offered: true,
      booked: null,
    });
  });

  test("a deleted set of payment methods stops bookings until replaced", async () => {
    const account = standIn.sandbox.state.addAccount({
      name: "Two sets",
      payment_method_configurations: ["one", "two"].map((name, at) => ({
        id: `pmc_${name}${Date.now()}`,
        name,
        is_default: at === 0,
      })),
    });
    const { owner, slots, schedule } = await serviceOf(account.id);
    const [, second] = account.payment_method_configurations;
    await pool.query(
      sql`update payment_connection set profile_id = ${second!.id} where tenant_id = ${owner.tenant.id}`,
    );
    const id = await waitingBooking(owner, slots[0]!.id);
    await standIn.control("accounts", { id: account.id, gone_method_set: second!.id });
    await expect(checkout(owner, id)).rejects.toMatchObject({ code: "not_connected" });
    expect(await attentionOf(owner)).toMatchObject([{ kind: "not_payable", schedule_id: null }]);
    expect(await seenByVisitors(owner, schedule.id)).toMatchObject({ offered: false, times: 0 });
    await pool.query(
      sql`update payment_connection set profile_id = null where tenant_id = ${owner.tenant.id}`,
    );
    await reopen(owner, account.id);
    expect(await attentionOf(owner)).toEqual([]);
    expect(await seenByVisitors(owner, schedule.id)).toMatchObject({ offered: true });
  });

  test("the daily account check detects it without a payment attempt", async () => {
    const { owner, account } = await paidBooking();
    const [only] = standIn.sandbox.state.data.accounts[account]!.payment_method_configurations;
    await pool.query(
      sql`update payment_connection set profile_id = ${only!.id}, checked_at = null where tenant_id = ${owner.tenant.id}`,
    );
    await standIn.control("accounts", { id: account, gone_method_set: only!.id });
    await checkDueConnections();
    expect(await attentionOf(owner)).toMatchObject([{ kind: "not_payable" }]);
  });

  test("a price set before the rule is detected and closed", async () => {
    const { owner } = await makePaidService();
    await pool.query(
      sql`update schedule set price_amount = 20 where tenant_id = ${owner.tenant.id}`,
    );
    await reopen(owner, "acct_");
    const [item] = await attentionOf(owner);
    expect(item).toMatchObject({ kind: "not_payable" });
    expect(await seenByVisitors(owner, item!.schedule_id!)).toMatchObject({ offered: false });
  });

  async function serviceOf(
    account: string,
  ): Promise<Awaited<ReturnType<typeof makePaidService>> & { schedule: Schedule }> {
    const service = await makePaidService(1, { account });
    const found = await pool.query<{ schedule_id: string }>(
      sql`select schedule_id from slot where id = ${service.slots[0]!.id}`,
    );
    return { ...service, schedule: { id: found.rows[0]!.schedule_id } as Schedule };
  }
});

test("an old checkout that cannot be ended prevents a second one", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  await checkout(owner, id);
  await pool.query(sql`update booking set price_amount = 3000 where id = ${id}`);
  for (const kind of ["no_answer", "status"]) {
    await standIn.control("faults", [{ route: "POST /v1/checkout/sessions/", kind, times: 20 }]);
    await expect(checkout(owner, id)).rejects.toMatchObject({
      code: "provider_unavailable",
      message: expect.stringContaining("earlier checkout") as string,
    });
  }
  await standIn.control("faults", []);
  expect(await hasConnectAccount(owner)).toBe(true);
  expect(await checkout(owner, id)).toMatchObject({ amount: 3000 });

  async function hasConnectAccount({ tenant }: UserActor): Promise<boolean> {
    const found = await pool.query(
      sql`select 1 from payment_connection where tenant_id = ${tenant.id} and status = 'active'`,
    );
    return found.rowCount === 1;
  }
});
