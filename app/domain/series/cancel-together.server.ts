import type { CancelBooking } from "~/contract/booking-inputs";
import type { Cancellation } from "~/contract/booking-series";
import { AppError, notFound } from "~/lib/app-error";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool, transaction } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { readMoney } from "../accounting/booking-money.sql.server";
import { mayMove } from "../bookings/change/booking-status";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { previewRefund } from "../bookings/change/refund-preview";
import type { BookingRow } from "../bookings/read/booking-row";
import { loadBooking } from "../bookings/read/load-booking.sql.server";
import { queueMailsTogether } from "../email/queue-event-mails.server";
import { hasRole, maySeeBooking, type StaffActor } from "../identity/actor";
import { bookingsTogether, cancelledEvent } from "./together.sql.server";

type CancelledDate = Cancellation["dates"][number];

/**
 * Cancels a booking, or several dates of its series, each like a single cancellation; a date that
 * can't be cancelled is listed with its reason. The guest gets one email about all of them.
 * `dry_run` lists the bookings with their refunds. Throws not_found, forbidden_role.
 */
export async function cancelTogether(
  actor: StaffActor,
  id: string,
  input: CancelBooking,
): Promise<Cancellation> {
  const { series, dry_run, refund } = input;
  if (refund !== undefined && refund.mode !== "policy" && !hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin may refund.");
  const { row } = await loadBooking(pool, actor.tenant.id, id, false);
  if (!maySeeBooking(actor, row)) throw notFound("Booking", id);
  const now = await databaseNow(pool);
  const rows = (await bookingsTogether(row, series, now)).filter(
    (each) =>
      each.id === id ||
      (maySeeBooking(actor, each) && mayMove(each.status, "cancelled", "staff", false)),
  );
  const dates: CancelledDate[] = [];
  for (const each of rows) dates.push(await cancelDate(actor, each, input, now, rows.length > 1));
  const done = dates.filter(({ state }) => state === "cancelled");
  const isOneMail = input.notify && rows.length > 1;
  if (isOneMail && done.length > 0) await emailGuest(actor.tenant.id, done);
  const counted = dates.filter(({ state }) => state !== "refused");
  return {
    dry_run,
    series,
    refund_amount: counted.reduce((sum, { refund_amount }) => sum + refund_amount, 0),
    currency: dates.find(({ currency }) => currency !== null)?.currency ?? null,
    dates,
  };
}

async function cancelDate(
  actor: StaffActor,
  row: BookingRow,
  { dry_run, refund, reason_code, reason, notify }: CancelBooking,
  now: Date,
  isOneOfMany: boolean,
): Promise<CancelledDate> {
  const money = await readMoney(pool, row.tenant_id, row.id);
  const refund_amount = {
    policy: previewRefund(actor.tenant.policy, row, money, now.getTime()).refund_amount,
    full: money.refundable,
    none: 0,
  }[refund?.mode ?? "policy"];
  const dateOf = (
    state: CancelledDate["state"],
    refusal: string | null,
    amount: number,
  ): CancelledDate => ({
    booking_id: row.id,
    no: row.series_no,
    starts_at: toRfc3339(row.starts_at.getTime()),
    state,
    reason: refusal,
    refund_amount: amount,
    currency: money.currency ?? row.currency,
  });
  if (!mayMove(row.status, "cancelled", "staff", false))
    return dateOf("refused", "invalid_transition", 0);
  if (dry_run) return dateOf("planned", null, refund_amount);
  const change = {
    status: "cancelled" as const,
    reason_code,
    reason,
    // A booking without money has nothing to refund, whatever is asked for.
    ...(refund !== undefined && refund.mode !== "policy" && money.refundable > 0 && { refund }),
    notify: notify && !isOneOfMany,
  };
  try {
    await changeBookingStatus(actor, row.id, change, null);
    return dateOf("cancelled", null, refund_amount);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 429) throw error;
    return dateOf("refused", error.code, 0);
  }
}

async function emailGuest(tenantId: string, done: CancelledDate[]): Promise<void> {
  const ids = done.map(({ booking_id }) => booking_id);
  await transaction(async (db) => {
    const event_id = await cancelledEvent(db, tenantId, ids[0]!); // not empty
    if (event_id !== null) await queueMailsTogether(db, tenantId, event_id, ids, true);
  });
}
