import type { Bookable } from "../choose/bookables";
import { isLater, type Flow } from "../flow";
import { duration } from "../shared/format";
import type { Offer } from "../shared/summary";
import type { Resource, Schedule, Slot } from "../wire";

type Terms = Pick<
  Schedule,
  "duration_minutes" | "price_amount" | "base_price_from" | "length_options"
>;
interface Price {
  duration_minutes: number;
  price_amount: number | null;
  price_from: number | null;
}

/** Lengths and prices of a resource, or of any available one. */
export const termsOf = (schedule: Schedule, resource_id: string | null): Terms =>
  schedule.resource_terms.find((own) => own.resource_id === resource_id) ?? schedule;

/** Price of a length; null: the shortest. */
export function priceOf(terms: Terms, length_minutes: number | null): Price {
  const { duration_minutes, price_amount, base_price_from: price_from, length_options } = terms;
  const longer = length_options.find(({ minutes }) => minutes === length_minutes);
  return longer
    ? { ...longer, duration_minutes: longer.minutes }
    : { duration_minutes, price_amount, price_from };
}

/** Length and price as far as known: of the chosen time, otherwise of the choices so far. */
export function offerOf({ bookable, resource_id, length_minutes, step, slot }: Flow): Offer | null {
  const schedule = bookable?.schedule;
  if (!schedule) return null;
  const kinds = schedule.person_kinds;
  if (step === "length") return { ...schedule, duration_minutes: null };
  if (slot && isLater(step)) {
    const offer = { ...slot, duration_minutes: minutesOf(slot) };
    // The form has the price of people by kind.
    return kinds.length ? { ...offer, price_amount: null } : offer;
  }
  const offer = {
    ...priceOf(termsOf(schedule, resource_id), length_minutes),
    currency: schedule.currency,
  };
  const price_amount = kinds.find(({ takes_seat }) => takes_seat)?.price_amount ?? null;
  return price_amount === null ? offer : { ...offer, price_amount, price_from: null, fixed: true };
}

const minutesOf = ({ starts_at, ends_at }: Slot): number =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;

/**
 * Bookables narrowed by the page: a single resource uses its own lengths and prices; a requested
 * length applies where it is offered.
 */
export const narrowed = (bookables: readonly Bookable[], wanted_minutes: number): Bookable[] =>
  bookables.map((bookable) => inLength(onOnlyResource(bookable), wanted_minutes));

function onOnlyResource(bookable: Bookable): Bookable {
  const { schedule, resources } = bookable;
  const own = schedule?.resource_terms.find(({ resource_id }) => resource_id === resources[0]?.id);
  if (!schedule || !own || resources.length > 1) return bookable;
  return { resources, schedule: { ...schedule, ...own, price_from: lowest(own) } };
}

/** Lowest price of all lengths, if they differ. */
function lowest({ price_amount, base_price_from, length_options }: Terms): number | null {
  const all = [
    base_price_from ?? price_amount,
    ...length_options.map((one) => one.price_from ?? one.price_amount),
  ];
  const known = all.filter((price) => price !== null);
  const differ = new Set(all).size > 1 || base_price_from !== null;
  return differ && known.length > 0 ? Math.min(...known) : null;
}

function inLength(bookable: Bookable, wanted_minutes: number): Bookable {
  const { schedule } = bookable;
  const isLonger = schedule?.length_options.some(({ minutes }) => minutes === wanted_minutes);
  if (!schedule || !(isLonger || schedule.duration_minutes === wanted_minutes)) return bookable;
  const length_minutes = isLonger ? wanted_minutes : null;
  const alone = <T extends Terms>(terms: T): T => {
    const { price_from, duration_minutes, price_amount } = priceOf(terms, length_minutes);
    return {
      ...terms,
      duration_minutes,
      price_amount,
      base_price_from: price_from,
      length_options: [],
    };
  };
  const { price_from } = priceOf(schedule, length_minutes);
  return {
    length_minutes,
    schedule: {
      ...alone(schedule),
      price_from,
      resource_terms: schedule.resource_terms.map(alone),
    },
    resources: giving(bookable, length_minutes),
  };
}

/** Resources that offer a length. */
export const giving = ({ schedule, resources }: Bookable, length_minutes: number | null) =>
  schedule && schedule.length_options.length > 0 && length_minutes !== null
    ? resources.filter(({ id }) =>
        termsOf(schedule, id).length_options.some(({ minutes }) => minutes === length_minutes),
      )
    : resources;

/** Shortest length, formatted; a range if it depends on the resource. */
export const baseDuration = ({ schedule, resources }: Bookable, locale: string): string =>
  schedule ? span(shortest(schedule, resources), locale) : "";

/** Range of lengths; undefined without a schedule. */
export const durations = ({ schedule, resources }: Bookable, locale: string): string | undefined =>
  schedule
    ? span(
        [
          ...shortest(schedule, resources),
          ...schedule.length_options.map(({ minutes }) => minutes),
        ],
        locale,
      )
    : undefined;

const shortest = (schedule: Schedule, resources: readonly Resource[]): number[] =>
  resources.map(({ id }) => termsOf(schedule, id).duration_minutes);

function span(minutes: number[], locale: string): string {
  const [least, most] = [Math.min(...minutes), Math.max(...minutes)];
  return least === most
    ? duration(least, locale)
    : `${duration(least, locale)} – ${duration(most, locale)}`;
}
