import type { BookingWithHistory, CancellationPreview } from "~/contract/bookings";
import { notFound } from "~/lib/app-error";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { maySeeBooking, seesContacts, seesSensitive, type StaffActor } from "../../identity/actor";
import { readMoney } from "../../accounting/booking-money.sql.server";
import { readHistory } from "./booking-history.sql.server";
import { toBooking } from "./booking-row";
import { mayMove } from "../change/booking-status";
import { loadBooking } from "./load-booking.sql.server";
import { previewRefund } from "../change/refund-preview";

/** One booking as this caller may see it, optionally with its history. Throws not_found. */
export async function getBooking(
  actor: StaffActor,
  id: string,
  withHistory = false,
): Promise<BookingWithHistory> {
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!maySeeBooking(actor, row)) throw notFound("Booking", id);
  const booking = toBooking(row, seesContacts(actor), seesSensitive(actor));
  return withHistory ? { ...booking, history: await readHistory(actor.tenant.id, id) } : booking;
}

/** The refund by the tenant's policy if this booking were cancelled now. Throws not_found. */
export async function previewCancellation(
  actor: StaffActor,
  id: string,
): Promise<CancellationPreview> {
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!maySeeBooking(actor, row)) throw notFound("Booking", id);
  const now = (await databaseNow(pool)).getTime();
  const money = await readMoney(pool, actor.tenant.id, id);
  const preview = previewRefund(actor.tenant.policy, row, money, now);
  return {
    allowed: mayMove(row.status, "cancelled", "staff", false),
    inside_window: preview.inside_window,
    window_ends_at: toRfc3339(preview.window_ends_at),
    refund_amount: preview.refund_amount,
    refund_pct: preview.refund_pct,
    credit_amount: preview.credit_amount,
    currency: money.currency ?? row.currency,
  };
}
