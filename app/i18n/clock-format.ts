/** How a time of day is written in a language's region: 09:30 where the day has 24 hours, 9:30 AM where it has two times twelve. */
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
