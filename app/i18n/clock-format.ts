/** Formats a time of day for a locale: 09:30 with a 24-hour clock, 9:30 AM with a 12-hour clock. */
export function clockFormat(
  locale: string,
  timeZone: string,
  more: Intl.DateTimeFormatOptions = {},
): Intl.DateTimeFormat {
  const isTwelveHours = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions()
    .hour12;
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: isTwelveHours ? "numeric" : "2-digit",
    minute: "2-digit",
    ...more,
  });
}
