import { isDeepStrictEqual } from "node:util";
import {
  type LengthOption,
  NO_TERMS,
  type PeakPrice,
  type PersonKind,
  type ResourceTerms,
} from "~/contract/service-fields";
import type { WidgetConfig } from "~/contract/widget";
import { isInPeak } from "../quotes/quote";
import { peakPrice, termsOn } from "../quotes/service-terms";

/** The stored fields that determine a schedule's prices. */
export interface PricedSchedule {
  resource_ids: string[];
  duration_minutes: number;
  price_amount: number | null;
  length_options: LengthOption[];
  peak_prices: PeakPrice[];
  /** The terms of its resources that have their own; null: none has. */
  resource_terms: (Partial<ResourceTerms> & { resource_id: string })[] | null;
  /** Whether any of its future slots was priced by hand. */
  has_own_prices?: boolean;
}

type Shown = WidgetConfig["schedules"][number];
export type OfferPrices = Pick<
  Shown,
  | "duration_minutes"
  | "price_amount"
  | "price_from"
  | "base_price_from"
  | "length_options"
  | "resource_terms"
>;

type Price = number | null;

/** The base prices of bookable starts, by resource; a resource without any has an empty list. */
export type BookablePrices = Map<string, Price[]>;

/** Whether a schedule's prices may depend on resource and start. */
export function hasVariedPrices(schedule: PricedSchedule): boolean {
  const { peak_prices, resource_terms, has_own_prices = false } = schedule;
  return peak_prices.length > 0 || (resource_terms ?? []).length > 0 || has_own_prices;
}

/**
 * The selectable lengths, and the lowest prices where they differ by resource, length or start: of
 * bookable starts if known, else of all that the terms allow. If all are equal, that price is the
 * schedule's.
 */
export function offerPrices(schedule: PricedSchedule, bookable?: BookablePrices): OfferPrices {
  const { duration_minutes, price_amount, peak_prices } = schedule;
  const changes = changesByStart(peak_prices);
  const resource_terms = (schedule.resource_terms ?? []).map((own) => ({ ...NO_TERMS, ...own }));
  // Nothing is bookable, so only the terms are known.
  const isKnown = schedule.resource_ids.some((id) => (bookable?.get(id) ?? []).length > 0);
  const all = schedule.resource_ids.map((resource_id) => {
    const terms = termsOn({ ...schedule, resource_terms }, resource_id);
    const known = bookable?.get(resource_id) ?? [];
    const is_offered = !isKnown || known.length > 0;
    const found = isKnown && is_offered ? known : null;
    const met = found === null ? changes : metChanges(changes, terms.price_amount, found);
    const atStarts = (price: Price): Price[] => met.map((change) => change(price));
    const base = found ?? atStarts(terms.price_amount);
    const longer = terms.length_options.map(({ minutes, price_amount: price }) => ({
      minutes,
      price_amount: price,
      prices: atStarts(price),
    }));
    return { resource_id, is_offered, terms, base, longer };
  });
  const each = all.filter(({ is_offered }) => is_offered);
  const base = each.flatMap((one) => one.base);
  const longer = each.flatMap((one) => one.longer);
  const lengths = each.map(({ terms }) => terms.duration_minutes);
  const ofAll = {
    duration_minutes:
      lengths.length === 0 || lengths.includes(duration_minutes)
        ? duration_minutes
        : Math.min(...lengths),
    price_amount: onlyPrice(base, price_amount),
    base_price_from: lowestOfSeveral(base),
    length_options: byLength(longer),
  };
  const ofEach = all.map(({ resource_id, terms, ...one }) => ({
    resource_id,
    duration_minutes: terms.duration_minutes,
    price_amount: onlyPrice(one.base, terms.price_amount),
    base_price_from: lowestOfSeveral(one.base),
    length_options: byLength(one.longer),
  }));
  return {
    ...ofAll,
    price_from: lowestOfSeveral([...base, ...longer.flatMap(({ prices }) => prices)]),
    resource_terms: ofEach.filter(
      (terms) => !isDeepStrictEqual(terms, { resource_id: terms.resource_id, ...ofAll }),
    ),
  };
}

/**
 * The lowest price per seat with the prices that kinds of people have of their own. Others pay the
 * service's, so a higher one of a kind changes nothing.
 */
export function withKinds<Prices extends Pick<OfferPrices, "price_amount" | "price_from">>(
  prices: Prices,
  kinds: readonly PersonKind[],
): Prices {
  const seated = kinds.filter(({ takes_seat }) => takes_seat);
  const own = seated.flatMap(({ price_amount }) => price_amount ?? []);
  if (own.length === 0) return prices;
  const pays = own.length < seated.length ? (prices.price_from ?? prices.price_amount) : null;
  const price_from = Math.min(...own, ...(pays === null ? [] : [pays]));
  return price_from === pays ? prices : { ...prices, price_from };
}

/** Each length once, shortest first, with the lowest price among the resources. */
function byLength(options: (LengthOption & { prices: Price[] })[]): Shown["length_options"] {
  const lengths = new Map<number, { set: Price[]; prices: Price[] }>();
  for (const { minutes, price_amount, prices } of options) {
    const known = lengths.get(minutes) ?? { set: [], prices: [] };
    lengths.set(minutes, {
      set: [...known.set, price_amount],
      prices: [...known.prices, ...prices],
    });
  }
  return [...lengths]
    .sort(([a], [b]) => a - b)
    .map(([minutes, { set, prices }]) => ({
      minutes,
      price_amount: onlyPrice(prices, lowest(set)),
      price_from: lowestOfSeveral(prices),
    }));
}

const lowest = (prices: Price[]): Price => {
  const known = prices.filter((price) => price !== null);
  return known.length === 0 ? null : Math.min(...known);
};
const lowestOfSeveral = (prices: Price[]): Price =>
  new Set(prices).size > 1 ? lowest(prices) : null;
/** The price if all are equal; else `otherwise`. */
const onlyPrice = (prices: Price[], otherwise: Price): Price =>
  new Set(prices).size === 1 ? prices[0]! : otherwise;

type Change = (price: Price) => Price;

/**
 * How prices change over the week: one entry for each rule that a start can match, and one for no
 * rule.
 */
function changesByStart(rules: PeakPrice[]): Change[] {
  const met = new Set<PeakPrice | undefined>();
  const bounds = [
    ...new Set([
      "00:00",
      ...rules.flatMap(({ start, end }) => [start, end === "24:00" ? "00:00" : end]),
    ]),
  ];
  for (let day = 1; day <= 7; day++)
    for (const time of bounds) met.add(rules.find((rule) => isInPeak(rule, day, time)));
  return [...met].map(
    (rule) => (price) => (price === null || rule === undefined ? price : peakPrice(price, rule)),
  );
}

/**
 * The changes that apply to bookable starts, inferred from their prices; all of them if prices set
 * by hand obscure them.
 */
function metChanges(changes: Change[], price: Price, found: Price[]): Change[] {
  const met = changes.filter((change) => found.includes(change(price)));
  return met.length === 0 && found.length > 0 ? changes : met;
}
