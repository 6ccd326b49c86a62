import "~/testing/payments-on";
import { expect, test } from "vitest";
import { NewApiKey } from "~/contract/api-keys";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { aCustomer } from "~/testing/factory";
import { makePaidService, paymentsOf } from "~/testing/payment-calls";
import { call, json } from "~/testing/request";
import { createApiKey } from "../api-keys/api-keys.server";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { StatusChange } from "~/contract/booking-inputs";
import { updateSchedule } from "../schedules/schedules.server";
import { SchedulePatch } from "~/contract/schedules";
import { ensureCheckout } from "./create-checkout.server";

interface Made {
  booking: { id: string; status: string };
  payment: { checkout_url: string } | null;
}

async function world() {
  const { owner, slots } = await makePaidService();
  const keyOf = async (mode: "live" | "test", input: object) =>
    (await createApiKey(owner, NewApiKey.parse({ kind: "publishable", name: "K", mode, ...input })))
      .key;
  const site = { test: await keyOf("test", {}), live: await keyOf("live", {}) };
  const secret = await keyOf("test", { kind: "secret", role: "admin" });
  const book = async (mode: "live" | "test", slot: number) =>
    (await json(
      await call("/api/widget/booking", {
        key: site[mode],
        body: { slot_id: slots[slot]!.id, customer: aCustomer() },
      }),
    )) as unknown as Made;
  return { owner, slots, secret, book };
}

/** Runs `work` as an operator with a live key of the provider. */
async function withLivePayments(ownerTenant: string, work: () => Promise<void>): Promise<void> {
  await pool.query("update payment_connection set livemode = true where tenant_id = $1", [
    ownerTenant,
  ]);
  const settings = env.PAYMENTS.payprovider!;
  settings.livemode = true;
  try {
    await work();
  } finally {
    settings.livemode = false;
  }
}

test("a test booking can be paid in test mode", async () => {
  const { owner, book } = await world();
  const { booking, payment } = await book("test", 0);
  expect(booking.status).toBe("pending");
  expect(payment).not.toBeNull();
  expect((await ensureCheckout(owner, booking.id, {})).is_new).toBe(true);
});

test("no route opens a live checkout for a test booking, and it is confirmed without payment", async () => {
  const { owner, slots, secret, book } = await world();
  const before = (await book("test", 0)).booking;
  await withLivePayments(owner.tenant.id, async () => {
    const made = await book("test", 1);
    expect(made).toMatchObject({ booking: { status: "confirmed" }, payment: null });
    expect((await book("live", 2)).payment).not.toBeNull();
    for (const { id } of [before, made.booking]) {
      await expect(ensureCheckout(owner, id, {})).rejects.toMatchObject({
        code: "booking_not_payable",
      });
      for (const [path, body] of [
        ["/api/payments/create-session", { booking_id: id }],
        [`/api/bookings/${id}/pay-link`, {}],
      ] as const)
        expect((await call(path, { key: secret, body })).status).toBe(409);
      expect(await paymentsOf(id)).toEqual([]);
    }
    // After an approval no payment is required if it cannot be made.
    await updateSchedule(
      owner,
      slots[0]!.schedule_id!,
      SchedulePatch.parse({ requires_approval: true }),
    );
    const waiting = (await book("test", 3)).booking;
    const approval = StatusChange.parse({ status: "confirmed" });
    expect(await changeBookingStatus(owner, waiting.id, approval, null)).toMatchObject({
      status: "confirmed",
      pending_reason: null,
    });
  });
});
