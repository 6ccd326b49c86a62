import type { DeliveredEventType } from "~/contract/webhooks";
import type { BookingRow } from "../bookings/read/booking-row";
import { makeEvent, type NewEvent } from "../bookings/change/event-body";
import type { Tenant } from "../identity/actor";

const NOBODY = "00000000-0000-7000-8000-000000000000";
const HOUR_MS = 3_600_000;

const STATUS_AFTER = {
  "booking.created": "pending",
  "booking.confirmed": "confirmed",
  "booking.paid": "paid",
  "booking.cancelled": "cancelled",
  "booking.refunded": "refunded",
  "booking.moved": "confirmed",
  "booking.updated": "confirmed",
  "booking.completed": "completed",
  "booking.no_show": "no_show",
  "booking.approved": "pending",
  "booking.payment_processing": "pending",
  "booking.reinstated": "paid",
} as const satisfies Record<DeliveredEventType, BookingRow["status"]>;

const STATUS_BEFORE: Record<DeliveredEventType, BookingRow["status"]> = {
  "booking.created": "pending",
  "booking.confirmed": "pending",
  "booking.paid": "pending",
  "booking.cancelled": "pending",
  "booking.refunded": "pending",
  "booking.moved": "confirmed",
  "booking.updated": "confirmed",
  "booking.completed": "confirmed",
  "booking.no_show": "confirmed",
  "booking.approved": "pending",
  "booking.payment_processing": "pending",
  "booking.reinstated": "refunded",
};

/**
 * An event of a fictitious booking, in the format of real ones and marked `test: true`, for trying
 * out a receiver.
 */
export function makeTestEvent(tenant: Tenant, type: DeliveredEventType, now: Date): NewEvent {
  const booking = madeUpBooking(tenant, STATUS_AFTER[type], now);
  const moved = type === "booking.moved" ? HOUR_MS : 0;
  const previous =
    type === "booking.created"
      ? null
      : {
          ...booking,
          status: STATUS_BEFORE[type],
          starts_at: new Date(booking.starts_at.getTime() - moved),
          ends_at: new Date(booking.ends_at.getTime() - moved),
        };
  const event = makeEvent(
    type,
    1,
    now,
    {
      booking,
      resource: { id: NOBODY, type: "room", name: "Test room" },
      customer: { locale: tenant.locale, time_zone: tenant.time_zone },
      manage_url: "https://example.com/",
    },
    previous,
  );
  return { ...event, body: JSON.stringify({ ...(JSON.parse(event.body) as object), test: true }) };
}

function madeUpBooking(tenant: Tenant, status: BookingRow["status"], now: Date): BookingRow {
  const startsAt = new Date(now.getTime() + 24 * HOUR_MS);
  return {
    tenant_id: tenant.id,
    id: NOBODY,
    reference: "TEST0000",
    resource_id: NOBODY,
    resource_name: "Test room",
    assigned_because: null,
    schedule_id: null,
    slot_id: null,
    status,
    pending_reason: null,
    expires_at: null,
    payment_status: status === "paid" || status === "refunded" ? status : "none",
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + HOUR_MS),
    time_zone: tenant.time_zone,
    party_size: 1,
    customer_id: NOBODY,
    customer_name: "Test Guest",
    customer_email: "test@example.com",
    customer_phone: null,
    price_amount: 1000,
    currency: tenant.currency,
    notes: "This booking was made up to test a webhook.",
    addons: [],
    party: [],
    answers: [],
    source: "api",
    widget_config_id: null,
    booking_link_id: null,
    series_id: null,
    series_no: null,
    series_of: null,
    visit_id: null,
    visit_no: null,
    visit_of: null,
    needs: [],
    processing: null,
    meta: {},
    livemode: false,
    cancelled_by: status === "cancelled" ? "staff" : null,
    cancel_reason_code: null,
    cancel_reason: null,
    reschedule_count: 0,
    arrived_at: null,
    owed_amount: 0,
    paid_amount: status === "paid" ? 1000 : 0,
    written_off_amount: 0,
    no_show_returned_amount: 0,
    refund_starts_at: null,
    unsettled_since: null,
    pays_later: false,
    deposit_amount: null,
    card_terms: null,
    card: null,
    fees: [],
    fee_starts_at: null,
    fee_due_at: null,
    is_proven: null,
    agreed_price_amount: null,
    agreed_party_size: null,
    length_minutes: null,
    version: 1,
    event_count: 1,
    created_at: now,
    updated_at: now,
  };
}
