import sql from "sql-template-tag";
import { NewBooking, StatusChange } from "~/contract/booking-inputs";
import type { CardOnFile } from "~/contract/card-on-file";
import type { CardRefusal } from "~/sandbox/stripe/state";
import type { Deposit } from "~/contract/schedules";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { finishConnect, startConnect } from "~/domain/payments/connect.server";
import { ensureCheckout } from "~/domain/payments/create-checkout.server";
import { requireProvider } from "~/domain/payments/provider.server";
import { receiveWebhook } from "~/domain/payments/receive-webhook.server";
import { settleQueued } from "~/domain/payments/sync-payment.server";
import type { UserActor } from "~/domain/identity/actor";
import type { PaymentRow, RefundRow } from "~/domain/accounting/payment-row";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { slotsOf } from "./booking-calls";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "./factory";
import { standIn } from "./payments-on";

// Actions of people, providers and workers in tests of payments.

/** Connects the tenant's account through the provider's consent page. */
export async function connectAccount(owner: UserActor, account?: string): Promise<string> {
  const id = account ?? standIn.sandbox.state.addAccount({ name: "Salon" }).id;
  const { url, state } = await startConnect(owner, "payprovider", false);
  const redirect_uri = new URL(url).searchParams.get("redirect_uri")!;
  const answer = await fetch(`${standIn.origin}/oauth/consent`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ redirect_uri, state, choice: id }),
  });
  const back = new URL(answer.headers.get("Location")!);
  const code = back.searchParams.get("code")!;
  await finishConnect(
    owner,
    "payprovider",
    { code, state: back.searchParams.get("state")! },
    state,
  );
  return id;
}

/** A company that takes payments, with one resource and a schedule at 25 euros. */
export async function makePaidService(
  capacity = 1,
  more: {
    account?: string;
    price_amount?: number;
    currency?: string;
    deposit?: Deposit | null;
    card_on_file?: CardOnFile | null;
    requires_payment?: boolean;
  } = {},
) {
  const { account: chosen, price_amount = 2500, currency = "EUR", deposit = null } = more;
  const { card_on_file = null, requires_payment = true } = more;
  const owner = await makeTenant({ currency });
  const account = await connectAccount(owner, chosen);
  const { id: room } = await makeResource(owner, { capacity });
  const schedule = await makeSchedule(owner, [room], {
    price_amount,
    currency,
    requires_payment,
    deposit,
    card_on_file,
  });
  return { owner, account, room, schedule, slots: await slotsOf(schedule.id) };
}

export async function paymentsOf(bookingId: string): Promise<PaymentRow[]> {
  const found = await pool.query<PaymentRow>(
    sql`select * from payment where booking_id = ${bookingId} order by created_at`,
  );
  return found.rows;
}

export async function refundsOf(bookingId: string): Promise<RefundRow[]> {
  const found = await pool.query<RefundRow>(
    sql`select * from refund where booking_id = ${bookingId} order by created_at, id`,
  );
  return found.rows;
}

/** Opens a booking's checkout as the owner. */
export async function checkout(owner: UserActor, bookingId: string) {
  return (await ensureCheckout(owner, bookingId, {})).checkout;
}

/** Acts as a visitor at the provider, or lets time pass there. */
export async function atProvider(
  sessionId: string,
  outcome: string,
  card?: CardRefusal,
): Promise<void> {
  await standIn.control(`payments/${sessionId}/outcome`, { outcome, card });
}

/** Delivers the pending webhooks and runs the queued work. */
export async function takeWebhooks(owner: UserActor): Promise<void> {
  await standIn.sandbox.events.settled();
  for (const webhook of standIn.received.splice(0)) await takeWebhook(webhook);
  await work(owner);
}

/** Receives one signed webhook. */
export async function takeWebhook({
  body,
  headers,
}: (typeof standIn.received)[number]): Promise<void> {
  await receiveWebhook("payprovider", requireProvider("payprovider").readWebhook(body, headers));
}

/** Runs all due payment work of the tenant. */
export async function work(owner: UserActor): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const due = await pool.query<{ id: string }>(
      sql`select p.id from payment p where tenant_id = ${owner.tenant.id} and (next_sync_at is not null or exists (
            select 1 from refund r where r.tenant_id = p.tenant_id and r.payment_id = p.id and r.status = 'requested')) order by created_at`,
    );
    for (const { id } of due.rows)
      await settleQueued({ tenant_id: owner.tenant.id, payment_id: id });
  }
}

/** An unpaid booking with a guest's hold duration. */
export async function waitingBooking(owner: UserActor, slotId: string): Promise<string> {
  const input = NewBooking.parse({ slot_id: slotId, customer: aCustomer(), status: "pending" });
  const { id } = await createBooking(owner, input, null);
  await pool.query(
    sql`update booking set pending_reason = 'payment', expires_at = now() + interval '15 minutes' where tenant_id = ${owner.tenant.id} and id = ${id}`,
  );
  await pool.query(
    sql`update claim set lapses_at = now() + interval '15 minutes' where tenant_id = ${owner.tenant.id} and booking_id = ${id}`,
  );
  return id;
}

/** A paid booking, far enough ahead for a full refund. */
export async function paidBooking(more: Parameters<typeof makePaidService>[1] = {}) {
  const { owner, slots, account } = await makePaidService(1, more);
  const inThreeDays = clock.now() + 3 * 86_400_000;
  const slot = slots.find(({ starts_at }) => starts_at.getTime() > inThreeDays)!;
  const id = await waitingBooking(owner, slot.id);
  const { session_id } = await checkout(owner, id);
  await atProvider(session_id, "pay");
  await takeWebhooks(owner);
  return { owner, id, session_id, account, slot };
}

export async function letHoldEnd(owner: UserActor, id: string): Promise<void> {
  await pool.query(
    sql`update booking set expires_at = now() - interval '1 second' where tenant_id = ${owner.tenant.id} and id = ${id}`,
  );
  await pool.query(
    sql`update claim set lapses_at = now() - interval '1 second' where tenant_id = ${owner.tenant.id} and booking_id = ${id}`,
  );
}

export async function stateOf(id: string) {
  const found = await pool.query<{ status: string; payment_status: string; seats: number }>(
    sql`select status, payment_status, (select count(*)::int from claim where booking_id = b.id and tenant_id = b.tenant_id) as seats
        from booking b where id = ${id}`,
  );
  return found.rows[0]!;
}

export async function events(id: string): Promise<string[]> {
  const found = await pool.query<{ type: string }>(
    sql`select type from event where booking_id = ${id} order by sequence`,
  );
  return found.rows.map(({ type }) => type.replace("booking.", ""));
}

export const cancel = (owner: UserActor, id: string, more: object = {}) =>
  changeBookingStatus(owner, id, StatusChange.parse({ status: "cancelled", ...more }), null);
