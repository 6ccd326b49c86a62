import sql from "sql-template-tag";
import type { AccountDeletion } from "~/contract/account";
import { StatusChange } from "~/contract/bookings";
import { AppError, invalidField } from "~/lib/app-error";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { log } from "~/lib/log.server";
import { changeBookingStatus } from "../bookings/change-status.server";
import type { UserActor } from "../identity/actor";
import { readMoney } from "../ledger/booking-money.sql.server";
import { settleQueued } from "../payments/settle-due.server";
import { tenantTables } from "./tenant-tables.server";

/** A stolen cookie is rarely this young. */
const SESSION_MINUTES = 10;
const REASON = "company_closed";

/**
 * Deletes the tenant for good: every row of every table, its sessions and keys, and the accounts that belong to no other company, in one
 * transaction. Throws unauthenticated (sign in again first), validation_failed (another name), in_use (paid bookings in the future, unless
 * they are to be cancelled and refunded; refunds that have not gone through).
 */
export async function deleteAccount(actor: UserActor, input: AccountDeletion): Promise<void> {
  const tenantId = actor.tenant.id;
  await checkSession(pool, actor);
  if (input.confirm_name !== actor.tenant.name) throw invalidField("confirm_name", "That is not the company's name.");
  if (input.cancel_and_refund) await cancelPaidBookings(actor);
  await transaction(async (db) => {
    // So many rows may take longer than a statement otherwise may.
    await db.query("set local statement_timeout = '10min'");
    await lockTenant(db, tenantId);
    await checkNothingPaid(db, tenantId);
    await checkNoRefundWaits(db, tenantId);
    await deleteRows(db, tenantId);
  });
  log.info({ tenant_id: tenantId, request_id: actor.request_id }, "a tenant was deleted");
}

async function checkSession(db: Sql, actor: UserActor): Promise<void> {
  const young = await db.query(
    sql`select 1 from session where id = ${actor.session_id} and account_id = ${actor.account_id}
        and created_at > now() - ${SESSION_MINUTES} * interval '1 minute'`,
  );
  if (young.rowCount === 0)
    throw new AppError("unauthenticated", "Sign in again first. This needs a sign-in within the last ten minutes.", {
      details: { reason: "session_too_old" },
    });
}

/** Bookings first (they queue on their resource), the tenant last: the order in which a booking takes its locks. */
async function lockTenant(db: Sql, tenantId: string): Promise<void> {
  await db.query(sql`select 1 from resource where tenant_id = ${tenantId} order by id for update`);
  await db.query(sql`select 1 from tenant where id = ${tenantId} for update`);
}

const PAID_AHEAD = sql`ends_at > now() and status in ('pending', 'confirmed', 'paid')
  and (status = 'paid' or exists (select 1 from payment p where p.tenant_id = booking.tenant_id and p.booking_id = booking.id
    and p.status in ('paid', 'partially_refunded', 'processing')))`;

async function checkNothingPaid(db: Sql, tenantId: string): Promise<void> {
  const paid = await db.query<{ count: number }>(
    sql`select count(*)::int from booking where tenant_id = ${tenantId} and ${PAID_AHEAD}`,
  );
  const count = paid.rows[0]?.count ?? 0;
  if (count > 0)
    throw new AppError(
      "in_use",
      "There are paid bookings in the future. Cancel and refund them (cancel_and_refund), or wait.",
      {
        details: { paid_bookings: count },
      },
    );
}

/** Cancels them, and gives back all that was paid for each: asked of the provider before anything is deleted. */
async function cancelPaidBookings(actor: UserActor): Promise<void> {
  const tenantId = actor.tenant.id;
  const found = await pool.query<{ id: string }>(
    sql`select id from booking where tenant_id = ${tenantId} and ${PAID_AHEAD} order by id`,
  );
  for (const { id } of found.rows) {
    const { refundable } = await readMoney(pool, tenantId, id);
    const refund = { mode: refundable > 0 ? "full" : "none" };
    await changeBookingStatus(
      actor,
      id,
      StatusChange.parse({ status: "cancelled", reason_code: REASON, refund }),
      null,
    );
  }
  const waiting = await pool.query<{ payment_id: string }>(
    sql`select distinct payment_id from refund where tenant_id = ${tenantId} and status = 'requested'`,
  );
  for (const { payment_id } of waiting.rows) await settleQueued({ tenant_id: tenantId, payment_id });
}

/** With the rows of a refund that is on its way, the money would be lost sight of. */
async function checkNoRefundWaits(db: Sql, tenantId: string): Promise<void> {
  const waiting = await db.query<{ count: number }>(
    sql`select count(*)::int from refund where tenant_id = ${tenantId} and status in ('requested', 'pending')`,
  );
  const count = waiting.rows[0]?.count ?? 0;
  if (count > 0)
    throw new AppError("in_use", "Refunds have not gone through yet. Try again in a few minutes.", {
      details: { waiting_refunds: count },
    });
}

async function deleteRows(db: Sql, tenantId: string): Promise<void> {
  const members = await db.query<{ id: string }>(
    sql`select a.id from account a join tenant_user u on u.account_id = a.id where u.tenant_id = ${tenantId} order by a.id for update of a`,
  );
  for (const { name } of await tenantTables(db))
    await db.query(`delete from "${name}" where tenant_id = $1`, [tenantId]);
  await db.query(sql`delete from tenant where id = ${tenantId}`);
  await db.query(
    sql`delete from account a where a.id = any(${members.rows.map((row) => row.id)}::uuid[])
        and not exists (select 1 from tenant_user u where u.account_id = a.id)`,
  );
}
