import sql from "sql-template-tag";
import type { PaymentSnapshot } from "~/adapters/payments/port";
import type { BookingStatus } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { changeBooking, type ChangeOptions, type LockedBooking } from "../bookings/apply-decision.server";
import type { BookingCommand } from "../bookings/booking-command";
import { withLockedBooking } from "../bookings/with-locked-booking.server";
import type { SystemActor } from "../identity/actor";
import { readMoney } from "../ledger/booking-money.sql.server";
import { type PaymentRow, UNFINISHED } from "../ledger/payment-row";
import { requestRefund } from "../ledger/request-refund.sql.server";
import { decidePayment, type PaymentDecision, type RefundChange } from "./decide-payment";
import { loadPayment, loadRefunds } from "./load-payment.sql.server";

/**
 * Writes what the provider said of a payment at `askedAt`, and what follows for its booking, under the booking's locks and in the caller's
 * transaction. False when somebody has asked later and written that already: then this is old news. Throws what the booking throws.
 */
export async function applySnapshot(
  db: Sql,
  actor: SystemActor,
  { tenant_id, id, booking_id }: PaymentRow,
  snapshot: PaymentSnapshot,
  askedAt: Date,
): Promise<boolean> {
  return withLockedBooking(db, actor, booking_id, { lapsed: "end_others" }, async (booking) => {
    const payment = await loadPayment(db, tenant_id, id, true);
    if (payment === null) return true;
    if (payment.asked_at !== null && payment.asked_at > askedAt) return false;
    // A session that is another's, or answers for another payment, changes nothing: an account can name any of ours in its metadata.
    if (!isOurs(payment, snapshot)) return true;
    const decision = decidePayment(payment, await loadRefunds(db, tenant_id, [id]), snapshot);
    await writePayment(db, payment, decision, askedAt);
    const former = booking.loaded.row.status;
    for (const refund of decision.refunds) await writeRefund(db, payment, refund, former);
    await tellBooking(db, actor, booking, { ...payment, ...decision.patch }, decision);
    return true;
  });
}

function isOurs(payment: PaymentRow, snapshot: PaymentSnapshot): boolean {
  if (payment.livemode !== snapshot.livemode) return false;
  if (payment.session_id !== null) return payment.session_id === snapshot.session_id;
  const isSameMoney = snapshot.amount === payment.amount && snapshot.currency === payment.currency;
  return snapshot.payment_id === payment.id && isSameMoney;
}

async function writePayment(
  db: Sql,
  payment: PaymentRow,
  { patch, is_captured_now }: PaymentDecision,
  askedAt: Date,
): Promise<void> {
  const after = { ...payment, ...patch };
  await db.query(
    sql`update payment set status = ${after.status}, session_id = ${after.session_id}, charge_ref = ${after.charge_ref},
          checkout_url = ${after.checkout_url}, receipt_url = ${after.receipt_url}, failure_code = ${after.failure_code},
          attention = ${after.attention}, asked_at = ${askedAt}, updated_at = current_timestamp,
          captured_at = ${is_captured_now ? askedAt : payment.captured_at}, next_sync_at = ${nextSync(after, askedAt)}
        where tenant_id = ${payment.tenant_id} and id = ${payment.id}`,
  );
  if (payment.session_id === null && after.session_id !== null)
    await db.query(
      sql`insert into provider_session (provider, session_id, tenant_id, booking_id)
          values (${payment.provider}, ${after.session_id}, ${payment.tenant_id}, ${payment.booking_id}) on conflict do nothing`,
    );
}

const MINUTE = 60_000;

/** When the provider is asked again without being told to: often while a guest may be paying, then until its state is final. */
function nextSync({ status, expires_at }: PaymentRow, askedAt: Date): Date | null {
  if (status === "processing") return new Date(askedAt.getTime() + 60 * MINUTE);
  if (!UNFINISHED.includes(status)) return null;
  const soon = askedAt.getTime() + 3 * MINUTE;
  return new Date(Math.min(soon, Math.max(expires_at?.getTime() ?? soon, askedAt.getTime() + MINUTE)));
}

async function writeRefund(db: Sql, payment: PaymentRow, refund: RefundChange, former: BookingStatus): Promise<void> {
  const { tenant_id, id: payment_id, booking_id, currency } = payment;
  const { provider_refund_id, amount, status, failure_code } = refund;
  const isDone = status === "succeeded";
  if (refund.id === null) {
    refund.id = newId();
    await db.query(
      sql`insert into refund (tenant_id, id, payment_id, booking_id, provider_refund_id, idempotency_key, amount, currency, status, reason,
            former_status, failure_code, completed_at)
          values (${tenant_id}, ${refund.id}, ${payment_id}, ${booking_id}, ${provider_refund_id}, gen_random_uuid(), ${amount}, ${currency},
            ${status}, 'provider', ${former}, ${failure_code}, ${isDone ? sql`current_timestamp` : sql`null::timestamptz`})`,
    );
    return;
  }
  await db.query(
    sql`update refund set provider_refund_id = ${provider_refund_id}, status = ${status}, failure_code = ${failure_code},
          former_status = ${refund.turned === "completed" ? sql`${former}::text` : sql`former_status`},
          completed_at = ${isDone ? sql`coalesce(completed_at, current_timestamp)` : sql`completed_at`}
        where tenant_id = ${tenant_id} and id = ${refund.id}`,
  );
}

/** What the booking becomes by the news of its money. A payment beside another one is not the booking's: it goes back. */
async function tellBooking(
  db: Sql,
  actor: SystemActor,
  booking: LockedBooking,
  payment: PaymentRow,
  { is_captured_now, progress, refunds }: PaymentDecision,
): Promise<void> {
  let current = booking;
  const change = async (command: BookingCommand, options: ChangeOptions = {}) => {
    const row = await changeBooking(db, actor, current, command, options);
    current = { ...current, loaded: { ...current.loaded, row } };
  };
  if (is_captured_now && payment.attention !== "amount_mismatch") {
    if (await isSurplus(db, current, payment)) return sendBack(db, payment, "second_payment");
    const command = receiptOf(current.loaded.row.status);
    if (command === null || !(await isTaken(db, () => change(command)))) {
      await change({ type: "late_payment_refused" });
      await sendBack(db, payment, "late_payment");
    }
  } else if (progress !== null) await change({ type: "payment_progress", payment_status: progress });
  if (payment.is_surplus) return;
  for (const refund of refunds) await tellRefund(db, actor, change, payment, refund);
}

/** What money means for a booking in this status; null: it comes too late. */
function receiptOf(status: BookingStatus): BookingCommand | null {
  if (status === "completed" || status === "no_show") return { type: "payment_received" };
  return status === "cancelled" || status === "refunded" ? null : { type: "become", to: "paid" };
}

/** Whether the booking took the money; refused (the seats are gone), what was begun is undone and the rest of the transaction stands. */
async function isTaken(db: Sql, take: () => Promise<void>): Promise<boolean> {
  await db.query("savepoint take_money");
  try {
    await take();
    await db.query("release savepoint take_money");
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await db.query("rollback to savepoint take_money");
    return false;
  }
}

/** Whether the booking has been paid in another way, or its money has gone back already. */
async function isSurplus(db: Sql, { loaded: { row } }: LockedBooking, payment: PaymentRow): Promise<boolean> {
  const others = await db.query(
    sql`select 1 from payment where tenant_id = ${payment.tenant_id} and booking_id = ${payment.booking_id} and id <> ${payment.id}
          and status in ('paid', 'partially_refunded', 'refunded') and not is_surplus limit 1`,
  );
  return row.status === "refunded" || others.rowCount === 1;
}

async function sendBack(db: Sql, payment: PaymentRow, reason: "second_payment" | "late_payment"): Promise<void> {
  if (reason === "second_payment")
    await db.query(
      sql`update payment set is_surplus = true where tenant_id = ${payment.tenant_id} and id = ${payment.id}`,
    );
  await requestRefund(db, payment, payment.amount, reason);
}

async function tellRefund(
  db: Sql,
  actor: SystemActor,
  change: (command: BookingCommand, options?: ChangeOptions) => Promise<void>,
  payment: PaymentRow,
  { id, amount, turned }: RefundChange,
): Promise<void> {
  const { tenant_id, booking_id, currency } = payment;
  if (turned === null) return;
  const money = await readMoney(db, tenant_id, booking_id);
  if (turned === "completed") {
    const refund = { id: id!, amount, currency, remaining: money.captured - money.refunded }; // written above
    return change({ type: "refund_completed" }, { money, refund });
  }
  const found = await db.query<{ former_status: BookingStatus | null }>(
    sql`select former_status from refund where tenant_id = ${tenant_id} and id = ${id}`,
  );
  const former = found.rows[0]?.former_status ?? "cancelled";
  await change({ type: "refund_failed", former }, { money });
}
