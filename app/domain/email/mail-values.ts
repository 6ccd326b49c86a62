import type { BookedAddon, Booking } from "~/contract/bookings";
import { isolate } from "~/lib/isolate";
import { webLink } from "~/lib/web-link";
import { formatMoney } from "~/lib/money";
import { hasMoneyComeIn, isDueOnSite } from "../bookings/read/balance";
import { describeLocation, isOnline, mapUrl } from "../bookings/read/booking-location";
import { locationWords } from "../bookings/read/location-words";
import { referenceOf } from "../bookings/read/booking-reference";
import {
  bookingTime,
  type BookingZones,
  dateOf,
  momentOf,
  shortMoment,
  soonWords,
  timeOf,
  whenOf,
} from "../bookings/read/booking-time";
import { addonWords } from "../quotes/addon-words";
import { peopleWords } from "../quotes/party-words";
import { depositWords } from "./deposit-words";
import { mailedName } from "./mail-names";
import type { MailValues } from "./template-variables";
import { textsOf } from "./texts";

/** The part of an event's body that emails use. */
export interface BookingSnapshot {
  /** The event, if any. */
  type?: string;
  booking: Omit<
    Booking,
    | "customer"
    | "owed_amount"
    | "addons"
    | "needs"
    | "party"
    | "deposit_amount"
    | "due_now_amount"
    | "card_terms"
    | "card"
    | "fees"
  > & {
    /** Absent in old events. */
    card_terms?: Booking["card_terms"];
    fees?: Booking["fees"];
    /** Absent in old events. */
    deposit_amount?: number | null;
    due_now_amount?: number;
    /** Absent in old events. */
    owed_amount?: number;
    addons?: BookedAddon[];
    party?: Booking["party"];
    needs?: Booking["needs"];
    resource: { id: string; type: string; name: string };
    customer: {
      name: string;
      email: string | null;
      phone: string | null;
      locale: string | null;
      time_zone: string | null;
    };
    payment: {
      status?: string;
      amount?: number;
      refunded_amount?: number;
      currency?: string;
      receipt_url?: string | null;
    } | null;
    manage_url: string;
  };
  /** Events of an earlier version have no end. */
  previous: { status: string; starts_at: string; ends_at?: string } | null;
  /** For an event about a refund. */
  refund?: { amount: number; currency: string; reason?: string; provider?: string } | null;
}

/** The news in an email about a request, besides its receipt. */
const NEWS: Record<string, string> = {
  "booking.approved": "approved",
  "booking.payment_processing": "payment_processing",
  "booking.updated": "changed",
};

/** A tenant as shown to its guests. */
export interface MailTenant {
  id: string;
  slug: string;
  name: string;
  email: string | null;
  phone: string | null;
  website: string | null;
  address: string | null;
  locale: string;
  time_zone: string;
  logo_url: string | null;
  accent: string | null;
}

/** The variables of every booking template, in one reader's language and zones. */
export function bookingValues(
  { type, booking, previous, refund = null }: BookingSnapshot,
  more: {
    service: string | null;
    /** The resources, if there are several bookings. */
    resource?: string;
    dashboard_url: string;
    /** The company's booking page. */
    book_url: string;
    questions?: { id: string; label: string }[];
    /** The time of sending (epoch ms). */
    now: number;
    is_for_staff?: boolean;
    /** The email asks to pay a booking that may be agreed already. */
    asks_payment?: boolean;
    /** The email is about a fee of this status. */
    fee?: "paid" | "unpaid" | null;
    /** The refund of a cancelled booking; null if no money came in. */
    refund?: number | null;
    /** The prices of the bookings that the email is about, if there are several. */
    prices?: readonly (number | null)[];
    /** The add-ons of these bookings. */
    addons?: readonly BookedAddon[];
    /** Rooms and equipment of these bookings. */
    needs?: Booking["needs"];
  },
  locale: string,
  zones: BookingZones,
): MailValues {
  const reading = { locale, time_zone: zones.lead };
  const { prices = [] } = more;
  const isOfSeveral = prices.length > 0;
  const price = isOfSeveral
    ? prices.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
    : booking.price_amount;
  const starts = new Date(booking.starts_at);
  const ends = new Date(booking.ends_at);
  const { payment, balance_amount: balance = 0 } = booking; // absent in old events
  const { due_now_amount: dueNow = balance } = booking;
  const moneyOrNone = (amount: number) =>
    booking.currency && formatMoney(amount, booking.currency, locale);
  const money = (amount: number | null | undefined) => (amount ? moneyOrNone(amount) : null);
  const toPay = more.asks_payment ? Math.max(dueNow, 0) || null : amountToPay(booking);
  const fee = booking.fees?.findLast(({ status }) => status === more.fee) ?? null;
  const at = bookingTime(starts, ends, zones, locale);
  const length = ends.getTime() - starts.getTime();
  const before = previous && {
    starts: new Date(previous.starts_at),
    ends: new Date(previous.ends_at ?? Date.parse(previous.starts_at) + length),
  };
  const isMoved =
    before !== null &&
    (before.starts.getTime() !== starts.getTime() || before.ends.getTime() !== ends.getTime());
  const words = locationWords(locale, more.is_for_staff ? "staff" : "guest");
  const place = describeLocation(booking.location, booking.customer.phone, words);
  const hasPaid =
    booking.payment_status === "paid" || booking.payment_status === "partially_refunded";
  return {
    booking: {
      reference: referenceOf(booking.reference),
      status: booking.status,
      pending_reason: booking.pending_reason,
      news: NEWS[type ?? ""] ?? null,
      service: more.service,
      what: isolate(more.service ?? booking.resource.name),
      when: at.when,
      when_in_zone: at.when_in_zone,
      other_when: at.other_when,
      soon: soonWords(starts, more.now, zones, locale),
      date: dateOf(starts, reading),
      time: timeOf(starts, reading),
      end_time: timeOf(ends, reading),
      time_zone: at.zone,
      duration_minutes: length / 60_000,
      location: place?.text ?? null,
      location_url: place?.url ?? null,
      map_url: mapUrl(booking.location),
      party_size: booking.party_size,
      people: peopleWords(booking),
      // Absent in events of an earlier version.
      addons: addonWords(more.addons ?? booking.addons ?? []).join(", ") || null,
      needs: needNames(more.needs ?? booking.needs ?? [], more.is_for_staff === true),
      price: price === 0 && booking.price_amount !== null ? textsOf(locale).free : money(price),
      due_on_site:
        toPay === null && isDueOnSite(booking, booking.location)
          ? money(isOfSeveral ? price : balance)
          : null,
      to_pay: toPay === null ? null : money(toPay),
      // "€20.00 now, €60.00 at your visit", if the booking has a deposit.
      deposit:
        toPay === null || toPay >= balance || isOfSeveral || booking.currency === null
          ? null
          : depositWords(
              { now: toPay, total: balance, currency: booking.currency },
              { is_request: false, is_online: isOnline(booking.location) },
              locale,
            ),
      card_terms: booking.card_terms?.text ?? null,
      fee: fee && textsOf(locale).fee[fee.kind],
      fee_amount: fee && formatMoney(fee.amount, fee.currency, locale),
      refund: more.refund == null ? null : moneyOrNone(more.refund),
      // If nothing was paid, the price already says it.
      balance_due: hasPaid ? money(Math.max(balance, 0)) : null,
      balance_owed: money(Math.max(-balance, 0)),
      cash_owed: money(booking.owed_amount),
      notes: booking.notes,
      answers: answersOf(booking.answers, more.questions ?? []),
      held_until: booking.expires_at && momentOf(new Date(booking.expires_at), reading),
      held_short:
        booking.expires_at && shortMoment(new Date(booking.expires_at), more.now, reading),
      previous_when: isMoved ? whenOf(before.starts, before.ends, reading) : null,
      cancelled_by: booking.cancelled_by,
      cancel_reason: booking.cancel_reason,
      cancel_reason_code: booking.cancel_reason_code,
    },
    customer: {
      name: mailedName(booking.customer.name, locale),
      email: booking.customer.email,
      phone: booking.customer.phone,
    },
    resource: {
      name: isolate(more.resource ?? booking.resource.name),
      type: booking.resource.type,
    },
    payment: {
      status: booking.payment_status,
      amount: money(payment?.amount),
      // The refund this email is about, if it is about one.
      refunded_amount: money(refund?.amount ?? payment?.refunded_amount),
      refund_reason: refund?.reason ?? null,
      refund_provider: refund?.provider ?? null,
    },
    links: {
      manage: booking.manage_url,
      calendar: `${booking.manage_url}/booking.ics`,
      book: more.book_url,
      receipt: hasMoneyComeIn(booking) ? webLink(payment?.receipt_url) : null,
      pay: payLink(booking, toPay, fee),
      dashboard: more.dashboard_url,
    },
  };
}

type MailedBooking = BookingSnapshot["booking"];

/** Where the guest pays the fee or the amount due, or keeps a card; null: none of it. */
function payLink(
  { manage_url, status, pending_reason }: MailedBooking,
  toPay: number | null,
  fee: Booking["fees"][number] | null,
): string | null {
  if (fee !== null) return fee.status === "unpaid" ? `${manage_url}/pay?fee=${fee.kind}` : null;
  if (toPay !== null) return `${manage_url}/pay?amount=${toPay}`;
  return status === "pending" && pending_reason === "card" ? `${manage_url}/pay` : null;
}

/** The amount that the guest has to pay online to confirm the booking; null if none. */
function amountToPay(booking: MailedBooking): number | null {
  const { status, pending_reason, payment_status, balance_amount: balance = 0 } = booking;
  const { due_now_amount: dueNow = balance } = booking;
  const waits = status === "pending" && pending_reason === "payment";
  return waits && payment_status !== "processing" && dueNow > 0 ? dueNow : null;
}

/** The guest's answers, one line each ("Question: answer"); null when nothing was asked. */
export function answersOf(
  given: Booking["answers"],
  questions: { id: string; label: string }[],
): string | null {
  const lines = given.map(({ question_id, value, label: question }) => {
    const parts = [value]
      .flat()
      .map((one) => (typeof one === "boolean" ? (one ? "✓" : "–") : String(one)));
    const label = question ?? questions.find(({ id }) => id === question_id)?.label;
    return (label === undefined ? parts.join(", ") : `${label}: ${parts.join(", ")}`).replace(
      /\s+/g,
      " ",
    );
  });
  return lines.length === 0 ? null : lines.join("\n");
}

export function tenantValues(tenant: MailTenant): MailValues {
  const { name, email, phone, website, address } = tenant;
  return { tenant: { name, email, phone, website, address } };
}

/** Rooms and equipment, each once: all for staff, and for guests those they are shown. */
function needNames(needs: Booking["needs"], isForStaff: boolean): string | null {
  const shown = needs.filter((need) => need.shown || isForStaff);
  const names = new Set(shown.map(({ name }) => isolate(name)));
  return [...names].join(" · ") || null;
}
