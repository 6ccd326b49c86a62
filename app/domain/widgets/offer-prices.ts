import { isDeepStrictEqual } from "node:util";
import {
  type LengthOption,
  NO_TERMS,
  type PeakPrice,
  type ResourceTerms,
} from "~/contract/service-fields";
import type { WidgetConfig } from "~/contract/widget";
import { peakPrice, termsOn } from "../schedules/service-terms";

/** What the prices of a schedule follow from, as it is kept. */
export interface PricedSchedule {
  resource_ids: string[];
  duration_minutes: number;
  price_amount: number | null;
  length_options: LengthOption[];
  peak_prices: PeakPrice[];
  /** Those of its resources that have terms of their own; null: none has. */
  resource_terms: (Partial<ResourceTerms> & { resource_id: string })[] | null;
}

type Shown = WidgetConfig["schedules"][number];
export type OfferPrices = Pick<
  Shown,
  "price_from" | "base_price_from" | "length_options" | "resource_terms"
>;

type Price = number | null;

/** The lengths that guests can choose, and the lowest prices wherever they differ by resource, length or start. */
export function offerPrices(schedule: PricedSchedule): OfferPrices {
  const { duration_minutes, price_amount, peak_prices } = schedule;
  const atStarts = pricesByStart(peak_prices);
  const resource_terms = (schedule.resource_terms ?? []).map((own) => ({ ...NO_TERMS, ...own }));
  const each = schedule.resource_ids.map((resource_id) => ({
    resource_id,
    ...termsOn({ ...schedule, resource_terms }, resource_id),
  }));
  const base = each.flatMap((terms) => atStarts(terms.price_amount));
  const longer = each.flatMap((terms) => terms.length_options);
  const ofAll = {
    duration_minutes,
    price_amount,
    base_price_from: lowestOfSeveral(base),
    length_options: byLength(longer, atStarts),
  };
  const ofEach = each.map(({ resource_id, ...terms }) => ({
    resource_id,
    ...terms,
    base_price_from: lowestOfSeveral(atStarts(terms.price_amount)),
    length_options: byLength(terms.length_options, atStarts),
  }));
  return {
    price_from: lowestOfSeveral([
      ...base,
      ...longer.flatMap((option) => atStarts(option.price_amount)),
    ]),
    base_price_from: ofAll.base_price_from,
    length_options: ofAll.length_options,
    resource_terms: ofEach.filter(
      (terms) => !isDeepStrictEqual(terms, { resource_id: terms.resource_id, ...ofAll }),
    ),
  };
}

/** Each length once, shortest first. Where resources ask different prices for it, the lowest one stands for it. */
function byLength(
  options: LengthOption[],
  atStarts: (price: Price) => Price[],
): Shown["length_options"] {
  const prices = new Map<number, Price[]>();
  for (const { minutes, price_amount } of options)
    prices.set(minutes, [...(prices.get(minutes) ?? []), price_amount]);
  return [...prices]
    .sort(([a], [b]) => a - b)
    .map(([minutes, asked]) => ({
      minutes,
      price_amount: lowest(asked),
      price_from: lowestOfSeveral(asked.flatMap(atStarts)),
    }));
}

const lowest = (prices: Price[]): Price => {
  const told = prices.filter((price) => price !== null);
  return told.length === 0 ? null : Math.min(...told);
};
const lowestOfSeveral = (prices: Price[]): Price =>
  new Set(prices).size > 1 ? lowest(prices) : null;

const MINUTES_OF_A_DAY = 1440;

/** What a price becomes at any time of the week: each rule counts that a start can meet, and the price itself where no rule fits. */
function pricesByStart(rules: PeakPrice[]): (price: Price) => Price[] {
  const met = new Set<PeakPrice | undefined>();
  const bounds = [
    ...new Set([0, ...rules.flatMap(({ from, to }) => [minutesOf(from), minutesOf(to)])]),
  ];
  for (let day = 1; day <= 7; day++)
    for (const minute of bounds) met.add(rules.find((rule) => fits(rule, day, minute)));
  return (price) =>
    price === null ? [null] : [...met].map((rule) => (rule ? peakPrice(price, rule) : price));
}

/** Whether a start at a minute of a weekday is one of a rule, which may go on after midnight. */
function fits({ days, from, to }: PeakPrice, day: number, minute: number): boolean {
  const [first, end] = [minutesOf(from), minutesOf(to)];
  const isOvernight = end <= first;
  if (days.includes(day) && minute >= first && (isOvernight || minute < end)) return true;
  return isOvernight && days.includes(day === 1 ? 7 : day - 1) && minute < end;
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) % MINUTES_OF_A_DAY;
};
