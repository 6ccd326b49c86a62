import type { Schedule } from "~/contract/schedules";
import type { LengthOption, PeakPrice } from "~/contract/service-fields";

/** A schedule's lengths and prices, including those of its resources. */
export type ServiceTerms = Pick<
  Schedule,
  "duration_minutes" | "price_amount" | "length_options" | "peak_prices" | "resource_terms"
>;

/**
 * The terms of a schedule on one of its resources: minutes, and prices per seat in minor units
 * before the peak prices.
 */
export interface TermsOnResource {
  duration_minutes: number;
  price_amount: number | null;
  /** Longer than the base length, shortest first. */
  length_options: LengthOption[];
}

/**
 * Each term of the resource overrides the schedule's. A length of the schedule that is not longer
 * than the resource's base length is not offered. length-terms.sql computes the same in the
 * database.
 */
export function termsOn(
  schedule: Pick<
    ServiceTerms,
    "duration_minutes" | "price_amount" | "length_options" | "resource_terms"
  >,
  resourceId: string,
): TermsOnResource {
  const own = schedule.resource_terms.find(({ resource_id }) => resource_id === resourceId);
  const duration_minutes = own?.duration_minutes ?? schedule.duration_minutes;
  const options = own?.length_options ?? schedule.length_options;
  return {
    duration_minutes,
    price_amount: own?.price_amount ?? schedule.price_amount,
    length_options: options.filter(({ minutes }) => minutes > duration_minutes),
  };
}

/** A schedule with the terms of one resource, from which its slots there are made. */
export function onResource<S extends Pick<Schedule, "duration_minutes" | "resource_terms">>(
  schedule: S,
  resourceId: string,
): S {
  const own = schedule.resource_terms.find(({ resource_id }) => resource_id === resourceId);
  return own?.duration_minutes == null
    ? schedule
    : { ...schedule, duration_minutes: own.duration_minutes };
}

/** The longest bookable length on a resource, in minutes. */
export function longestMinutes(
  schedule: Parameters<typeof termsOn>[0],
  resourceId: string,
): number {
  const { duration_minutes, length_options } = termsOn(schedule, resourceId);
  return Math.max(duration_minutes, ...length_options.map(({ minutes }) => minutes));
}

/**
 * A price adjusted by a rule: rounded half up to minor units, never below 0. 1250 plus 20 % is
 * 1500, minus 10 % is 1125. price-at.sql finds the rule for a start and computes the same.
 */
export function peakPrice(
  price: number,
  { percent, amount }: Pick<PeakPrice, "percent" | "amount">,
): number {
  return Math.max(
    amount === undefined ? Math.floor((price * (100 + (percent ?? 0)) + 50) / 100) : price + amount,
    0,
  );
}

/**
 * A possible price of a schedule, with the field that sets it and, if it depends on the start, the
 * rule.
 */
export interface NamedPrice {
  path: string;
  price_amount: number | null;
}

/** Each price per seat set in a schedule, before the peak prices. */
export function basePrices({
  price_amount,
  length_options,
  resource_terms,
}: ServiceTerms): NamedPrice[] {
  const options = (path: string, lengths: LengthOption[] | null): NamedPrice[] =>
    (lengths ?? []).map((length, at) => ({
      path: `${path}length_options.${at}.price_amount`,
      price_amount: length.price_amount,
    }));
  return [
    { path: "price_amount", price_amount },
    ...options("", length_options),
    ...resource_terms.flatMap((own, at) => [
      ...(own.price_amount === null
        ? []
        : [{ path: `resource_terms.${at}.price_amount`, price_amount: own.price_amount }]),
      ...options(`resource_terms.${at}.`, own.length_options),
    ]),
  ];
}

/** Each price with each peak rule applied; 0 if it would be negative. */
export function peakPrices(terms: ServiceTerms): NamedPrice[] {
  const prices = [...new Set(basePrices(terms).flatMap(({ price_amount }) => price_amount ?? []))];
  return terms.peak_prices.flatMap((rule, at) =>
    prices.map((price) => ({
      path: `peak_prices.${at}.${rule.amount === undefined ? "percent" : "amount"}`,
      price_amount: peakPrice(price, rule),
    })),
  );
}
