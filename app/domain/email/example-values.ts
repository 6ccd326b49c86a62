import type { BookingFee } from "~/contract/card-on-file";
import type { TemplateKey } from "~/contract/email";
import { dateOf, type Reading } from "../bookings/read/booking-time";
import { textsOf } from "./texts";
import { type BookingSnapshot, bookingValues } from "./mail-values";
import type { MailValues } from "./template-variables";

const STATUS: Partial<Record<TemplateKey, string>> = {
  booking_created: "pending",
  checkout_reminder: "pending",
  waitlist_offer: "pending",
  request_declined: "cancelled",
  booking_paid: "paid",
  booking_cancelled: "cancelled",
  booking_refunded: "refunded",
};

const WAITS_FOR: Partial<Record<TemplateKey, "payment" | "offer">> = {
  checkout_reminder: "payment",
  waitlist_offer: "offer",
};

/** The status of the fee that an email is about. */
export const FEE_STATUS: Partial<Record<TemplateKey, "paid" | "unpaid">> = {
  fee_charged: "paid",
  fee_request: "unpaid",
};

const exampleFee = (status: "paid" | "unpaid"): BookingFee => ({
  kind: "no_show",
  status,
  amount: 2000,
  currency: "EUR",
  charge_at: null,
  payment_id: null,
  refunded_amount: 0,
  failure_code: null,
});

/**
 * A fictitious booking next week at three, for previews, test emails and validation of templates.
 * `other`: a second zone, in which it reads differently.
 */
export function exampleValues(
  key: TemplateKey,
  reading: Reading,
  now: number,
  baseUrl: string,
  other: string | null = null,
): MailValues {
  if (key === "verification_code") return { code: { value: "482915", expires_minutes: 10 } };
  if (key === "user_invite")
    return {
      customer: { name: "Anna Jansen" },
      invite: {
        by: "Mila",
        role: textsOf(reading.locale).invite.roles.staff,
        until: dateOf(new Date(now + 7 * 86_400_000), reading),
      },
      links: { accept: `${baseUrl}/` },
    };
  const starts = Math.ceil(now / 86_400_000 + 7) * 86_400_000 + 14 * 3_600_000;
  const at = (ms: number) => new Date(ms).toISOString();
  const status = (STATUS[key] ?? "confirmed") as BookingSnapshot["booking"]["status"];
  const id = "00000000-0000-7000-8000-000000000000";
  const fee = FEE_STATUS[key] ?? null;
  const snapshot: BookingSnapshot = {
    booking: {
      id,
      reference: "K7QF2M9D",
      resource_id: id,
      resource_name: "Mila",
      assigned_because: null,
      schedule_id: id,
      slot_id: null,
      customer_id: id,
      status,
      pending_reason: status === "pending" ? (WAITS_FOR[key] ?? "approval") : null,
      expires_at: key in WAITS_FOR ? at(now + 900_000) : null,
      time_zone: reading.time_zone,
      payment_status:
        key === "booking_paid" ? "paid" : key === "booking_refunded" ? "refunded" : "none",
      starts_at: at(starts),
      ends_at: at(starts + 3_600_000),
      party_size: 2,
      price_amount: 4500,
      needs: [],
      processing: null,
      balance_amount: status === "paid" ? 0 : 4500,
      deposit_amount: null,
      card_terms: null,
      fees: fee === null ? [] : [exampleFee(fee)],
      due_now_amount: status === "paid" ? 0 : 4500,
      owed_amount: 0,
      currency: "EUR",
      notes: null,
      addons: [],
      party: [],
      answers: [],
      source: "widget",
      widget_config_id: null,
      booking_link_id: null,
      series: null,
      visit: null,
      meta: {},
      livemode: true,
      reschedule_count: 0,
      arrived_at: null,
      version: 1,
      location: { kind: "address", text: "12 Linden Lane", url: null },
      cancelled_by: status === "cancelled" ? "staff" : null,
      cancel_reason_code: null,
      cancel_reason: status === "cancelled" ? textsOf(reading.locale).example_reason : null,
      created_at: at(now),
      updated_at: at(now),
      resource: { id, type: "person", name: "Mila" },
      customer: {
        name: "Anna Jansen",
        email: "anna@example.com",
        phone: "+31 6 12345678",
        locale: reading.locale,
        time_zone: null,
      },
      payment: null,
      manage_url: `${baseUrl}/manage/example`,
    },
    previous:
      key === "booking_rescheduled"
        ? { status: "confirmed", starts_at: at(starts - 86_400_000) }
        : null,
    refund: key === "booking_refunded" ? { amount: 4500, currency: "EUR" } : null,
  };
  const values = bookingValues(
    snapshot,
    {
      service: "Haircut",
      dashboard_url: `${baseUrl}/dashboard`,
      book_url: `${baseUrl}/book/example`,
      asks_payment: key === "payment_request",
      fee,
      refund: key === "booking_cancelled" ? 4500 : null,
      now,
    },
    reading.locale,
    { lead: reading.time_zone, other },
  );
  const links = { ...values["links"], leave: `${baseUrl}/waiting/example` };
  return { ...values, links };
}
