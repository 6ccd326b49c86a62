import type { BookingFee, FeeKind } from "~/contract/card-on-file";
import { payableStep } from "~/lib/money";
import type { StoredCard, StoredCardTerms } from "./card-terms";
import { feeOf } from "./fee-amounts";

// The fees of a booking whose guest keeps a card. A fee is offered when the guest doesn't come or
// cancels late; a person charges it, or the rule does after 24 hours.

/** How long after the visit a fee can be charged. */
const CHARGE_DAYS = 14;
/** How long a person can stop a fee that is charged by rule. */
const RULE_HOURS = 24;
const HOUR = 3_600_000;

/** The columns of a booking that these rules read. */
interface CardBooking {
  card_terms: StoredCardTerms | null;
  card: StoredCard | null;
  fees: BookingFee[];
  price_amount: number | null;
  starts_at: Date;
  ends_at: Date;
  fee_starts_at: Date | null;
}
type Agreed = Pick<CardBooking, "card_terms" | "price_amount">;
type Placed = Pick<CardBooking, "card_terms" | "starts_at" | "fee_starts_at">;

/**
 * The most that a fee may be: what was agreed, or less if the price has fallen since, less what the
 * company has kept of the guest's money (`kept`, minor units). 0: nothing.
 */
export function mostOf({ card_terms, price_amount }: Agreed, kind: FeeKind, kept: number): number {
  if (!card_terms) return 0;
  const { currency } = card_terms;
  const agreed = card_terms[`${kind}_amount`] ?? 0;
  const present = feeOf(card_terms[kind], price_amount, currency) ?? 0;
  const most = Math.max(Math.min(agreed, present) - kept, 0);
  return most - (most % payableStep(currency));
}

/** The start (epoch ms) that a late cancellation counts from. */
const lateStart = ({ starts_at, fee_starts_at }: Placed): number =>
  Math.min(starts_at.getTime(), fee_starts_at?.getTime() ?? Infinity);

/** Whether a cancellation at this instant is late. */
export const isLate = (booking: Placed, now: Date): boolean =>
  !!booking.card_terms &&
  now.getTime() > lateStart(booking) - booking.card_terms.window_minutes * 60_000;

/**
 * The start that a late cancellation counts from after a move at `now`: a guest who moves when a
 * cancellation is late already doesn't avoid the fee by cancelling afterwards. Staff decide to move,
 * so the new start counts.
 */
export const feeStartAfterMove = (booking: Placed, now: Date, isByGuest: boolean): Date | null => {
  if (!isByGuest) return null;
  return isLate(booking, now) ? new Date(lateStart(booking)) : (booking.fee_starts_at ?? null);
};

/** Whether the time for charging a fee is over. */
export const isTooOld = ({ ends_at }: Pick<CardBooking, "ends_at">, now: Date): boolean =>
  now.getTime() > ends_at.getTime() + CHARGE_DAYS * 24 * HOUR;

export const feeOfKind = (
  { fees }: Pick<CardBooking, "fees">,
  kind: FeeKind,
): BookingFee | undefined => fees.find((fee) => fee.kind === kind);

/** The fees with one added or replaced. */
export const withFee = (fees: BookingFee[], fee: BookingFee): BookingFee[] => [
  ...fees.filter(({ kind }) => kind !== fee.kind),
  fee,
];

/**
 * The fees after the guest didn't come or cancelled late: one is offered, or charged by rule. No
 * card, or nothing left to charge: unchanged.
 */
export function withOffer(
  booking: Agreed & Pick<CardBooking, "card" | "fees">,
  kind: FeeKind,
  { now, by_rule }: { now: Date; by_rule: boolean },
): BookingFee[] {
  const amount = mostOf(booking, kind, 0);
  const isOpen = feeOfKind(booking, kind) === undefined;
  if (!booking.card || !booking.card_terms || amount === 0 || !isOpen) return booking.fees;
  return withFee(booking.fees, {
    kind,
    status: by_rule ? "scheduled" : "offered",
    amount,
    currency: booking.card_terms.currency,
    charge_at: by_rule ? new Date(now.getTime() + RULE_HOURS * HOUR).toISOString() : null,
    payment_id: null,
    refunded_amount: 0,
    failure_code: null,
  });
}

/** Without an offer that nobody has charged: the guest came after all. */
export const withoutOffer = (fees: BookingFee[], kind: FeeKind): BookingFee[] =>
  fees.filter(
    (fee) => fee.kind !== kind || !["offered", "scheduled", "stopped"].includes(fee.status),
  );

/** New offers less what the company keeps of the guest's money. */
export function cappedOffers(
  before: Pick<CardBooking, "fees">,
  after: Agreed & Pick<CardBooking, "fees">,
  kept: number,
): BookingFee[] {
  return after.fees.flatMap((fee) => {
    if (feeOfKind(before, fee.kind) !== undefined) return [fee];
    const amount = Math.min(fee.amount, mostOf(after, fee.kind, kept));
    return amount > 0 ? [{ ...fee, amount }] : [];
  });
}

/** When the next fee is charged by rule. */
export function nextChargeAt(fees: BookingFee[]): Date | null {
  const times = fees.flatMap(({ charge_at }) =>
    charge_at === null ? [] : [Date.parse(charge_at)],
  );
  return times.length === 0 ? null : new Date(Math.min(...times));
}
