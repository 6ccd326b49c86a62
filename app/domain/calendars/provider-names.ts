import type { CalendarProviderName } from "~/adapters/calendars/port";

/** Brand names, not translated. */
export const PROVIDER_NAMES: Record<CalendarProviderName, string> = {
  google: "Google",
  microsoft: "Microsoft",
  caldav: "CalDAV",
  ical: "iCal",
};
