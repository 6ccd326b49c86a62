import { clockLabel, dateInZone, dateWords } from "./format";

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
