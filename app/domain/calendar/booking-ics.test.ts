import ICAL from "ical.js";
import { expect, test } from "vitest";
import { addEntry, bookingIcs, type CalendarEntry, withConferences } from "./booking-ics";
import { entryLocation } from "./entry-location";
import ical from "ical-generator";

const words = { video_call: "Video call", phone_call: "We call you" };
const entry: CalendarEntry = {
  booking_id: "b1",
  sequence: 1,
  starts_at: new Date("2027-01-04T09:00:00Z"),
  ends_at: new Date("2027-01-04T10:00:00Z"),
  updated_at: new Date("2026-12-01T09:00:00Z"),
  summary: "Consultation",
  description: "Room\r\nEND:VEVENT\r\nBEGIN:VEVENT",
  url: "https://example.com/manage",
  location: null,
  conference: null,
  is_cancelled: false,
};
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents(
    "vevent",
  ) as ICAL.Component[];
/** A URL longer than two folded lines, with characters that a text value would escape. */
const LONG = `https://video.example/${"a".repeat(80)};b,c?d=e&f=${"g".repeat(80)}`;

test("a video call is LOCATION and CONFERENCE, folded and unescaped", () => {
  const lines = entryLocation({ kind: "video_url", text: null, url: LONG }, null, words, "Company");
  const text = bookingIcs({ ...entry, ...lines }, "example.com", null);
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const [event, ...more] = eventsIn(text);
  expect(more).toEqual([]);
  expect(event!.getFirstPropertyValue("location")).toBe(LONG);
  const conference = event!.getFirstProperty("conference")!;
  expect(conference.getParameter("feature")).toBe("VIDEO");
  expect(conference.type).toBe("uri");
  expect(text.replaceAll("\r\n ", "")).toContain(
    `\r\nCONFERENCE;VALUE=URI;FEATURE=VIDEO:${LONG}\r\n`,
  );
});

test("each entry of a feed has its own call, whatever its texts contain", () => {
  const calendar = ical();
  const entries = [1, 2, 3].map((number) => ({
    ...entry,
    booking_id: `b${number}`,
    description: "END:VEVENT\r\nEND:VEVENT",
    conference: number === 2 ? null : `https://video.example/${number}`,
  }));
  for (const each of entries) addEntry(calendar, each, "example.com");
  const events = eventsIn(withConferences(calendar.toString(), entries));
  expect(events.map((event) => event.getFirstPropertyValue("uid"))).toEqual(
    entries.map(({ booking_id }) => `${booking_id}@example.com`),
  );
  expect(events.map((event) => event.getFirstPropertyValue("conference"))).toEqual(
    entries.map(({ conference }) => conference),
  );
});

test("an address is escaped and folded, so that it cannot inject lines", () => {
  const address = `Quay 3; gate B, ${"long ".repeat(30)}\r\nATTENDEE:mailto:eve@example.com`;
  const lines = entryLocation({ kind: "address", text: address, url: null }, null, words, null);
  const text = bookingIcs({ ...entry, ...lines }, "example.com", null);
  const [event] = eventsIn(text);
  expect(event!.getFirstPropertyValue("location")).toBe(address.replace("\r\n", "\n"));
  expect(event!.getFirstProperty("attendee")).toBeNull();
  expect(text).not.toContain("CONFERENCE");
});

test("without a location the entry keeps its place; a phone call has its number", () => {
  expect(entryLocation(null, "+31 6 1", words, "Company")).toEqual({
    location: "Company",
    conference: null,
  });
  const call = entryLocation({ kind: "phone", text: null, url: null }, "+31 6 1", words, "Company");
  expect(call.location).toMatch(/We call you: .*\+31 6 1/);
});
