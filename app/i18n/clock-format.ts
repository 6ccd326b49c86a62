/** Whether a locale writes AM and PM: making a format to find out is slow. */
const twelveHours = new Map<string, boolean>();
/** Browsers may send any region of a language. */
const MAX_LOCALES = 200;

function isTwelveHours(locale: string): boolean {
  const known = twelveHours.get(locale);
  if (known !== undefined) return known;
  if (twelveHours.size >= MAX_LOCALES) twelveHours.clear();
  const is = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 === true;
  twelveHours.set(locale, is);
  return is;
}

/** Formats a time of day for a locale: 09:30 with a 24-hour clock, 9:30 AM with a 12-hour clock. */
export function clockFormat(
  locale: string,
  timeZone: string,
  more: Intl.DateTimeFormatOptions = {},
): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: isTwelveHours(locale) ? "numeric" : "2-digit",
    minute: "2-digit",
    ...more,
  });
}
