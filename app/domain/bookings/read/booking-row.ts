import type { Booking, PublicBooking } from "~/contract/bookings";
import { toRfc3339 } from "~/lib/time";
import type { StoredCard, StoredCardTerms } from "../../card-on-file/card-terms";
import type { DepositTerms } from "../../quotes/deposit";
import { maskContact } from "../../customers/mask";
import { withoutSensitive } from "../place/answers";
import type { ChosenNeed } from "../../seats/claim-seats.sql.server";
import type { TextConsent } from "../../text-consent/text-consent";
import { balanceOf, dueNowOf, dueOf } from "./balance";
import { type Place, withoutLink } from "./booking-location";
import { bookingLocation } from "./booking-location.server";

/** A row of `booking` as returned by the driver. */
export interface BookingRow extends Omit<
  Booking,
  | "customer"
  | "location"
  | "series"
  | "visit"
  | "needs"
  | "card_terms"
  | "card"
  | "balance_amount"
  | "due_now_amount"
  | "owed_amount"
  | "expires_at"
  | "arrived_at"
  | "starts_at"
  | "ends_at"
  | "created_at"
  | "updated_at"
> {
  tenant_id: string;
  customer_name: string;
  customer_email: string | null;
  customer_phone: string | null;
  expires_at: Date | null;
  arrived_at: Date | null;
  starts_at: Date;
  ends_at: Date;
  event_count: number;
  /** Captured minus refunded; computed from payments (paidAmount), not a column. */
  paid_amount: number;
  /** Cash still to be returned; computed like paid_amount. */
  owed_amount: number;
  /** Present location of its service; computed (placeOf), not a column. */
  place?: Place | null;
  /** An amount that a person decided not to collect (positive) or to keep (negative). */
  written_off_amount: number;
  /** The part of it that the policy returned for a no-show, collected again if the guest came. */
  no_show_returned_amount: number;
  /** The guest chose to pay at the company, so an approval asks for no payment. */
  pays_later: boolean;
  /** Terms that its guest agreed to by keeping a card; null: no card was asked for. */
  card_terms: StoredCardTerms | null;
  card: StoredCard | null;
  /** The start that a late cancellation counts from, set when the guest moved the booking too late. */
  fee_starts_at: Date | null;
  /** When the next fee is charged by rule. */
  fee_due_at: Date | null;
  /** Terms of its deposit; absent in rows that were not read from the database. */
  deposit?: DepositTerms | null;
  /** Whether a visitor has verified their email address; null: not required. */
  is_proven: boolean | null;
  /**
   * The agreed price and party size, set once the party has changed: prices of other party sizes
   * are derived from them.
   */
  agreed_price_amount: number | null;
  agreed_party_size: number | null;
  /** The booked length when it is longer than its slot's. */
  length_minutes: number | null;
  /**
   * Link of its Meet or Teams meeting, and the connected calendar whose event has it; absent in
   * rows that were not read from the database.
   */
  meeting_url?: string | null;
  meeting_calendar_id?: string | null;
  /** The guest's consent to reminders by SMS or WhatsApp; absent like meeting_url. */
  text_consent?: TextConsent | null;
  /** The series that it was made with: date number series_no of series_of. */
  series_id: string | null;
  series_no: number | null;
  series_of: number | null;
  /** The visit that it was booked with: part visit_no of visit_of. */
  visit_id: string | null;
  visit_no: number | null;
  visit_of: number | null;
  /** The resources that serve its service's needs, as claimed last. */
  needs: ChosenNeed[];
  /** When staff decided that it stays at its closed time; a move clears it. */
  kept_at?: Date | null;
  /**
   * The start that the refund tier counts from, set when the guest moved the booking away from it
   * inside a lower tier.
   */
  refund_starts_at: Date | null;
  /** Since when price and money differ; null: they are equal, or no money was captured. */
  unsettled_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

/**
 * Made with a test key or by the onboarding: removable with all its data, so nobody can pay real
 * money for it.
 */
export const isTestBooking = ({ livemode, source }: Pick<BookingRow, "livemode" | "source">) =>
  !livemode || source === "test";

/**
 * The status as shown: a booking with an amount due is `open` even before a payment was started.
 */
const paymentStatusOf = (row: BookingRow): Booking["payment_status"] =>
  row.payment_status === "none" && dueOf(row) > 0 ? "open" : row.payment_status;

const wire = (instant: Date) => toRfc3339(instant.getTime());

/**
 * The booking as staff and integrators see it. Without `seesContacts` the guest's email and phone
 * are masked; without `seesSensitive` the sensitive answers are omitted.
 */
export function toBooking(row: BookingRow, seesContacts: boolean, seesSensitive = false): Booking {
  const contact = seesContacts
    ? { email: row.customer_email, phone: row.customer_phone }
    : maskContact(row.customer_email, row.customer_phone);
  return {
    id: row.id,
    reference: row.reference,
    resource_id: row.resource_id,
    resource_name: row.resource_name,
    assigned_because: row.assigned_because,
    schedule_id: row.schedule_id,
    slot_id: row.slot_id,
    status: row.status,
    pending_reason: row.pending_reason,
    expires_at: row.expires_at && wire(row.expires_at),
    payment_status: paymentStatusOf(row),
    starts_at: wire(row.starts_at),
    ends_at: wire(row.ends_at),
    time_zone: row.time_zone,
    party_size: row.party_size,
    location: seesContacts ? bookingLocation(row) : withoutLink(bookingLocation(row)),
    customer_id: row.customer_id,
    customer: { id: row.customer_id, name: row.customer_name, ...contact },
    price_amount: row.price_amount,
    currency: row.currency,
    addons: row.addons,
    party: row.party,
    balance_amount: balanceOf(row),
    deposit_amount: row.deposit_amount,
    due_now_amount: dueNowOf(row),
    owed_amount: row.owed_amount,
    ...cardFieldsOf(row),
    notes: row.notes,
    answers: seesSensitive ? row.answers : withoutSensitive(row.answers),
    source: row.source,
    widget_config_id: row.widget_config_id,
    booking_link_id: row.booking_link_id,
    series: placeIn(row.series_id, row.series_no, row.series_of),
    visit: placeIn(row.visit_id, row.visit_no, row.visit_of),
    needs: row.needs.map(({ no, resource_id, name, shown }) => ({ no, resource_id, name, shown })),
    processing: row.processing,
    meta: row.meta,
    livemode: row.livemode,
    cancelled_by: row.cancelled_by,
    cancel_reason_code: row.cancel_reason_code,
    cancel_reason: row.cancel_reason,
    reschedule_count: row.reschedule_count,
    arrived_at: row.arrived_at && wire(row.arrived_at),
    version: row.version,
    created_at: wire(row.created_at),
    updated_at: wire(row.updated_at),
  };
}

/** Its place in a series or a visit; null: it has none. */
const placeIn = (id: string | null, no: number | null, of: number | null): Booking["series"] =>
  id === null || no === null || of === null ? null : { id, no, of };

/**
 * The booking as shown to its guest, including the link of its video call: use withoutLink where
 * the reader may be somebody else.
 */
export function toPublicBooking(
  row: BookingRow,
  resource: PublicBooking["resource"],
  schedule: PublicBooking["schedule"],
  refund_amount: number,
): PublicBooking {
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    pending_reason: row.pending_reason,
    expires_at: row.expires_at && wire(row.expires_at),
    payment_status: paymentStatusOf(row),
    starts_at: wire(row.starts_at),
    ends_at: wire(row.ends_at),
    time_zone: row.time_zone,
    party_size: row.party_size,
    resource,
    schedule,
    location: bookingLocation(row),
    needs: row.needs.flatMap(({ resource_id, name, shown }) =>
      shown ? [{ resource_id, name }] : [],
    ),
    price_amount: row.price_amount,
    currency: row.currency,
    addons: row.addons,
    party: row.party,
    refund_amount,
    balance_amount: balanceOf(row),
    deposit_amount: row.deposit_amount,
    due_now_amount: dueNowOf(row),
    ...cardFieldsOf(row),
  };
}

/** The terms, the card as people know it, and the fees: no references of the provider. */
function cardFieldsOf({
  card_terms: terms,
  card,
  fees,
}: BookingRow): Pick<Booking, "card_terms" | "card" | "fees"> {
  return {
    card_terms: terms && {
      text: terms.text,
      late_cancellation_amount: terms.late_cancellation_amount,
      no_show_amount: terms.no_show_amount,
      currency: terms.currency,
      window_minutes: terms.window_minutes,
      agreed_at: terms.agreed_at,
    },
    card: card && { brand: card.brand, last4: card.last4 },
    fees,
  };
}
