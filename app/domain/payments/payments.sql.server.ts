import sql from "sql-template-tag";
import type { ProviderName, WebhookHint } from "~/adapters/payments/port";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { scanTenants } from "~/lib/cluster-nodes.sql.server";
import { pool, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { BookingRow } from "../bookings/read/booking-row";
import { isUnfit } from "../bookings/change/checkout-fits.sql.server";
import { type PaymentRow, UNFINISHED } from "../accounting/payment-row";
import type { PaymentPurpose } from "../accounting/payment-purpose";
import type { ConnectionRow } from "./connections.sql.server";

export async function loadPayment(
  db: Sql,
  tenantId: string,
  id: string,
  lock: boolean,
): Promise<PaymentRow | null> {
  const found = await db.query<PaymentRow>(
    lock
      ? sql`select * from payment where tenant_id = ${tenantId} and id = ${id} for update`
      : sql`select * from payment where tenant_id = ${tenantId} and id = ${id}`,
  );
  return found.rows[0] ?? null;
}

/** The booking's payment that a guest may still finish. */
export async function findUnfinished(
  db: Sql,
  tenantId: string,
  bookingId: string,
): Promise<PaymentRow | undefined> {
  const open = await db.query<PaymentRow>(
    sql`select * from payment where tenant_id = ${tenantId} and booking_id = ${bookingId} and status = any(${UNFINISHED}::text[])`,
  );
  return open.rows[0];
}

/** An open checkout that no longer fits its booking, or is for something else than wanted. */
export async function findOutdated(
  tenantId: string,
  booking: BookingRow,
  purpose: PaymentPurpose,
): Promise<string | null> {
  const found = await pool.query<{ id: string }>(
    sql`select id from payment where tenant_id = ${tenantId} and booking_id = ${booking.id} and status = any(${["created", "open"]}::text[])
          and success_url is not null and (purpose <> ${purpose} or ${isUnfit(booking)})`,
  );
  return found.rows[0]?.id ?? null;
}

/** Whether an amount other than the booking's was captured, and nobody has dealt with it yet. */
export async function hasMismatch(db: Sql, tenantId: string, bookingId: string): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from payment where tenant_id = ${tenantId} and booking_id = ${bookingId} and attention = 'amount_mismatch' limit 1`,
  );
  return found.rowCount === 1;
}

export async function insertPayment(db: Sql, made: PaymentRow): Promise<void> {
  await db.query(
    sql`insert into payment (tenant_id, id, booking_id, provider, purpose, keeps_card, status, amount, currency, connection_id, organization_id, livemode,
          fee_amount, idempotency_key, description, success_url, cancel_url, expires_at, next_sync_at, instant_only)
        values (${made.tenant_id}, ${made.id}, ${made.booking_id}, ${made.provider}, ${made.purpose}, ${made.keeps_card}, ${made.status}, ${made.amount}, ${made.currency},
          ${made.connection_id}, ${made.organization_id}, ${made.livemode}, ${made.fee_amount}, ${made.idempotency_key},
          ${made.description}, ${made.success_url}, ${made.cancel_url}, ${made.expires_at}, ${made.next_sync_at}, ${made.instant_only})`,
  );
}

/** The booking of a checkout session, or this booking if it has a price; undefined: neither. */
export async function findBookingOf(
  tenantId: string,
  { session_id, booking_id }: { session_id: string | null; booking_id: string | null },
): Promise<string | undefined> {
  const found = await pool.query<{ booking_id: string }>(
    session_id === null
      ? sql`select id as booking_id from booking where tenant_id = ${tenantId} and id = ${booking_id} and price_amount > 0`
      : sql`select booking_id from payment where tenant_id = ${tenantId} and session_id = ${session_id}`,
  );
  return found.rows[0]?.booking_id;
}

/** The payment that a webhook names, among those of this account of the tenant. */
export async function findByHint(
  db: Sql,
  providerName: ProviderName,
  tenantId: string,
  { session_id, charge_ref, organization_id }: Extract<WebhookHint, { kind: "payment" }>,
): Promise<string | null> {
  const found = await db.query<{ id: string }>(
    sql`select id from payment where tenant_id = ${tenantId} and provider = ${providerName} and organization_id = ${organization_id}
          and (session_id = ${session_id} or charge_ref = ${charge_ref}) limit 1`,
  );
  return found.rows[0]?.id ?? null;
}

/** Records a provider's event; false: a duplicate. */
export async function insertProviderEvent(
  db: Sql,
  tenantId: string,
  provider: ProviderName,
  eventId: string,
): Promise<boolean> {
  const first = await db.query(
    sql`insert into provider_event (tenant_id, slot, event_id) values (${tenantId}, ${provider}, ${eventId}) on conflict do nothing`,
  );
  return first.rowCount === 1;
}

/** The booking's payments with a checkout that was not queried in the last two seconds. */
export async function findOpenCheckouts(tenantId: string, bookingId: string): Promise<string[]> {
  const open = await pool.query<{ id: string }>(
    sql`select id from payment where tenant_id = ${tenantId} and booking_id = ${bookingId} and status = any(${UNFINISHED}::text[])
          and session_id is not null and (asked_at is null or asked_at < clock_timestamp() - interval '2 seconds')`,
  );
  return open.rows.map(({ id }) => id);
}

/** Payments of an account whose state is not final, the oldest first. */
export async function findUnsettled({
  tenant_id,
  provider,
  organization_id,
}: ConnectionRow): Promise<string[]> {
  const unsettled = await pool.query<{ id: string }>(
    sql`select id from payment where tenant_id = ${tenant_id} and provider = ${provider} and organization_id = ${organization_id}
          and next_sync_at is not null order by created_at`,
  );
  return unsettled.rows.map(({ id }) => id);
}

/** The number of an account's payments in processing. */
export async function countProcessing({
  tenant_id,
  provider,
  organization_id,
}: ConnectionRow): Promise<number> {
  const found = await pool.query<{ count: number }>(
    sql`select count(*)::int as count from payment where tenant_id = ${tenant_id} and provider = ${provider}
          and organization_id = ${organization_id} and status = 'processing'`,
  );
  return found.rows[0]!.count; // an aggregate is one row
}

/** Payments that are due to be read from the provider, the longest overdue first. */
export async function findDue(most: number): Promise<{ tenant_id: string; id: string }[]> {
  return scanTenants("payments", most, async (among) => {
    const due = await pool.query<{ tenant_id: string; id: string }>(
      sql`select tenant_id, id from payment where ${among} and next_sync_at <= current_timestamp order by next_sync_at limit ${most}`,
    );
    return due.rows;
  });
}

const MINUTE = 60_000;

/**
 * Records that a payment's state could not be stored, or was refused, and schedules a retry: after
 * a minute at first, then after as long as it has been failing, at least hourly. After ten minutes
 * it is reported to a person.
 */
export async function markStuck(tenantId: string, id: string): Promise<void> {
  const now = await databaseNow(pool);
  const payment = await loadPayment(pool, tenantId, id, false);
  const since = payment?.stuck_since ?? now;
  const wait = Math.min(Math.max(now.getTime() - since.getTime(), MINUTE), 60 * MINUTE);
  await pool.query(
    sql`update payment set stuck_since = ${since}, next_sync_at = ${new Date(now.getTime() + wait)}
        where tenant_id = ${tenantId} and id = ${id} and status <> 'failed'`,
  );
}

/** Schedules the next sync of a payment, in minutes from now. */
export async function scheduleSync(tenantId: string, id: string, minutes: number): Promise<void> {
  await pool.query(
    sql`update payment set next_sync_at = current_timestamp + ${minutes} * interval '1 minute'
        where tenant_id = ${tenantId} and id = ${id} and status <> 'failed'`,
  );
}

/** Ends the polling of a payment. */
export async function stopSyncing({ tenant_id, id }: PaymentRow): Promise<void> {
  await pool.query(
    sql`update payment set next_sync_at = null, stuck_since = null where tenant_id = ${tenant_id} and id = ${id}`,
  );
}

/** Fails a payment whose checkout or charge was refused; false: it is no longer waiting. */
export async function failPayment(
  db: Sql,
  { tenant_id, id }: PaymentRow,
  code: string | null,
): Promise<boolean> {
  const failed = await db.query(
    sql`update payment set status = 'failed', failure_code = ${code}, next_sync_at = null, stuck_since = null, updated_at = current_timestamp
        where tenant_id = ${tenant_id} and id = ${id} and status = 'created'`,
  );
  return failed.rowCount === 1;
}

/** Marks a refused fee for a person to look at; null: it was paid, so all of its marks go. */
export async function markFee(
  db: Sql,
  { tenant_id, id, booking_id, purpose }: PaymentRow,
  attention: "fee_unpaid" | null,
): Promise<void> {
  await db.query(
    attention === null
      ? sql`update payment set attention = null where tenant_id = ${tenant_id} and booking_id = ${booking_id} and purpose = ${purpose}
            and attention = 'fee_unpaid'`
      : sql`update payment set attention = ${attention} where tenant_id = ${tenant_id} and id = ${id}`,
  );
}

/**
 * Switches to a new idempotency key, unless it was changed concurrently: two calls that met the
 * same error must share one key.
 */
export async function changeKey({ tenant_id, id, idempotency_key }: PaymentRow): Promise<void> {
  await pool.query(
    sql`update payment set idempotency_key = ${newId()}
        where tenant_id = ${tenant_id} and id = ${id} and idempotency_key = ${idempotency_key}`,
  );
}
