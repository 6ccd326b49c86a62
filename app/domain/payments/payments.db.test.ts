import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { pool } from "~/lib/db.server";
import {
  atProvider,
  checkout,
  connectAccount,
  events,
  makePaidService,
  paymentsOf,
  stateOf,
  takeWebhook,
  takeWebhooks,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { ensureCheckout } from "./create-checkout.server";

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

describe("a payment", () => {
  test("marks the booking as paid once, despite duplicate webhooks", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    const { session_id, amount, fee_applied } = await checkout(owner, id);
    expect({ amount, fee_applied }).toEqual({ amount: 2500, fee_applied: true });
    await atProvider(session_id, "pay");
    await standIn.sandbox.events.settled();
    const copies = standIn.received.filter(({ body }) =>
      body.toString().includes("checkout.session.completed"),
    );
    await Promise.all(Array.from({ length: 50 }, () => takeWebhook(copies[0]!)));
    await takeWebhooks(owner);
    expect(await stateOf(id)).toEqual({ status: "paid", payment_status: "paid", seats: 1 });
    expect((await events(id)).filter((type) => type === "paid")).toEqual(["paid"]);
    expect(await paymentsOf(id)).toMatchObject([
      { status: "paid", fee_amount: 63, attention: null },
    ]);
  });

  test("is opened once: a second call returns the same checkout", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    const first = await checkout(owner, id);
    const others = await Promise.all([
      checkout(owner, id),
      checkout(owner, id),
      checkout(owner, id),
    ]);
    for (const other of others) expect(other.session_id).toBe(first.session_id);
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  test("shows service, resource and time on the provider's page", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    const { checkout_url } = await checkout(owner, id);
    const [payment] = await paymentsOf(id);
    const year = slots[0]!.starts_at.getUTCFullYear();
    expect(payment!.description).toContain(owner.tenant.name);
    expect(payment!.description).toContain(String(year));
    const page = await (await fetch(checkout_url)).text();
    expect(page).toContain("Salon");
    expect(page).toContain(payment!.description);
  });

  test("that is left stays open, and the booking waits", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    const { session_id } = await checkout(owner, id);
    await atProvider(session_id, "fail");
    await takeWebhooks(owner);
    expect(await stateOf(id)).toMatchObject({ status: "pending", seats: 1 });
    expect(await paymentsOf(id)).toMatchObject([{ status: "open", failure_code: "card_declined" }]);
  });

  test("whose creation got no response is created once", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    await standIn.control("faults", [
      { route: "POST /v1/checkout/sessions", kind: "drop_after_commit", times: 3 },
    ]);
    await expect(checkout(owner, id)).rejects.toMatchObject({ code: "provider_unavailable" });
    expect(await stateOf(id)).toMatchObject({ status: "pending" });
    const { session_id } = await checkout(owner, id);
    const made = Object.values(standIn.sandbox.state.data.sessions).filter(
      ({ object }) => object.metadata?.booking_id === id,
    );
    expect(made.map(({ object }) => object.id)).toEqual([session_id]);
  });

  test("by a delayed method is processing, then paid or failed", async () => {
    const { owner, slots } = await makePaidService();
    const [first, second] = slots.filter(
      ({ starts_at }) => starts_at.getTime() > Date.now() + 8 * 86_400_000,
    );
    const [good, bad] = [
      await waitingBooking(owner, first!.id),
      await waitingBooking(owner, second!.id),
    ];
    const sessions = [
      (await checkout(owner, good)).session_id,
      (await checkout(owner, bad)).session_id,
    ] as const;
    for (const session of sessions) await atProvider(session, "later");
    await takeWebhooks(owner);
    expect([await stateOf(good), await stateOf(bad)]).toMatchObject([
      { payment_status: "processing" },
      { payment_status: "processing" },
    ]);
    await atProvider(sessions[0], "succeeded");
    await atProvider(sessions[1], "failed");
    await takeWebhooks(owner);
    expect([await stateOf(good), await stateOf(bad)]).toMatchObject([
      { status: "paid", payment_status: "paid" },
      { status: "expired", payment_status: "failed", seats: 0 },
    ]);
  });
});

describe("foreign accounts", () => {
  test("cannot pay for a booking by naming it in their own checkout", async () => {
    const { owner, slots } = await makePaidService();
    const id = await waitingBooking(owner, slots[0]!.id);
    const { session_id } = await checkout(owner, id);
    const other = await makePaidService();
    const [payment] = await paymentsOf(id);
    const metadata = { payment_id: payment!.id, booking_id: id, tenant_id: owner.tenant.id };
    const form = new URLSearchParams({
      mode: "payment",
      client_reference_id: payment!.id,
      success_url: "https://x.example",
    });
    form.set("line_items[0][quantity]", "1");
    form.set("line_items[0][price_data][currency]", "eur");
    form.set("line_items[0][price_data][unit_amount]", "2500");
    form.set("line_items[0][price_data][product_data][name]", "x");
    for (const [name, value] of Object.entries(metadata)) form.set(`metadata[${name}]`, value);
    const answer = await fetch(`${standIn.origin}/v1/checkout/sessions`, {
      method: "POST",
      headers: { Authorization: "Bearer sk_test_platform", "Stripe-Account": other.account },
      body: form,
    });
    const forged = (await answer.json()) as { id: string };
    await atProvider(forged.id, "pay");
    await takeWebhooks(owner);
    await work(other.owner);
    expect(await stateOf(id)).toMatchObject({ status: "pending" });
    expect(await paymentsOf(id)).toMatchObject([{ session_id, status: "open" }]);
  });

  test("cannot be connected to two companies", async () => {
    const { account } = await makePaidService();
    const { owner } = await makePaidService();
    await expect(connectAccount(owner, account)).rejects.toMatchObject({
      code: "organization_in_use",
    });
  });
});

test("an account disconnected at the provider accepts no more payments", async () => {
  const { owner, slots, account } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  await standIn.control(`accounts/${account}/disconnect`, {});
  await takeWebhooks(owner);
  await expect(ensureCheckout(owner, id, {})).rejects.toMatchObject({ code: "not_connected" });
  const tenant = await pool.query(
    sql`select takes_payments from tenant where id = ${owner.tenant.id}`,
  );
  expect(tenant.rows).toEqual([{ takes_payments: false }]);
});

test("a free or paid booking opens no checkout", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  await changeBookingStatus(
    owner,
    id,
    StatusChange.parse({ status: "paid", payment_method: "offline" }),
    null,
  );
  await expect(ensureCheckout(owner, id, {})).rejects.toMatchObject({
    code: "booking_not_payable",
  });
});
