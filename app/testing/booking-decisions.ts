import { expect } from "vitest";
import { BookingStatus } from "~/contract/bookings";
import type {
  BookingCommand,
  Decision,
  DecisionContext,
} from "~/domain/bookings/change/booking-command";
import type { BookingMoney } from "~/domain/accounting/booking-money.sql.server";
import type { BookingRow } from "~/domain/bookings/read/booking-row";
import type { Mover } from "~/domain/bookings/change/booking-status";
import { isLive } from "~/contract/booking-status";
import { decide } from "~/domain/bookings/change/decide-booking";
import type { RequestedSlot } from "~/domain/bookings/place/requested-slot";
import { readPolicy } from "~/domain/identity/policy";
import { AppError } from "~/lib/app-error";

// Starting states for decision tests, and invariants of every decision.

export const NOW = new Date("2027-03-01T12:00:00Z");
export const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
export const movers = ["system", "customer", "staff", "admin"] as const;

/**
 * A booking in a status with matching history: already started for staff, two days ahead for
 * guests.
 */
export function rowOf(
  status: BookingStatus,
  mover: Mover,
  more: Partial<BookingRow> = {},
): BookingRow {
  const starts_at = mover === "customer" ? at(48) : at(-2);
  return Object.freeze({
    tenant_id: "t",
    id: "b",
    reference: "K7QF2M9D",
    resource_id: "room",
    resource_name: "Room",
    assigned_because: null,
    schedule_id: "offer",
    slot_id: "slot",
    status,
    pending_reason: status === "pending" ? "offer" : null,
    expires_at: status === "pending" ? at(1) : null,
    payment_status: status === "paid" || status === "refunded" ? status : "none",
    starts_at,
    ends_at: new Date(starts_at.getTime() + 3_600_000),
    time_zone: "Europe/Amsterdam",
    party_size: 2,
    customer_id: "c",
    customer_name: "Anna",
    customer_email: "anna@example.test",
    customer_phone: null,
    price_amount: 5000,
    currency: "EUR",
    notes: null,
    addons: [],
    party: [],
    answers: [],
    source: "widget",
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
    livemode: true,
    agreed_price_amount: null,
    agreed_party_size: null,
    length_minutes: null,
    cancelled_by: null,
    cancel_reason_code: null,
    cancel_reason: null,
    reschedule_count: 0,
    owed_amount: 0,
    paid_amount: ["paid", "completed", "no_show"].includes(status) ? 5000 : 0,
    is_proven: null,
    arrived_at: null,
    written_off_amount: 0,
    no_show_returned_amount: 0,
    unsettled_since: null,
    refund_starts_at: null,
    pays_later: false,
    deposit_amount: null,
    card_terms: null,
    card: null,
    fees: [],
    fee_starts_at: null,
    fee_due_at: null,
    version: 7,
    event_count: 3,
    created_at: at(-100),
    updated_at: at(-50),
    ...more,
  } satisfies BookingRow);
}

export const requested: RequestedSlot = {
  resource: { id: "room", type: "room", name: "Room", capacity: 10 },
  schedule: {
    id: "offer",
    name: "Haircut",
    time_zone: "Europe/Amsterdam",
    min_notice_minutes: 0,
    max_advance_days: 90,
    max_party_size: null,
    max_per_day: 5,
    max_per_week: null,
    max_per_month: null,
    max_upcoming_per_customer: null,
    max_per_week_per_customer: null,
    private: false,
    requires_payment: false,
    unpayable: null,
    requires_approval: false,
    questions: [],
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
  },
  slot_id: "other",
  starts_at: at(72),
  ends_at: at(73),
  occupies_from: at(72),
  occupies_to: at(73),
  capacity: 10,
  price_amount: 9900,
  currency: "EUR",
  window_refusal: null,
};

export const paid: BookingMoney = {
  captured: 5000,
  refunded: 0,
  lost: 0,
  on_way: 0,
  owed: 0,
  refundable: 5000,
};
export const contextOf = (mover: Mover, money: BookingMoney = paid): DecisionContext => ({
  mover,
  now: NOW,
  policy: readPolicy({}),
  money,
});

/** "same" if nothing changes, the code of a refusal, or the decision. */
export function outcomeOf(
  before: BookingRow,
  command: BookingCommand,
  context: DecisionContext,
): Decision | string {
  try {
    return decide(before, command, context) ?? "same";
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** Invariants of every decision. */
export function expectSound(before: BookingRow, decision: Decision): void {
  const { row, patch, events, seats } = decision;
  expect(row).toEqual({ ...before, ...patch });
  expect(row).toMatchObject({
    version: before.version + 1,
    event_count: before.event_count + events.length,
  });
  expect(row.updated_at).toBe(NOW);
  for (const name of ["tenant_id", "id", "reference", "created_at", "currency"] as const)
    expect(row[name]).toBe(before[name]);
  const [wasLive, has] = [isLive(before.status), isLive(row.status)];
  expect(seats.kind === "release").toBe(wasLive && !has);
  if (!wasLive && has) expect(seats.kind).toBe("reclaim");
  if (!wasLive && !has) expect(seats.kind).toBe("keep");
  // A hold expires only while it is pending, and its claims end when the booking does.
  if (row.expires_at !== null) expect(row.status).toBe("pending");
  if (row.status !== "pending") expect(row.pending_reason).toBeNull();
  if (has && before.expires_at !== null && row.expires_at === null)
    expect(["keep_for_good", "reclaim"]).toContain(seats.kind);
  if (seats.kind === "hold_until") expect(row.expires_at).toEqual(seats.at);
  if (row.price_amount !== before.price_amount) expect(row.party_size).not.toBe(before.party_size); // these decisions never reprice
}

export const partly: BookingMoney = {
  captured: 5000,
  refunded: 2000,
  lost: 0,
  on_way: 0,
  owed: 0,
  refundable: 3000,
};
export const wholly: BookingMoney = {
  captured: 5000,
  refunded: 5000,
  lost: 0,
  on_way: 0,
  owed: 0,
  refundable: 0,
};
export const statuses: readonly BookingStatus[] = BookingStatus.options;
