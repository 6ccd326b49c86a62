import type { Booking } from "~/contract/bookings";
import type { AttentionItem } from "~/contract/attention";
import { toMovePath } from "~/ui/block/block-address";
import { msg } from "~/i18n/text";
import type { BookingLine } from "~/ui/booking/booking-lines";

interface Item {
  id: string;
}

/** An event with its remedy and the page for it. */
export interface AttentionMessage extends Item {
  message: string;
  to: string;
  /** Link label, translated with t(). */
  action: (typeof PLACES)[AttentionItem["kind"]]["action"];
  approve: null;
}

/** A booking awaiting approval, decided in place. */
export interface AttentionApproval extends Item {
  approve: {
    line: Pick<BookingLine, "id" | "day" | "time" | "resource"> & { customer: { name: string } };
    path: string;
    version: number;
    /** When its hold expires: time, with the weekday if not today; null for never. */
    until: string | null;
  };
}

export type Attention = AttentionMessage | AttentionApproval;

const booking = ({ booking_id }: AttentionItem) => `/dashboard/bookings/${booking_id}`;
const service = ({ schedule_id }: AttentionItem) => `/dashboard/services/${schedule_id}`;

/** Page per kind, most urgent first: deadlines, today's failures, money, set-up. */
const PLACES = {
  approval_waiting: { action: msg("Review"), to: booking },
  payment_disputed: { action: msg("Review"), to: booking },
  over_capacity: { action: msg("Move booking"), to: (item) => `${booking(item)}?show=move` },
  refund_failed: {
    action: msg("Retry refund"),
    // Links to the affected payment, not another one of the booking.
    to: (item) =>
      `${booking(item)}?show=refund${item.payment_id === null ? "" : `&payment=${item.payment_id}`}`,
  },
  cash_owed: { action: msg("Hand back"), to: booking },
  payment_stuck: { action: msg("Review"), to: booking },
  payment_without_booking: { action: msg("Review"), to: () => "/dashboard/payments" },
  amount_mismatch: { action: msg("Review"), to: booking },
  fee_unpaid: { action: msg("Review"), to: booking },
  mail_bounced: { action: msg("Update email"), to: (item) => `${booking(item)}?show=edit` },
  calendar_clash: { action: msg("Move bookings"), to: () => toMovePath() },
  calendar_changed_outside: { action: msg("Review"), to: booking },
  bookings_in_block: {
    action: msg("Move bookings"),
    to: ({ block_id }) => toMovePath(block_id ?? undefined),
  },
  outside_hours: { action: msg("Move bookings"), to: () => toMovePath() },
  balance_owed: { action: msg("Review"), to: booking },
  balance_due: { action: msg("Review"), to: booking },
  account_closing: { action: msg("Open settings"), to: () => "/dashboard/settings/data" },
  payments_not_connected: { action: msg("Open payments"), to: () => "/dashboard/payments" },
  not_payable: {
    action: msg("Review"),
    to: (item) => (item.schedule_id === null ? "/dashboard/payments" : `${service(item)}/price`),
  },
  no_free_time: { action: msg("See why"), to: (item) => `${service(item)}/why` },
  calendar_broken: { action: msg("Open calendars"), to: () => "/dashboard/settings/calendars" },
  calendar_shrunk: { action: msg("Open calendars"), to: () => "/dashboard/settings/calendars" },
  calendar_quiet: { action: msg("Open widgets"), to: () => "/dashboard/widgets" },
  webhook_failing: {
    action: msg("Open webhook"),
    to: ({ subscription_id }) => `/dashboard/webhooks/${subscription_id}`,
  },
} as const satisfies Record<
  AttentionItem["kind"],
  { action: string; to: (item: AttentionItem) => string }
>;

const URGENCY = Object.keys(PLACES);

/** Approvals first, soonest expiry first; then the others by urgency. */
export function attentionOf(
  waiting: readonly { booking: Booking; line: BookingLine }[],
  items: readonly AttentionItem[],
  until: (instant: string) => string,
): Attention[] {
  const approvals = waiting
    .filter(({ booking }) => booking.pending_reason === "approval")
    .sort((a, b) => (a.booking.expires_at ?? "9").localeCompare(b.booking.expires_at ?? "9"))
    .map(({ booking: { id, version, expires_at }, line }) => ({
      id,
      approve: {
        line: lineOf(line),
        path: `/dashboard/bookings/${id}`,
        version,
        until: expires_at && until(expires_at),
      },
    }));
  const others = [...items]
    .sort(
      (a, b) =>
        URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind) || dueOf(a).localeCompare(dueOf(b)),
    )
    .map((item) => {
      const { kind, message, booking_id, payment_id, schedule_id, subscription_id, message_id } =
        item;
      const calendar = item.calendar_id ?? item.connection_id ?? item.block_id;
      const { action, to } = PLACES[kind];
      return {
        id: [
          kind,
          payment_id ?? message_id ?? booking_id ?? schedule_id ?? subscription_id,
          calendar,
        ]
          .filter(Boolean)
          .join(" "),
        message,
        action,
        to: to(item),
        approve: null,
      };
    });
  return [...approvals, ...others];
}

const lineOf = ({
  id,
  day,
  time,
  resource,
  customer,
}: BookingLine): AttentionApproval["approve"]["line"] => ({
  id,
  day,
  time,
  resource,
  customer: { name: customer.name },
});

const dueOf = ({ expires_at, at }: AttentionItem): string => expires_at ?? at ?? "9";
