import sql, { type Sql as Part } from "sql-template-tag";
import type { AccountClosing } from "~/contract/account";
import { notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool, type Sql } from "~/lib/db.server";
import type { Reads } from "~/lib/one-trip.sql.server";
import { toRfc3339 } from "~/lib/time";

/** How long a payment or refund may be undecided before a person has to look at it. */
const OVERDUE_MS = 14 * 86_400_000;

/** The request that started closing a company. */
export interface Closing {
  requested_at: string;
  /** The requester, on whose behalf bookings are cancelled. */
  user_id: string;
  /** Failed refunds have been settled in another way. */
  failed_refunds_settled: boolean;
  /** The provider did not respond to the last call. */
  is_provider_away: boolean;
}

/** Guests' money that is not settled yet. */
export type Unsettled = Pick<
  AccountClosing,
  "open_checkouts" | "processing" | "refunds_under_way" | "cash_owed" | "failed_refunds"
>;

/** The cancellation reason of bookings that a closing cancels. */
export const CLOSING_REASON = "company_closed";
/** How long messages about them are awaited: an address may never accept any. */
const MESSAGE_MINUTES = 60;

export async function readClosing(db: Reads, tenantId: string): Promise<Closing | null> {
  const found = await db.query<{ closing: Closing | null }>(
    sql`select closing from tenant where id = ${tenantId} and is_closing`,
  );
  return found.rows[0]?.closing ?? null;
}

export async function writeClosing(db: Sql, tenantId: string, closing: Closing): Promise<void> {
  await db.query(
    sql`update tenant set is_closing = true, closing = ${JSON.stringify(closing)}::jsonb where id = ${tenantId}`,
  );
}

/**
 * The unsettled amounts. A checkout that cannot be queried, since its account is disconnected,
 * counts until it has expired; a payment in processing there counts until a person decides.
 */
export async function readUnsettled(db: Sql, tenantId: string): Promise<Unsettled> {
  const payments = await db.query<Omit<Unsettled, "refunds_under_way" | "cash_owed">>(
    sql`select (count(*) filter (where status in ('created', 'open') and (next_sync_at is not null or expires_at > current_timestamp)))::int
            as open_checkouts,
          (count(*) filter (where status = 'processing'))::int as processing,
          (count(*) filter (where attention = 'refund_failed'))::int as failed_refunds
        from payment where tenant_id = ${tenantId} and provider <> 'offline'`,
  );
  const refunds = await db.query<Pick<Unsettled, "refunds_under_way" | "cash_owed">>(
    sql`select (count(*) filter (where status in ('requested', 'pending')))::int as refunds_under_way,
          (count(*) filter (where status = 'owed'))::int as cash_owed
        from refund where tenant_id = ${tenantId} and status in ('requested', 'pending', 'owed')`,
  );
  return { ...payments.rows[0]!, ...refunds.rows[0]! }; // counts have one row
}

/**
 * Counts messages to guests about bookings that the closing cancelled: those waiting to be sent,
 * and events that will still cause some.
 */
export async function countUnsentMessages(db: Sql, tenantId: string): Promise<number> {
  const isYoung = (made: Part) =>
    sql`${made} > current_timestamp - ${MESSAGE_MINUTES}::int * interval '1 minute'`;
  const events = await db.query<{ count: number }>(
    sql`select count(*)::int as count from event e join booking b on b.tenant_id = ${tenantId} and b.id = e.booking_id
        where e.tenant_id = ${tenantId} and e.relayed_at is null and b.cancel_reason_code = ${CLOSING_REASON} and ${isYoung(sql`e.created_at`)}`,
  );
  const messages = await db.query<{ count: number }>(
    sql`select count(*)::int as count from message m join booking b on b.tenant_id = ${tenantId} and b.id = m.booking_id
        where m.tenant_id = ${tenantId} and m.status = 'queued' and b.cancel_reason_code = ${CLOSING_REASON} and ${isYoung(sql`m.created_at`)}`,
  );
  return events.rows[0]!.count + messages.rows[0]!.count; // counts have one row
}

/** Whether everything that has to be awaited is settled. */
export function isSettled(unsettled: Unsettled, { failed_refunds_settled }: Closing): boolean {
  const { open_checkouts, processing, refunds_under_way, cash_owed, failed_refunds } = unsettled;
  return (
    open_checkouts +
      processing +
      refunds_under_way +
      cash_owed +
      (failed_refunds_settled ? 0 : failed_refunds) ===
    0
  );
}

export function isOverdue({ requested_at }: Closing): boolean {
  return Date.parse(requested_at) + OVERDUE_MS <= clock.now();
}

function stateOf(closing: Closing, unsettled: Unsettled): AccountClosing["state"] {
  if (isOverdue(closing)) return "overdue";
  if (closing.is_provider_away) return "provider_unavailable";
  if (unsettled.failed_refunds > 0 && !closing.failed_refunds_settled) return "refund_failed";
  return unsettled.cash_owed > 0 ? "cash_owed" : "waiting";
}

/** The progress of a company's deletion; null if none was requested. */
export async function findDeletion(
  tenantId: string,
  reads: Reads = pool,
): Promise<AccountClosing | null> {
  const closing = await readClosing(reads, tenantId);
  if (closing === null) return null;
  const unsettled = await readUnsettled(pool, tenantId);
  const requested = Date.parse(closing.requested_at);
  return {
    state: stateOf(closing, unsettled),
    requested_at: toRfc3339(requested),
    overdue_at: toRfc3339(requested + OVERDUE_MS),
    ...unsettled,
    unsent_messages: await countUnsentMessages(pool, tenantId),
  };
}

/** Like findDeletion. Throws not_found if none was requested. */
export async function readDeletion(tenantId: string): Promise<AccountClosing> {
  const deletion = await findDeletion(tenantId);
  if (deletion === null) throw notFound("Account deletion");
  return deletion;
}

/** The companies being deleted, the longest first. */
export async function findClosing(most: number): Promise<{ id: string; closing: Closing }[]> {
  const due = await pool.query<{ id: string; closing: Closing }>(
    sql`select id, closing from tenant where is_closing and closing is not null order by closing ->> 'requested_at' limit ${most}`,
  );
  return due.rows;
}

/** Payments with refunds that wait to be sent, or for the provider. */
export async function paymentsWithRefunds(tenantId: string): Promise<string[]> {
  const waiting = await pool.query<{ payment_id: string }>(
    sql`select distinct payment_id from refund where tenant_id = ${tenantId} and status in ('requested', 'pending')`,
  );
  return waiting.rows.map(({ payment_id }) => payment_id);
}

/** An owner of the tenant: this user if they still are one. */
export async function findOwner(
  tenantId: string,
  userId: string,
): Promise<{ id: string; account_id: string; name: string; email: string } | null> {
  const found = await pool.query<{ id: string; account_id: string; name: string; email: string }>(
    sql`select u.id, u.account_id, u.name, a.email from tenant_user u join account a on a.id = u.account_id
        where u.tenant_id = ${tenantId} and u.role = 'owner' order by u.id = ${userId} desc, u.created_at limit 1`,
  );
  return found.rows[0] ?? null;
}
