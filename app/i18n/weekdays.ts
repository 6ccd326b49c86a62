/** Names of the weekdays in a locale, Monday first. */
export function weekdayNames(locale: string, weekday: "long" | "short" = "long"): string[] {
  const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday });
  return [1, 2, 3, 4, 5, 6, 7].map((day) => format.format(Date.UTC(2024, 0, day))); // 1 January 2024 was a Monday
}
