import type { WidgetSeries } from "~/contract/widget";
import type { BookableService, Choice } from "./choice";

/** How often a guest repeats a booking. */
export interface Repeat {
  every_weeks: number;
  dates: number;
}

/** Dates chosen at first, if the service allows as many. */
const USUAL_DATES = 6;

/** The most dates that can be booked together; null: one at a time, as with a booking link. */
export const mostDates = (choice: Choice, service: BookableService): number | null =>
  choice.link === null && !choice.waits && !choice.course && choice.also.length === 0
    ? (service.repeat_dates ?? null)
    : null;

/** The repetition in a form; null for none. */
export function repeatIn(form: URLSearchParams, most: number | null): Repeat | null {
  const every_weeks = Number(form.get("repeat") ?? "");
  if (most === null || ![1, 2].includes(every_weeks)) return null;
  const dates = Number(form.get("repeat_dates") ?? "");
  const isCount = Number.isInteger(dates) && dates >= 2 && dates <= most;
  return { every_weeks, dates: isCount ? dates : Math.min(USUAL_DATES, most) };
}

/** The dates after the first that are taken, which the booking leaves out. */
export const takenOf = ({ dates }: WidgetSeries): number[] =>
  dates.flatMap(({ no, state }) => (no > 1 && state === "taken" ? [no] : []));

/** Identifies the dates and states that a form showed; empty for none. */
export const shownDates = (series: WidgetSeries | null): string =>
  series?.dates.map(({ starts_at, state }) => `${starts_at} ${state}`).join(",") ?? "";
