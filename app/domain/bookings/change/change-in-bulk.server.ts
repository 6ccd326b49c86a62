import type { Booking } from "~/contract/bookings";
import { AppError } from "~/lib/app-error";
import { getBookingMoney } from "../read/booking-money.server";
import { changeBookingStatus } from "./change-status.server";
import { editBooking } from "./edit-booking.server";
import { getBooking, previewCancellation } from "../read/get-booking.server";
import type { StaffActor } from "../../identity/actor";

export interface BulkChange {
  id: readonly string[];
  /** A status, or the guest's arrival. */
  intent: "arrived" | "confirmed" | "completed" | "no_show" | "cancelled";
  /** Whether to email the guests. */
  notify: boolean;
}

export interface BulkPreview {
  /** The bookings that can be cancelled now. */
  ids: string[];
  /** Refunds by the tenant's policy, minor units by currency. */
  refunds: { currency: string; amount: number }[];
}

/** The total refund of cancelling these bookings, computed in advance. */
export async function previewBulkCancel(
  actor: StaffActor,
  ids: readonly string[],
): Promise<BulkPreview> {
  const allowed: string[] = [];
  const sums = new Map<string, number>();
  for (const id of ids) {
    const preview = await previewCancellation(actor, id).catch(refused);
    if (preview instanceof AppError || !preview.allowed) continue;
    allowed.push(id);
    if (preview.currency !== null && preview.refund_amount > 0)
      sums.set(preview.currency, (sums.get(preview.currency) ?? 0) + preview.refund_amount);
  }
  return { ids: allowed, refunds: [...sums].map(([currency, amount]) => ({ currency, amount })) };
}

export interface BulkResult {
  /** The changed bookings. */
  ids: string[];
  /** The actual refunds, minor units by currency. */
  refunds: { currency: string; amount: number }[];
  refused: { booking: Booking | null; message: string }[];
}

/** Changes bookings independently: a refused one does not stop the others. */
export async function changeInBulk(
  actor: StaffActor,
  { id: ids, intent, notify }: BulkChange,
): Promise<BulkResult> {
  const result: BulkResult = { ids: [], refunds: [], refused: [] };
  const sums = new Map<string, number>();
  for (const id of ids) {
    try {
      const held =
        intent === "cancelled" || intent === "no_show" ? await getBookingMoney(actor, id) : null;
      if (intent === "arrived") await editBooking(actor, id, { arrived: true, notify: false });
      else await changeBookingStatus(actor, id, { status: intent, notify }, null);
      result.ids.push(id);
      if (held?.currency == null) continue;
      const back = held.refundable - (await getBookingMoney(actor, id)).refundable;
      if (back > 0) sums.set(held.currency, (sums.get(held.currency) ?? 0) + back);
    } catch (error) {
      const booking = await getBooking(actor, id).catch(refused);
      result.refused.push({
        booking: booking instanceof AppError ? null : booking,
        message: refused(error).message,
      });
    }
  }
  return { ...result, refunds: [...sums].map(([currency, amount]) => ({ currency, amount })) };
}

/** A refusal as an AppError; rethrows unexpected errors. */
function refused(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
