import { notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { maySeeBooking, type StaffActor } from "../../identity/actor";
import { type BookingMoney, readMoney } from "../../accounting/booking-money.sql.server";
import type { RefundablePayment } from "../../accounting/refundable-payment";
import { refundablePayments } from "../../accounting/refundable-payments.sql.server";
import { loadBooking } from "./load-booking.sql.server";

/** Captured, refunded and refundable amounts of a booking (minor units). Throws not_found. */
export async function getBookingMoney(
  actor: StaffActor,
  id: string,
): Promise<BookingMoney & { currency: string | null }> {
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!maySeeBooking(actor, row)) throw notFound("Booking", id);
  return readMoney(pool, actor.tenant.id, id);
}

/** The booking's refundable payments, one by one. Throws not_found. */
export async function getRefundablePayments(
  actor: StaffActor,
  id: string,
): Promise<RefundablePayment[]> {
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!maySeeBooking(actor, row)) throw notFound("Booking", id);
  return refundablePayments(pool, actor.tenant.id, id);
}
