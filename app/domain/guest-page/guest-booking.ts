import type { BookingLocation } from "~/contract/bookings";
import { isUpcoming } from "~/contract/booking-status";
import type { FeeKind } from "~/contract/card-on-file";
import { formatMoney } from "~/lib/money";
import type { BookingMoney } from "../accounting/booking-money.sql.server";
import { cardName } from "../card-on-file/card-name";
import { isLate, mostOf } from "../card-on-file/booking-fees";
import { textsOf } from "../email/texts";
import { depositWords } from "../email/deposit-words";
import {
  balanceOf,
  dueNowOf,
  dueOf,
  hasMoneyComeIn,
  isDueOnSite,
  isUnsettled,
} from "../bookings/read/balance";
import type { BookingRow } from "../bookings/read/booking-row";
import { describeLocation, isOnline, mapUrl } from "../bookings/read/booking-location";
import { locationWords } from "../bookings/read/location-words";
import { mayMove } from "../bookings/change/booking-status";
import { previewRefund } from "../bookings/change/refund-preview";
import { referenceOf } from "../bookings/read/booking-reference";
import { bookingTime, type BookingZones, momentOf } from "../bookings/read/booking-time";
import type { Policy } from "../identity/policy";
import { addonWords } from "../quotes/addon-words";
import { peopleWords } from "../quotes/party-words";

/** The tenant as shown on the guest's page. */
export interface GuestTenant {
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  logo_url: string | null;
  accent: string | null;
}

/** The details that a guest may see. */
export function toGuestTenant({
  name,
  email,
  phone,
  address,
  logo_url,
  accent,
}: GuestTenant): GuestTenant {
  return { name, email, phone, address, logo_url, accent };
}

type PendingState =
  "pending_payment" | "pending_card" | "pending_processing" | "pending_approval" | "pending_offer";

/** A fee as its guest sees it. */
interface GuestFee {
  kind: FeeKind;
  name: string;
  amount: string;
  status: "scheduled" | "charging" | "unpaid" | "paid";
  charge_at: string | null;
  refunded: string | null;
}

/** A booking in its guest's language, with the actions the guest may still take. */
export interface GuestBooking {
  state: BookingRow["status"] | "declined" | PendingState;
  /** Why the company declined or cancelled it, in its words. */
  reason: string | null;
  path: string;
  what: string;
  when: string;
  zone: string;
  /** The same time in the other zone; null where both read the same. */
  other_when: string | null;
  /** The location, with the link of a video call or a map; null: none. */
  where: { text: string; url: string | null; map_url: string | null } | null;
  /** The meeting's link is not made yet. */
  link_follows: boolean;
  /** "2 × Adult, 1 × Child", or their number; null for one without kinds. */
  people: string | null;
  /** "2 × Racket, Light"; "" for none. */
  addons: string;
  price: string | null;
  /** The price in minor units, and the amount due: what the guest agrees to with a button. */
  amount: number;
  due_amount: number;
  due_text: string;
  /** "€20.00 now, €60.00 at your visit", while its deposit is due; null: none is. */
  deposit_text: string | null;
  /** Its deposit is paid, and the rest is due. */
  is_part_paid: boolean;
  /** It is paid when the guest comes. */
  is_due_on_site: boolean;
  /** The amount due besides what was paid, and the amount owed to the guest, formatted. */
  balance: { due: string | null; owed: string | null };
  held_until: string | null;
  reference: string;
  version: number;
  /** Live, and not started yet. */
  is_ahead: boolean;
  /** A freed seat is held until the guest accepts it. */
  may_accept: boolean;
  /** It awaits payment. */
  may_pay: boolean;
  /** The card on file, and the terms that the guest agreed to; null: none was asked for. */
  card: { name: string | null; terms: string } | null;
  /** It waits for the guest's card. */
  may_save_card: boolean;
  fees: GuestFee[];
  /** The fee of cancelling now; null: none. */
  cancel_fee: string | null;
  /** It ended because its payment failed. */
  has_failed: boolean;
  may_cancel: boolean;
  may_move: boolean;
  /** Its answers, and its people while it may move. */
  may_change: boolean;
  cancel_until: string;
  /**
   * `amount` in minor units is what the page promised. `paid`: the part of the price; `credit`: an
   * amount already owed to the guest.
   */
  refund: {
    amount: number;
    text: string;
    paid: string;
    credit: string | null;
    pct: number;
    is_all: boolean;
    /** Why nothing can be refunded: nothing was paid, or it was refunded already or is disputed. */
    none_because: "not_paid" | "nothing_left" | null;
  };
}

/**
 * A booking as its guest sees it at `now` (epoch ms, the database's clock). Pure: the same rules
 * that the changes themselves check.
 */
export function toGuestBooking(
  row: BookingRow,
  location: BookingLocation | null,
  paid: BookingMoney,
  service: string | null,
  policy: Policy,
  path: string,
  {
    locale,
    zones,
    is_declined = false,
  }: {
    locale: string;
    zones: BookingZones;
    /** Staff declined the request. */
    is_declined?: boolean;
  },
  now: number,
): GuestBooking {
  const { when, zone, other_when } = bookingTime(row.starts_at, row.ends_at, zones, locale);
  const starts = row.starts_at.getTime();
  const preview = previewRefund(policy, row, paid, now);
  const money = (amount: number) => formatMoney(amount, row.currency ?? "EUR", locale);
  const moment = (at: Date | number) => momentOf(new Date(at), { locale, time_zone: zones.lead });
  const isHeld = row.status === "pending" && row.expires_at !== null;
  const hasLapsed = isHeld && row.expires_at !== null && row.expires_at.getTime() <= now;
  const isAhead = isUpcoming(row.status) && !hasLapsed && starts > now;
  return {
    state: hasLapsed ? "expired" : is_declined ? "declined" : stateOf(row),
    reason: row.cancelled_by === "staff" ? row.cancel_reason : null,
    path,
    what: [service, row.resource_name, ...shownNeeds(row)].filter(Boolean).join(" · "),
    when,
    zone,
    other_when,
    where: whereOf(row, location, locale),
    link_follows: location?.kind === "online_meeting" && location.url === null,
    people: peopleWords(row),
    addons: addonWords(row.addons).join(", "),
    price: priceOf(row, locale),
    amount: row.price_amount ?? 0,
    due_amount: dueNowOf(row),
    due_text: money(dueNowOf(row)),
    deposit_text: depositText(row, location, locale),
    is_part_paid: row.status === "paid" && row.deposit_amount !== null && dueOf(row) > 0,
    is_due_on_site: isDueOnSite(row, location),
    balance: {
      due: isUnsettled(row) && dueOf(row) > 0 ? money(dueOf(row)) : null,
      owed: balanceOf(row) < 0 ? money(-balanceOf(row)) : null,
    },
    held_until: isHeld && !hasLapsed && row.expires_at !== null ? moment(row.expires_at) : null,
    reference: referenceOf(row.reference),
    version: row.version,
    is_ahead: isAhead,
    may_accept: isAhead && row.pending_reason === "offer",
    may_pay:
      (isAhead && stateOf(row) === "pending_payment") || (isUnsettled(row) && dueOf(row) > 0),
    card: row.card_terms && {
      name: row.card && cardName(row.card),
      terms: row.card_terms.text,
    },
    may_save_card: isAhead && row.pending_reason === "card",
    fees: guestFees(row, locale, moment),
    cancel_fee: cancelFee(row, paid, preview.refund_amount, new Date(now), locale),
    has_failed: row.cancel_reason_code === "payment_failed",
    may_cancel:
      isAhead &&
      row.pending_reason !== "offer" &&
      mayMove(row.status, "cancelled", "customer", false) &&
      preview.inside_window,
    may_move:
      isAhead &&
      row.pending_reason !== "offer" &&
      starts - now >= policy.reschedule_window_minutes * 60_000 &&
      row.reschedule_count < policy.max_reschedules,
    may_change: isAhead && row.pending_reason !== "offer",
    cancel_until: moment(preview.window_ends_at),
    refund: {
      amount: preview.refund_amount,
      text: money(preview.refund_amount),
      paid: money(preview.paid_amount),
      credit: preview.credit_amount > 0 ? money(preview.credit_amount) : null,
      pct: preview.refund_pct,
      is_all: preview.refund_amount === paid.captured,
      none_because: paid.refundable > 0 ? null : hasMoneyComeIn(row) ? "nothing_left" : "not_paid",
    },
  };
}

/**
 * "€20.00 now, €60.00 at your visit" in the reader's language; null without a deposit to pay. For a
 * booking that staff confirmed, they send a link, so its page says nothing.
 */
function depositText(
  row: BookingRow,
  location: BookingLocation | null,
  locale: string,
): string | null {
  const [now, due] = [dueNowOf(row), dueOf(row)];
  if (row.status !== "pending" || now === due || row.currency === null) return null;
  const is_request = row.pending_reason === "approval" || row.pending_reason === "offer";
  const amounts = { now, total: due, currency: row.currency };
  return depositWords(amounts, { is_request, is_online: isOnline(location) }, locale);
}

/** The fees that are or will be charged; an offered or stopped one is the company's affair. */
const guestFees = (
  { fees }: BookingRow,
  locale: string,
  moment: (at: Date) => string,
): GuestFee[] =>
  fees.flatMap(({ kind, status, amount, currency, charge_at, refunded_amount }) =>
    status === "offered" || status === "stopped"
      ? []
      : [
          {
            kind,
            name: textsOf(locale).fee[kind],
            amount: formatMoney(amount, currency, locale),
            status,
            charge_at: charge_at && moment(new Date(charge_at)),
            refunded: refunded_amount > 0 ? formatMoney(refunded_amount, currency, locale) : null,
          },
        ],
  );

/** The fee of a guest who cancels now, less what the company keeps of what they paid. */
function cancelFee(
  row: BookingRow,
  paid: BookingMoney,
  refund: number,
  now: Date,
  locale: string,
): string | null {
  if (!row.card || !row.card_terms || !isLate(row, now)) return null;
  const kept = paid.captured - paid.refunded - paid.on_way - refund;
  const amount = mostOf(row, "late_cancellation", kept);
  return amount > 0 ? formatMoney(amount, row.card_terms.currency, locale) : null;
}

function priceOf({ price_amount, currency }: BookingRow, locale: string): string | null {
  if (price_amount === 0) return textsOf(locale).free;
  return price_amount === null ? null : formatMoney(price_amount, currency ?? "EUR", locale);
}

function whereOf(
  { customer_phone }: BookingRow,
  location: BookingLocation | null,
  locale: string,
): GuestBooking["where"] {
  const where = describeLocation(location, customer_phone, locationWords(locale, "guest"));
  return where && { ...where, map_url: mapUrl(location) };
}

export function stateOf({
  status,
  pending_reason,
  payment_status,
}: BookingRow): GuestBooking["state"] {
  if (status !== "pending") return status;
  if (payment_status === "processing") return "pending_processing";
  if (pending_reason === "payment") return "pending_payment";
  if (pending_reason === "card") return "pending_card";
  if (pending_reason === "offer") return "pending_offer";
  return pending_reason === "approval" ? "pending_approval" : "pending";
}

/** What the booking takes besides its resource, as far as the guest is shown it. */
const shownNeeds = ({ needs }: Pick<BookingRow, "needs">): string[] =>
  needs.flatMap(({ name, shown }) => (shown ? [name] : []));
