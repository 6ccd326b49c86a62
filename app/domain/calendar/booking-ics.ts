import ical, {
  foldLines,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";

export interface CalendarEntry {
  booking_id: string;
  /** The sequence of the event behind this state: rises with every change (RFC 5545, 3.8.7.4). */
  sequence: number;
  starts_at: Date;
  ends_at: Date;
  updated_at: Date;
  summary: string;
  description: string;
  location: string | null;
  url: string | null;
  /** The link of a video call; null: not a video call. */
  conference: string | null;
  is_cancelled: boolean;
}

export interface Party {
  name: string;
  email: string;
}

/**
 * Stable per booking in emails, downloads and feeds, so that a calendar updates its entry instead
 * of adding one.
 */
function icsUid(bookingId: string, host: string): string {
  return `${bookingId}@${host}`;
}

/**
 * A booking as iCalendar (RFC 5545), times in UTC. With organizer and guest it is an invitation
 * (iTIP, RFC 5546): REQUEST, or CANCEL when cancelled; without them a plain entry (PUBLISH).
 */
export function bookingIcs(
  entry: CalendarEntry,
  host: string,
  invitation: { organizer: Party; guest: Party } | null,
): string {
  const calendar = ical({ prodId: "//Booking Service//EN" });
  calendar.method(
    invitation === null
      ? ICalCalendarMethod.PUBLISH
      : entry.is_cancelled
        ? ICalCalendarMethod.CANCEL
        : ICalCalendarMethod.REQUEST,
  );
  const event = addEntry(calendar, entry, host);
  if (invitation !== null) {
    event.organizer(asParty(invitation.organizer));
    event.createAttendee({
      ...asParty(invitation.guest),
      rsvp: false,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      type: ICalAttendeeType.INDIVIDUAL,
    });
  }
  return `${withConferences(calendar.toString(), [entry])}\r\n`;
}

/** Several bookings as iCalendar entries, each with the same UID as on its own. */
export function bookingsIcs(entries: readonly CalendarEntry[], host: string): string {
  const calendar = ical({ prodId: "//Booking Service//EN" });
  calendar.method(ICalCalendarMethod.PUBLISH);
  for (const entry of entries) addEntry(calendar, entry, host);
  return `${withConferences(calendar.toString(), entries)}\r\n`;
}

/**
 * The end of an entry in a file. Text values cannot contain it: folded lines continue with a space.
 */
const ENTRY_END = "\r\nEND:VEVENT";

/**
 * Adds the links of the video calls (RFC 7986, 5.11), which the library does not support, to a
 * calendar with these entries in order.
 */
export function withConferences(
  text: string,
  entries: readonly Pick<CalendarEntry, "conference">[],
): string {
  const parts = text.split(ENTRY_END);
  const lineOf = (index: number) => {
    const conference = entries[index]?.conference ?? null;
    return conference === null
      ? ""
      : `\r\n${foldLines(`CONFERENCE;VALUE=URI;FEATURE=VIDEO:${oneLine(conference)}`)}`;
  };
  return parts
    .map((part, index) => (index < parts.length - 1 ? part + lineOf(index) : part))
    .join(ENTRY_END);
}

/** A URI is written without text escapes; normalised by URL, it contains no line break. */
const oneLine = (url: string): string => new URL(url).href;

/** A parameter value must not contain double quotes or line breaks (RFC 5545, 3.2). */
const asParty = ({ name, email }: Party): Party => ({
  name: name.replace(/["\p{Cc}]/gu, "'"),
  email,
});

/** Adds an entry to a calendar; times in UTC, so that no time zone has to be defined in it. */
export function addEntry(calendar: ReturnType<typeof ical>, entry: CalendarEntry, host: string) {
  return calendar.createEvent({
    id: icsUid(entry.booking_id, host),
    sequence: entry.sequence,
    start: entry.starts_at,
    end: entry.ends_at,
    stamp: entry.updated_at,
    lastModified: entry.updated_at,
    summary: entry.summary,
    description: entry.description,
    ...(entry.location !== null && { location: entry.location }),
    ...(entry.url !== null && { url: entry.url }),
    status: entry.is_cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.OPAQUE,
  });
}
