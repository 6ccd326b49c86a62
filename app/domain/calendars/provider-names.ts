import type { CalendarProviderName } from "~/adapters/calendars/port";

/** Names, which are the same in every language. */
export const PROVIDER_NAMES: Record<CalendarProviderName, string> = {
  google: "Google",
  microsoft: "Microsoft",
  caldav: "CalDAV",
  ical: "iCal",
};
