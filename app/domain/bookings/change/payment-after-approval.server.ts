import type { Booking } from "~/contract/bookings";
import { pool, type Sql } from "~/lib/db.server";
import type { StaffActor, Tenant } from "../../identity/actor";
import { dueOf } from "../read/balance";
import { isPaymentTest } from "~/lib/payment-test.server";
import { type BookingRow, isTestBooking } from "../read/booking-row";
import { loadBooking } from "../read/load-booking.sql.server";
import { type Due, paymentAfterApproval } from "../place/new-booking";
import { readNoticeOfPaid } from "./service-terms.sql.server";

/**
 * The remaining requirement of a booking approved at `now`; null: it is confirmed. No payment is
 * required from guests who pay at the company, or when the company cannot take one.
 */
export async function dueAfterApproval(
  db: Sql,
  tenant: Tenant,
  row: BookingRow,
  now: Date,
): Promise<Due | null> {
  const isWaiting = row.status === "pending" && row.pending_reason === "approval";
  const needsCard = row.card_terms !== null && row.card === null;
  const paysNow = !row.pays_later && dueOf(row) > 0;
  if (!isWaiting || !tenant.takes_payments || !(needsCard || paysNow)) return null;
  if (isTestBooking(row) && !isPaymentTest()) return null;
  const { starts_at } = row;
  const min_notice_minutes = paysNow ? await readNoticeOfPaid(db, row) : undefined;
  if (min_notice_minutes !== undefined)
    return paymentAfterApproval({ starts_at, min_notice_minutes }, tenant.policy, now);
  if (!needsCard) return null;
  const due = paymentAfterApproval({ starts_at, min_notice_minutes: 0 }, tenant.policy, now);
  return { ...due, pending_reason: "card" };
}

/** Whether approving this booking requests payment from its guest. */
export async function approvalAsksPayment(
  actor: StaffActor,
  { id, status, pending_reason }: Booking,
): Promise<boolean> {
  if (status !== "pending" || pending_reason !== "approval") return false;
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  return (await dueAfterApproval(pool, actor.tenant, row, row.created_at)) !== null;
}
