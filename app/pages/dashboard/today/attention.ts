import type { Booking } from "~/contract/bookings";
import type { AttentionItem } from "~/contract/attention";
import type { BookingLine } from "~/ui/booking/booking-lines";

/** What a person has to look at, with the booking it is about. */
interface AboutBooking {
  id: string;
  booking_id: string | null;
  /** Where it is dealt with, if that is another page than the booking's. */
  to: string | null;
}

/** Something that has happened, in a sentence. */
export interface AttentionMessage extends AboutBooking {
  message: string;
  approve: null;
}

/** A booking that waits for approval: it can be decided on the spot. */
export interface AttentionApproval extends AboutBooking {
  booking_id: string;
  approve: {
    line: BookingLine;
    path: string;
    version: number;
    /** The time of the day until which its seats are held; null: for good. */
    until: string | null;
  };
}

export type Attention = AttentionMessage | AttentionApproval;

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
      booking_id: booking.id,
      to: null,
      approve: {
        line,
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
      ...{ message, booking_id, to: pageOf(item) },
      approve: null,
    };
  });
  return [...approvals, ...others];
}

function pageOf({ kind, booking_id, payment_id, schedule_id, subscription_id }: AttentionItem): string | null {
  switch (kind) {
    case "refund_failed":
      // Of the payment that it was of, not of another one of the booking's.
      return payment_id === null ? null : `/dashboard/bookings/${booking_id}?show=refund&payment=${payment_id}`;
    case "webhook_failing":
      return `/dashboard/webhooks/${subscription_id}`;
    case "no_free_time":
      return `/dashboard/services/${schedule_id}/why`;
    case "account_closing":
      return "/dashboard/settings/data";
    case "calendar_quiet":
      return "/dashboard/widgets";
    case "payments_not_connected":
      return "/dashboard/payments";
    case "not_payable":
      return schedule_id === null ? "/dashboard/payments" : `/dashboard/services/${schedule_id}/offer`;
    default:
      return null;
  }
}
