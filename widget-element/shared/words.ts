import type { Booking } from "../wire";
import { clockLabel, dateInZone, dateWords } from "./format";
import type { StepProps } from "./props";

/** Day and time of an instant, short: `Tue 12 Jan, 15:30`. */
export const momentWords = (instant: string, locale: string, zone: string): string =>
  `${dateWords(dateInZone(instant, zone), "short", locale)}, ${clockLabel(instant, locale, zone)}`;

/** A reference grouped for reading: `K7QF2M9D` → `K7QF-2M9D`. */
export const referenceWords = (reference: string): string =>
  reference.replace(/^(.{4})(.{4})$/, "$1-$2");

/** Minutes and seconds left: `4:05`. */
export const countdown = (seconds: number, locale: string): string => {
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  return `${new Intl.NumberFormat(locale).format(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`;
};

/** A time of the chosen service, or a booking, which may be somewhere else. */
type Moment = Booking | { starts_at: string };

/** Whether guest and company meet at a place; a location that isn't set is the company's. */
export function isAtPlace({ state }: StepProps, moment: Moment): boolean {
  const location = "location" in moment ? moment.location : state.flow.bookable?.schedule?.location;
  return /here|address/.test(location?.kind ?? "here");
}

/** A place is read in the company's time, a call in the visitor's. */
export const leadZone = (props: StepProps, moment: Moment): string =>
  isAtPlace(props, moment) ? props.config.tenant.time_zone : props.store.calendar.zone;
