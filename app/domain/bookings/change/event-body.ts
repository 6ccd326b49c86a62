import { API_VERSION } from "~/contract/version";
import type { Payment } from "~/contract/payments";
import type { DeliveredEventType } from "~/contract/webhooks";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { type BookingRow, toBooking } from "../read/booking-row";
import type { PaymentForEvent } from "../../accounting/booking-money.sql.server";

/**
 * The five types of the specification, and changes: in the feed, and sent to subscriptions with
 * `changes`.
 */
export type EventType = DeliveredEventType;

export interface NewEvent {
  id: string;
  type: EventType;
  sequence: number;
  livemode: boolean;
  body: string;
}

export interface EventSource {
  booking: BookingRow;
  resource: { id: string; type: string; name: string };
  customer: { locale: string | null; time_zone: string | null };
  manage_url: string;
  /** The booking's money, if it has any. */
  payment?: PaymentForEvent | null;
  refund?: RefundForEvent | null;
}

/** The booking before the event. */
export type EventPrevious = Pick<
  BookingRow,
  "status" | "starts_at" | "ends_at" | "resource_id" | "schedule_id" | "party_size" | "price_amount"
>;

/**
 * The refund in a booking.refunded event, and what is left of the booking's money (minor units).
 */
export interface RefundForEvent {
  id: string;
  payment_id: string;
  /** The provider that returned the money; offline: staff. */
  provider: Payment["provider"];
  reason: string;
  amount: number;
  currency: string;
  remaining: number;
}

/**
 * An event with its body: the same full snapshot for all types, serialised once, so that every
 * attempt and replay sends the same bytes. `now` is the transaction's time by the database's clock;
 * `sequence` rises by one per booking.
 */
export function makeEvent(
  type: EventType,
  sequence: number,
  now: Date,
  source: EventSource,
  previous: EventPrevious | null,
): NewEvent {
  const id = newId();
  const booking = toBooking(source.booking, true);
  const body = JSON.stringify({
    id,
    type,
    api_version: API_VERSION,
    created_at: toRfc3339(now.getTime()),
    timestamp_ms: now.getTime(),
    tenant_id: source.booking.tenant_id,
    sequence,
    livemode: booking.livemode,
    data: {
      booking: {
        ...booking,
        resource: source.resource,
        customer: {
          ...booking.customer,
          locale: source.customer.locale,
          time_zone: source.customer.time_zone,
        },
        payment: source.payment ?? null,
        manage_url: source.manage_url,
      },
      ...(source.refund ? { refund: source.refund } : {}),
      previous: previous && {
        status: previous.status,
        starts_at: toRfc3339(previous.starts_at.getTime()),
        ends_at: toRfc3339(previous.ends_at.getTime()),
        resource_id: previous.resource_id,
        schedule_id: previous.schedule_id,
        party_size: previous.party_size,
        price_amount: previous.price_amount,
      },
    },
  });
  return { id, type, sequence, livemode: booking.livemode, body };
}
