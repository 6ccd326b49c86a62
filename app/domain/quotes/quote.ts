import type { BookedAddon, BookedPeople } from "~/contract/bookings";
import type { LengthOption, PeakPrice } from "~/contract/service-fields";
import { MAX_PRICE } from "~/contract/limits";
import { AppError, invalidField } from "~/lib/app-error";
import { payableStep } from "~/lib/money";
import { isoWeekday, wallTimeOf } from "~/lib/time";
import { partyAmount } from "./choose-party";
import { peakPrice } from "./service-terms";

/** A line of a quote; the lines add up to its amount. */
interface QuoteLine {
  /** `adjustment`: what staff took off or added by setting the price of the whole booking. */
  kind: "service" | "person" | "addon" | "adjustment";
  label: string;
  quantity: number;
  /** For all of `quantity`, in minor units. */
  amount: number;
}

/** The price of a booking. Without a price `amount` is null and there are no lines. */
export interface Quote {
  amount: number | null;
  currency: string | null;
  lines: QuoteLine[];
}

/** A price for one seat, or the agreed price for a party. */
export interface PriceForSeats {
  label: string;
  amount: number | null;
  seats: number;
  currency: string | null;
}

/**
 * The price of `party` seats, derived from a price for some, or of the people by kind, and of the
 * add-ons. Throws validation_failed when it exceeds what can be charged.
 */
export function quote(
  price: PriceForSeats,
  party: number,
  addons: BookedAddon[] = [],
  people: BookedPeople[] = [],
): Quote {
  const seats = people.length > 0 ? partyAmount(people) : amountFor(price, party);
  const extra = addonsAmount(addons);
  if (seats === null && extra === 0) return { amount: null, currency: null, lines: [] };
  const amount = (seats ?? 0) + extra;
  if (amount > MAX_PRICE)
    throw invalidField(
      "party_size",
      "The total is more than can be charged at one time. Choose fewer people or add-ons.",
    );
  return {
    amount,
    currency: price.currency,
    lines: [...seatLines(price.label, party, seats ?? 0, people), ...addonLines(addons)],
  };
}

/** The quote of a booking whose price for everything, add-ons included, is agreed. */
export function agreedQuote(
  { label, amount, currency }: Omit<PriceForSeats, "seats">,
  party: number,
  addons: BookedAddon[],
  people: BookedPeople[] = [],
): Quote {
  if (amount === null) return { amount: null, currency: null, lines: [] };
  const { seats, adjustment } = partsOf(amount, addons, people);
  return {
    amount,
    currency,
    lines: [
      ...seatLines(label, party, seats, people),
      ...addonLines(addons),
      ...(adjustment === 0
        ? []
        : [
            { kind: "adjustment" as const, label: "Agreed price", quantity: 1, amount: adjustment },
          ]),
    ],
  };
}

/**
 * An agreed price without its add-ons. An agreed price below that of the add-ons leaves 0 for the
 * seats, and the rest as a negative adjustment. People by kind have prices of their own: all that
 * differs from those is the adjustment.
 */
export function partsOf(
  amount: number,
  addons: BookedAddon[],
  people: BookedPeople[] = [],
): { seats: number; adjustment: number } {
  const rest = amount - addonsAmount(addons);
  if (people.length > 0) {
    const seats = partyAmount(people) ?? 0;
    return { seats, adjustment: rest - seats };
  }
  return { seats: Math.max(rest, 0), adjustment: Math.min(rest, 0) };
}

export const addonsAmount = (addons: BookedAddon[]): number =>
  addons.reduce((sum, { price_amount, quantity }) => sum + price_amount * quantity, 0);

/** One line for the service, or one for each kind of people. */
const seatLines = (
  label: string,
  party: number,
  amount: number,
  people: BookedPeople[],
): QuoteLine[] =>
  people.length === 0
    ? [{ kind: "service", label, quantity: party, amount }]
    : people.map(({ name, count, price_amount }) => ({
        kind: "person",
        label: name,
        quantity: count,
        amount: (price_amount ?? 0) * count,
      }));

const addonLines = (addons: BookedAddon[]): QuoteLine[] =>
  addons.map(({ name, quantity, price_amount }) => ({
    kind: "addon",
    label: name,
    quantity,
    amount: price_amount * quantity,
  }));

/**
 * The price of `party` seats, rounded half up to a payable amount: 10.00 for three is 6.67 for two.
 * For the original number of seats the price stays exact.
 */
export function amountFor(
  { amount, seats, currency }: Omit<PriceForSeats, "label">,
  party: number,
): number | null {
  if (amount === null || party === seats) return amount;
  const payable = currency === null ? 1 : payableStep(currency);
  const step = amount % payable === 0 ? payable : 1; // a price that cannot be paid online comes from an earlier version
  return Math.floor((2 * amount * party + seats * step) / (2 * seats * step)) * step;
}

/**
 * Throws validation_failed at `path` for a price that can neither be paid nor refunded exactly:
 * 5.709 KWD.
 */
export function checkStep(amount: number | null, currency: string | null, path: string): void {
  if (amount === null || currency === null || amount % payableStep(currency) === 0) return;
  throw invalidField(
    path,
    `Prices in ${currency} end in a 0, also at peak times. Make the last decimal a 0.`,
    "amount_not_supported",
  );
}

/** The fields of a service that determine its price per seat for a length and a start. */
export interface PricedTerms {
  duration_minutes: number;
  price_amount: number | null;
  length_options: LengthOption[];
}

/**
 * The price per seat for a length and start: that of the longest length offered that is not longer,
 * else of the base length. For offered lengths price-at.sql and length-terms.sql compute the same;
 * a test compares them.
 */
export function seatPriceAt(
  terms: PricedTerms,
  { peak_prices, time_zone }: { peak_prices: PeakPrice[]; time_zone: string },
  minutes: number,
  startsAt: Date,
): number | null {
  const length = terms.length_options
    .filter((option) => option.minutes <= minutes)
    .reduce<{ minutes: number; price_amount: number | null }>(
      (longest, option) => (option.minutes > longest.minutes ? option : longest),
      { minutes: terms.duration_minutes, price_amount: terms.price_amount },
    );
  if (length.price_amount === null) return null;
  const rule = peakAt(peak_prices, startsAt, time_zone);
  return rule === undefined ? length.price_amount : peakPrice(length.price_amount, rule);
}

/**
 * The first rule that contains a start, in the zone's local time. A rule over midnight belongs to
 * the day it begins on.
 */
function peakAt(rules: PeakPrice[], startsAt: Date, zone: string): PeakPrice | undefined {
  if (rules.length === 0) return undefined;
  const [date = "", time = ""] = wallTimeOf(startsAt.getTime(), zone).split(" ");
  const today = isoWeekday(date);
  return rules.find((rule) => isInPeak(rule, today, time));
}

/** Whether a rule contains a start on a weekday (1 is Monday). */
export function isInPeak({ days, start, end }: PeakPrice, day: number, time: string): boolean {
  const isOvernight = end <= start;
  if (days.includes(day) && time >= start && (time < end || isOvernight)) return true;
  return isOvernight && days.includes(day === 1 ? 7 : day - 1) && time < end;
}

/** Throws price_changed when the caller expected another deposit of the price. */
export function checkExpectedDeposit(
  expected: number | undefined,
  deposit_amount: number | null,
  now: Quote,
): void {
  if (expected === undefined || expected === (deposit_amount ?? 0)) return;
  const error = priceChanged(now.amount ?? 0, now);
  throw new AppError(
    "price_changed",
    "The deposit has changed. Check the new amount and confirm.",
    { details: { ...error.extra.details, expected_deposit_amount: expected, deposit_amount } },
  );
}

/** Throws price_changed, with both prices, when the caller expected another one. */
export function checkExpected(expected: number | undefined, now: Quote): void {
  if (expected !== undefined && expected !== (now.amount ?? 0)) throw priceChanged(expected, now);
}

export function priceChanged(
  expected_amount: number,
  { amount, currency, lines }: Quote,
): AppError {
  return new AppError("price_changed", "The price has changed. Check the new price and confirm.", {
    details: { expected_amount, amount: amount ?? 0, currency, lines },
  });
}
