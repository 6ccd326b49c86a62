import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { relayEvents } from "~/domain/events/relay.server";
import { pool } from "~/lib/db.server";
import {
  paidBooking,
  paymentsOf,
  refundsOf,
  stateOf,
  takeWebhooks,
  work,
} from "~/testing/payment-calls";
import { makeSubscription } from "~/testing/webhook-receivers";
import { deleteOldRows } from "../../jobs/retention.sql.server";
import { refundBooking } from "./refund-booking.server";

// A year later: events, deliveries, slots and the provider's event IDs are deleted; payments, refunds
// and bookings stay.

beforeEach(() => {
  standIn.received.length = 0;
  standIn.sandbox.wire.faults = [];
});

const DAYS = 365;

/** Moves everything of the tenant into the past, and runs the nightly deletion. */
async function age({ tenant }: UserActor): Promise<void> {
  while ((await relayEvents(200)) > 0);
  const tables: Record<string, string[]> = {
    slot: ["starts_at", "ends_at", "occupies_from", "occupies_to"],
    booking: ["starts_at", "ends_at", "expires_at", "created_at"],
    claim: ["starts_at", "ends_at", "lapses_at"],
    payment: ["created_at", "captured_at", "expires_at", "asked_at"],
    refund: ["created_at", "completed_at"],
    event: ["created_at"],
    provider_event: ["received_at"],
    provider_session: ["created_at"],
  };
  for (const [table, columns] of Object.entries(tables)) {
    const set = columns.map((column) => `${column} = ${column} - $2::int * interval '1 day'`);
    await pool.query(`update ${table} set ${set.join(", ")} where tenant_id = $1`, [
      tenant.id,
      DAYS,
    ]);
  }
  await deleteOldRows();
  expect(await countOf(tenant.id, "event")).toBe(0);
  expect(await countOf(tenant.id, "provider_event")).toBe(0);
  expect(await countOf(tenant.id, "provider_session")).toBe(0);
}

async function countOf(tenantId: string, table: string): Promise<number> {
  const found = await pool.query(`select from ${table} where tenant_id = $1`, [tenantId]);
  return found.rowCount!; // of a select
}

/** The tenant's events, oldest first. */
async function eventsOf({ tenant }: UserActor) {
  while ((await relayEvents(200)) > 0);
  const found = await pool.query<{ type: string; sequence: number }>(
    sql`select type, sequence from event where tenant_id = ${tenant.id} order by position`,
  );
  return found.rows;
}

/** The provider sends its stored events again; the worker runs whatever they queue. */
async function replay(owner: UserActor): Promise<number> {
  await standIn.control("webhooks/resend", {});
  const sent = standIn.received.length;
  await takeWebhooks(owner);
  return sent;
}

const remember = ({ tenant }: UserActor, sessionId: string, bookingId: string) =>
  pool.query(
    sql`insert into provider_session (provider, session_id, tenant_id, booking_id)
        values ('payprovider', ${sessionId}, ${tenant.id}, ${bookingId})`,
  );

test("an event replayed after its id was deleted is a no-op", async () => {
  const { owner, id, session_id } = await paidBooking();
  await remember(owner, session_id, id);
  const paid = await paymentsOf(id);
  await age(owner);
  const before = await stateOf(id);
  expect(await replay(owner)).toBeGreaterThan(0);
  expect(await stateOf(id)).toEqual(before);
  expect(await eventsOf(owner)).toEqual([]);
  expect(await paymentsOf(id)).toMatchObject([{ id: paid[0]!.id, status: "paid" }]);
  expect(await refundsOf(id)).toEqual([]);
});

test("a replayed event of a refunded payment refunds nothing again", async () => {
  const { owner, id } = await paidBooking();
  await refundBooking(owner, id, {}, null);
  await work(owner);
  await age(owner);
  await replay(owner);
  expect(await stateOf(id)).toEqual({ status: "refunded", payment_status: "refunded", seats: 0 });
  expect(await refundsOf(id)).toMatchObject([{ status: "succeeded", amount: 2500 }]);
  expect(Object.values(standIn.sandbox.state.data.refunds)).toHaveLength(1);
  expect(await eventsOf(owner)).toEqual([]);
});

test("an old booking is refunded in full, and its events continue the booking's sequence and are delivered", async () => {
  const { owner, id } = await paidBooking();
  await makeSubscription(owner, "https://example.com/", ["booking.refunded"]);
  const last = (await eventsOf(owner)).at(-1)!;
  await age(owner);
  await refundBooking(owner, id, { amount: 1000 }, null);
  await work(owner);
  await refundBooking(owner, id, {}, null);
  await work(owner);
  expect(await stateOf(id)).toMatchObject({ status: "refunded", payment_status: "refunded" });
  expect(await refundsOf(id)).toMatchObject([
    { status: "succeeded", amount: 1000 },
    { status: "succeeded", amount: 1500 },
  ]);
  expect(await eventsOf(owner)).toEqual([
    { type: "booking.refunded", sequence: last.sequence + 1 },
    { type: "booking.refunded", sequence: last.sequence + 2 },
  ]);
  expect(await countOf(owner.tenant.id, "webhook_delivery")).toBe(2);
});

test("a refund that fails after the booking's events were deleted is shown, and the booking counts as paid", async () => {
  const { owner, id } = await paidBooking();
  await refundBooking(owner, id, {}, null);
  await work(owner);
  await age(owner);
  const [refund] = await refundsOf(id);
  await standIn.control(`refunds/${refund!.provider_refund_id}/outcome`, { outcome: "failed" });
  await takeWebhooks(owner);
  expect(await stateOf(id)).toMatchObject({ payment_status: "paid" });
  expect(await refundsOf(id)).toMatchObject([{ status: "failed" }]);
  expect(await paymentsOf(id)).toMatchObject([{ attention: "refund_failed" }]);
});
