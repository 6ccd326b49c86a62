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

const compact = (instant: string): string => instant.replace(/[-:]|\.\d+/g, "");

export interface CalendarEntry {
  title: string;
  starts_at: string;
  ends_at: string;
  details: string;
}

/** Links to add an event to web calendars; followed by the visitor, never requested by us. */
export const calendarLinks = ({
  title,
  starts_at,
  ends_at,
  details,
}: CalendarEntry): [name: string, href: string][] => [
  [
    "Google",
    `https://calendar.google.com/calendar/render?${new URLSearchParams({
      action: "TEMPLATE",
      text: title,
      dates: `${compact(starts_at)}/${compact(ends_at)}`,
      details,
    })}`,
  ],
  [
    "Outlook",
    `https://outlook.live.com/calendar/0/deeplink/compose?${new URLSearchParams({
      rru: "addevent",
      subject: title,
      startdt: starts_at,
      enddt: ends_at,
      body: details,
    })}`,
  ],
];
