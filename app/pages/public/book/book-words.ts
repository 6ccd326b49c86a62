import type { BookableService } from "./choice";
import { dayOf } from "~/domain/bookings/read/booking-time";
import { formatMoney } from "~/lib/money";
import { formatUnit } from "~/lib/unit-format";
import { fill } from "~/ui/guest-page/manage-language";
import { bookTexts } from "./book-language";

/** Formatters for days, durations and money in the page's language. */

export const dayName = (date: string, locale: string) =>
  dayOf(new Date(`${date}T12:00:00Z`), { locale, time_zone: "UTC" });

export const dayNumber = (date: string, locale: string) =>
  new Intl.NumberFormat(locale).format(Number(date.slice(8)));

/** "Mon 4": a column of a timetable. */
export const shortDay = (date: string, locale: string) =>
  new Intl.DateTimeFormat(locale, {
    calendar: "gregory",
    timeZone: "UTC",
    weekday: "short",
    day: "numeric",
  }).format(new Date(`${date}T12:00:00Z`));

/** "23 – 29 November 2026" */
export const spanName = (first: string, last: string, locale: string) =>
  new Intl.DateTimeFormat(locale, {
    calendar: "gregory",
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).formatRange(new Date(`${first}T12:00:00Z`), new Date(`${last}T12:00:00Z`));

/** "November – December 2026": months of the first and last day. */
export const monthsName = (first: string, last: string, locale: string) =>
  new Intl.DateTimeFormat(locale, {
    calendar: "gregory",
    timeZone: "UTC",
    month: "long",
    year: "numeric",
  }).formatRange(new Date(`${first}T12:00:00Z`), new Date(`${last}T12:00:00Z`));

/** Weekday names, short and long. */
export const weekdayNames = (week: string[], locale: string) =>
  week.map((date) => {
    const name = (weekday: "short" | "long") =>
      new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday }).format(
        new Date(`${date}T12:00:00Z`),
      );
    return { short: name("short"), long: name("long") };
  });

/** "45 minutes", "90 minutes", "2.5 hours". */
export function durationName(
  minutes: number,
  locale: string,
  unitDisplay: "long" | "short" = "long",
): string {
  const isHours = minutes % 60 === 0 || (minutes >= 120 && minutes % 30 === 0);
  const unit = isHours ? "hour" : "minute";
  return formatUnit(isHours ? minutes / 60 : minutes, unit, locale, unitDisplay);
}

/** "1 hour or 90 minutes · from €36.00": lengths and price of a service. */
export function offerFacts(service: BookableService, locale: string): string {
  const { price_amount, price_from, currency } = service;
  const amount = price_from ?? price_amount;
  const price = amount && currency ? formatMoney(amount, currency, locale) : null;
  const from =
    price !== null && price_from !== null ? fill(bookTexts(locale).price_from, { price }) : price;
  const { course } = service;
  const isSingle = course?.single_dates ?? true;
  return [
    course && bookTexts(locale).course,
    lengthsName(lengthsOf(service), locale),
    isSingle && from,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** All lengths of a service across its resources, shortest first. */
function lengthsOf({
  duration_minutes,
  length_options,
  resource_ids,
  resource_terms,
}: BookableService): number[] {
  const own = new Map(resource_terms.map((terms) => [terms.resource_id, terms.duration_minutes]));
  const shortest = resource_ids.map((id) => own.get(id) ?? duration_minutes);
  const longer = length_options.map(({ minutes }) => minutes);
  return [...new Set([...shortest, ...longer])].sort((a, b) => a - b);
}

/** With more lengths, show only the shortest and longest. */
const MAX_NAMED = 3;

function lengthsName(minutes: number[], locale: string): string {
  const names = minutes.map((each) => durationName(each, locale));
  if (names.length > MAX_NAMED) return `${names[0]} – ${names.at(-1)}`;
  return new Intl.ListFormat(locale, { type: "disjunction" }).format(names);
}

/** "45 minutes · €42.00"; `amount` in minor units, for the whole party. */
export function factsOf(
  minutes: number,
  amount: number | null,
  currency: string | null,
  locale: string,
): string {
  const price = amount && currency ? formatMoney(amount, currency, locale) : null;
  return [durationName(minutes, locale), price].filter(Boolean).join(" · ");
}
