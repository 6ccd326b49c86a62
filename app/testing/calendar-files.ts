import type { ExpandTask } from "~/adapters/calendars/expand";
import { eventId, type WantedEvent } from "~/adapters/calendars/port";

/** A file with one event, as another program would write it. */
export const ics = (uid: string, ...lines: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//somebody//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20270101T000000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** One hour on "20270104", starting at "100000Z". */
export const hour = (day: string, at = "100000Z") => [
  `DTSTART:${day}T${at}`,
  "DURATION:PT1H",
  "SUMMARY:Dentist",
];

/** Input of `expand` for the text of a feed: all of 2027 and the following January, in Berlin. */
export const expandTask = (data: string, given: Partial<ExpandTask> = {}): ExpandTask => ({
  files: [{ id: null, etag: null, data }],
  from: Date.parse("2027-01-01T00:00:00Z"),
  to: Date.parse("2028-02-01T00:00:00Z"),
  time_zone: "Europe/Berlin",
  tentative_is_busy: true,
  own_addresses: ["anna@example.com"],
  own_host: "book.example.com",
  ...given,
});

export const BOOKING = "0190a1b2-0000-7000-8000-000000000001";
const CALENDAR = "0190a1b2-0000-7000-8000-0000000000ca";
/** The file of `wanted` in a CalDAV calendar. */
export const OUR_FILE = `${eventId(BOOKING, CALENDAR)}.ics`;

/** A booking's event with texts that would break naive escaping. */
export const wanted = (given: Partial<WantedEvent> = {}): WantedEvent => ({
  booking_id: BOOKING,
  id: eventId(BOOKING, CALENDAR),
  starts_at: new Date("2027-01-05T09:00:00Z"),
  ends_at: new Date("2027-01-05T10:00:00Z"),
  time_zone: "Europe/Berlin",
  title: "Haircut, with; signs\nand lines",
  description: "Zoë\r\nATTENDEE:mailto:guest@example.com",
  location: null,
  url: "https://book.example.com/manage/1",
  sequence: 0,
  ...given,
});
