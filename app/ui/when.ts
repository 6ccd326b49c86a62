/** Formats instants in the page's language and the company's time zone. */
export function instantWriter(calendar: {
  locale: string;
  time_zone: string;
}): (instant: string) => string {
  const format = new Intl.DateTimeFormat(calendar.locale, {
    timeZone: calendar.time_zone,
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (instant) => format.format(new Date(instant));
}

/** Formats the day of an instant: "18 Nov 2026". */
export function dayWriter(calendar: {
  locale: string;
  time_zone: string;
}): (instant: string) => string {
  const format = new Intl.DateTimeFormat(calendar.locale, {
    timeZone: calendar.time_zone,
    dateStyle: "medium",
  });
  return (instant) => format.format(new Date(instant));
}
