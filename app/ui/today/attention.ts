import type { Booking } from "~/contract/bookings";
import type { AttentionItem } from "~/contract/payments";
import type { BookingLine } from "../bookings/booking-lines";

/** What a person has to look at, in a sentence, with the booking it is about. */
export interface Attention {
  id: string;
  text: string;
  booking_id: string | null;
  /** Where it is dealt with, if that is another page than the booking's. */
  to: string | null;
  /** A booking that waits for approval can be decided on the spot. */
  approve: { path: string; version: number; until: string | null } | null;
}

/** Approvals first, the one that runs out soonest before the others; then everything else. */
export function attentionOf(
  waiting: readonly { booking: Booking; line: BookingLine }[],
  items: readonly AttentionItem[],
  until: (instant: string) => string,
): Attention[] {
  const approvals = waiting
    .filter(({ booking }) => booking.pending_reason === "approval")
    .sort((a, b) => (a.booking.expires_at ?? "9").localeCompare(b.booking.expires_at ?? "9"))
    .map(({ booking, line }) => ({
      id: booking.id,
      text: `${line.customer.name} waits for your approval: ${line.day}, ${line.time}, ${line.resource}.`,
      booking_id: booking.id,
      to: null,
      approve: {
        path: `/dashboard/bookings/${booking.id}`,
        version: booking.version,
        until: booking.expires_at && until(booking.expires_at),
      },
    }));
  // The bookings themselves tell more of an approval: who, when and until when.
  const told = items.filter(({ kind }) => kind !== "approval_waiting");
  const others = told.map((item) => {
    const { kind, message, booking_id, payment_id, schedule_id, subscription_id, message_id } = item;
    return {
      id: `${kind} ${payment_id ?? message_id ?? booking_id ?? schedule_id ?? subscription_id}`,
      text: message,
      booking_id,
      to: pageOf(item),
      approve: null,
    };
  });
  return [...approvals, ...others];
}

function pageOf({ kind, schedule_id, subscription_id }: AttentionItem): string | null {
  switch (kind) {
    case "webhook_failing":
      return `/dashboard/webhooks/${subscription_id}`;
    case "no_free_time":
      return `/dashboard/services/${schedule_id}/why`;
    case "calendar_quiet":
      return "/dashboard/widgets";
    case "payments_not_connected":
      return "/dashboard/payments";
    default:
      return null;
  }
}
