import type { Schedule } from "~/contract/schedules";
import type { LengthOption, PeakPrice } from "~/contract/service-fields";

/** What a schedule says of lengths and prices, with what its resources have of their own. */
export type ServiceTerms = Pick<
  Schedule,
  "duration_minutes" | "price_amount" | "length_options" | "peak_prices" | "resource_terms"
>;

/** The terms of a schedule on one of its resources: minutes, and prices per seat in minor units before the peak prices. */
export interface TermsOnResource {
  duration_minutes: number;
  price_amount: number | null;
  /** Longer than the base length, shortest first. */
  length_options: LengthOption[];
}

/**
 * What a resource has of its own wins, each for itself. A length of the schedule that is not longer than the resource's own base length is
 * not one of its lengths. length-terms.sql says the same in the database.
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

/** A schedule as it is on one resource: what its times there are made from. */
export function onResource<S extends Pick<Schedule, "duration_minutes" | "resource_terms">>(
  schedule: S,
  resourceId: string,
): S {
  const own = schedule.resource_terms.find(({ resource_id }) => resource_id === resourceId);
  return own?.duration_minutes == null
    ? schedule
    : { ...schedule, duration_minutes: own.duration_minutes };
}

/** The longest length that can be booked on a resource, in minutes. */
export function longestMinutes(
  schedule: Parameters<typeof termsOn>[0],
  resourceId: string,
): number {
  const { duration_minutes, length_options } = termsOn(schedule, resourceId);
  return Math.max(duration_minutes, ...length_options.map(({ minutes }) => minutes));
}

/**
 * A price by a rule that fits: rounded half up to minor units, never below 0. 1250 at 20 % more are 1500, at 10 % less 1125.
 * price-at.sql finds the rule that fits a start, and calculates the same.
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

/** A price that can come out of a schedule, with where it is set and, where it differs by the start, which rule makes it. */
export interface NamedPrice {
  path: string;
  price_amount: number | null;
}

/** Each price per seat that is set in a schedule, before the peak prices. */
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

/** Each price that comes out at a peak, by the rule: 0 where there would be less. */
export function peakPrices(terms: ServiceTerms): NamedPrice[] {
  const prices = [...new Set(basePrices(terms).flatMap(({ price_amount }) => price_amount ?? []))];
  return terms.peak_prices.flatMap((rule, at) =>
    prices.map((price) => ({
      path: `peak_prices.${at}.${rule.amount === undefined ? "percent" : "amount"}`,
      price_amount: peakPrice(price, rule),
    })),
  );
}
