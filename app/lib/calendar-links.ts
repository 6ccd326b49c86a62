const compact = (instant: string): string => instant.replace(/[-:]|\.\d+/g, "");

/** A booking as its guest adds it to a calendar. Instants are RFC 3339 in UTC. */
export interface CalendarEntry {
  title: string;
  starts_at: string;
  ends_at: string;
  details: string;
  location: string | null;
}

/** Links to add a booking to web calendars; followed by the guest, never requested by us. */
export const calendarLinks = ({
  title,
  starts_at,
  ends_at,
  details,
  location,
}: CalendarEntry): [name: string, href: string][] => [
  [
    "Google",
    `https://calendar.google.com/calendar/render?${new URLSearchParams({
      action: "TEMPLATE",
      text: title,
      dates: `${compact(starts_at)}/${compact(ends_at)}`,
      details,
      ...(location && { location }),
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
      ...(location && { location }),
    })}`,
  ],
];
