import ICAL from "ical.js";
import { clock } from "~/lib/clock";
import type { GuardedAnswer } from "~/lib/outside/guarded-fetch.server";
import { calendarUrl, idOf, lastSegment } from "./caldav-read.server";
import { davCall, davProblem, type PasswordSecret } from "./dav-call.server";
import { expandFiles } from "./expand.server";
import { BOOKING_PROPERTY } from "./expand";
import {
  type CalendarCall,
  CalendarError,
  type OutsideCalendar,
  type OutsideEvent,
  type WantedEvent,
  type WrittenEvent,
} from "./port";

const YEAR_MS = 366 * 86_400_000;
/** The properties we write, by which an existing file is compared. */
const COMPARED = [
  "dtstart",
  "dtend",
  "summary",
  "description",
  "location",
  "url",
  "sequence",
  "status",
];
/** The times as we wrote them: if the file's times differ, a person has moved it. */
const WRITTEN_PROPERTY = "x-booking-written";
const CALENDAR_TYPE = "text/calendar; charset=utf-8";

/** A single event, small enough to parse in this process. */
const MAX_BYTES = 256 * 1024;

/** An existing file. */
interface Found {
  data: string;
  etag: string | null;
}

/**
 * Writes an event's file: the first time only if none exists (If-None-Match), later only over the
 * version found (If-Match), keeping everything in it that isn't ours. An existing file decides: if
 * it equals the event (a lost response) it counts as written, if it is ours and unmoved it is
 * updated, if a person moved it that is a conflict, and files that aren't ours are left alone.
 */
export async function putFile(
  secret: PasswordSecret,
  calendar: OutsideCalendar,
  event: WantedEvent,
  known: WrittenEvent | null,
  call?: CalendarCall,
): Promise<WrittenEvent> {
  const url = known === null ? fileUrl(calendar, event.id) : eventUrl(calendar, known.external_id);
  const found = await getFile(secret, url, call);
  if (found === null) {
    const answer = await put(secret, url, fileOf(event), { "If-None-Match": "*" }, call);
    if (isWritten(answer)) return written(secret, url, answer, call);
    throw isPassedOver(answer)
      ? new CalendarError("conflict", { detail: `status ${answer.status}` })
      : davProblem(answer);
  }
  const data = fileOver(found.data, event);
  if (isSame(found.data, data)) return { external_id: idOf(url), etag: found.etag };
  const isKnown = known !== null && known.etag !== null && known.etag === found.etag;
  if (isMoved(found.data) && !isKnown)
    throw new CalendarError("conflict", { detail: "moved in the calendar, or not our event" });
  const headers: Record<string, string> = found.etag === null ? {} : { "If-Match": found.etag };
  const answer = await put(secret, url, data, headers, call);
  if (isWritten(answer)) return written(secret, url, answer, call);
  throw isPassedOver(answer)
    ? new CalendarError("conflict", { detail: `status ${answer.status}` })
    : davProblem(answer);
}

/** Deletes our file whatever its state, but never someone else's. */
export async function deleteFile(
  secret: PasswordSecret,
  calendar: OutsideCalendar,
  known: WrittenEvent,
  call?: CalendarCall,
): Promise<void> {
  const url = eventUrl(calendar, known.external_id);
  const found = await getFile(secret, url, call);
  if (found === null) return;
  if (!isOurs(found.data, url)) throw new CalendarError("refused", { detail: "not our event" });
  const headers = found.etag === null ? undefined : { "If-Match": found.etag };
  const answer = await davCall(
    secret,
    url,
    { method: "DELETE", headers },
    { max_bytes: MAX_BYTES },
    call,
  );
  if (
    (answer.status >= 200 && answer.status < 300) ||
    answer.status === 404 ||
    answer.status === 410
  )
    return;
  throw davProblem(answer);
}

/**
 * The event in our file as it stands now. If someone turned it into a series, its next occurrence.
 */
export async function findFile(
  secret: PasswordSecret,
  calendar: OutsideCalendar,
  external_id: string,
  call?: CalendarCall,
): Promise<OutsideEvent | null> {
  const url = eventUrl(calendar, external_id);
  const found = await getFile(secret, url, call);
  if (found === null || !isOurs(found.data, url)) return null;
  const now = clock.now();
  const request = {
    window: { from: new Date(now - YEAR_MS), to: new Date(now + 5 * YEAR_MS) },
    tentative_is_busy: true,
  };
  const files = [{ id: idOf(url), etag: found.etag, data: found.data }];
  const { events } = await expandFiles(files, calendar, request, [], call);
  return (
    events.sort((one, other) => one.starts_at.getTime() - other.starts_at.getTime())[0] ?? null
  );
}

async function getFile(
  secret: PasswordSecret,
  url: URL,
  call?: CalendarCall,
): Promise<Found | null> {
  const answer = await davCall(secret, url, { method: "GET" }, { max_bytes: MAX_BYTES }, call);
  if (answer.status === 404 || answer.status === 410) return null;
  if (answer.status !== 200) throw davProblem(answer);
  return { data: answer.text, etag: answer.header("etag") };
}

function put(
  secret: PasswordSecret,
  url: URL,
  body: string,
  conditions: Record<string, string>,
  call?: CalendarCall,
): Promise<GuardedAnswer> {
  const headers = { "Content-Type": CALENDAR_TYPE, ...conditions };
  return davCall(secret, url, { method: "PUT", body, headers }, { max_bytes: MAX_BYTES }, call);
}

/** 207 is not a success here: it contains an error (Xandikos, for an id that another file has). */
function isWritten({ status }: GuardedAnswer): boolean {
  return status === 200 || status === 201 || status === 204;
}
/** Whether a precondition failed. Servers answer any of these if the file is gone. */
function isPassedOver({ status }: GuardedAnswer): boolean {
  return [404, 409, 410, 412, 207].includes(status);
}

/** Some servers modify what they store and return no ETag (RFC 4791, 5.3.4), so it is requested. */
async function written(
  secret: PasswordSecret,
  url: URL,
  answer: GuardedAnswer,
  call?: CalendarCall,
): Promise<WrittenEvent> {
  const etag = answer.header("etag") ?? (await getFile(secret, url, call))?.etag ?? null;
  return { external_id: idOf(url), etag };
}

function fileUrl(calendar: OutsideCalendar, id: string): URL {
  return new URL(`${id}.ics`, calendarUrl(calendar));
}

/** The URL of an id from `idOf`, which is a path below the calendar. */
function eventUrl(calendar: OutsideCalendar, external_id: string): URL {
  const folder = calendarUrl(calendar);
  const url = new URL(external_id, folder);
  if (url.origin !== folder.origin || !idOf(url).startsWith(idOf(folder)))
    throw new CalendarError("not_found", { detail: "the path is outside the calendar" });
  return url;
}

/** Without ORGANIZER and ATTENDEE: a server with scheduling would email the guest. */
function fileOf(event: WantedEvent): string {
  const entry = new ICAL.Component("vevent");
  entry.addPropertyWithValue("uid", event.id);
  writeEntry(entry, event);
  const file = new ICAL.Component("vcalendar");
  file.addPropertyWithValue("version", "2.0");
  file.addPropertyWithValue("prodid", "-//Booking Service//EN");
  file.addSubcomponent(entry);
  return `${file.toString()}\r\n`;
}

/**
 * Updates our properties in an existing file; alarms, colours, categories and other additions stay.
 */
function fileOver(found: string, event: WantedEvent): string {
  const file = parseFile(found);
  const entry = file === null ? null : mainEntry(file);
  if (file === null || entry === null) return fileOf(event);
  writeEntry(entry, event);
  return `${file.toString()}\r\n`;
}

/** Sets our properties of an event. Times are in UTC, which needs no VTIMEZONE. */
function writeEntry(entry: ICAL.Component, event: WantedEvent): void {
  const utc = (at: number) => ICAL.Time.fromJSDate(new Date(Math.floor(at / 1000) * 1000), true);
  const set = (name: string, value: string | number | ICAL.Time | null) => {
    // Not updated in place: the parameters (TZID, VALUE=DATE) belong to the old value.
    entry.removeAllProperties(name);
    if (value !== null) entry.addPropertyWithValue(name, value);
  };
  const text = (value: string | null) => (value === null ? null : withoutControls(value));
  const now = utc(clock.now());
  const before = Number(entry.getFirstPropertyValue("sequence") ?? 0);
  set("dtstamp", now);
  if (entry.hasProperty("last-modified")) set("last-modified", now);
  set("dtstart", utc(event.starts_at.getTime()));
  set("dtend", utc(event.ends_at.getTime()));
  set("duration", null); // excluded by DTEND (RFC 5545, 3.6.1)
  set("sequence", Math.max(event.sequence, Number.isInteger(before) ? before : 0));
  set("summary", text(event.title));
  set("description", text(event.description));
  set("location", text(event.location));
  set("url", text(event.url));
  if (entry.getFirstPropertyValue("status") === "CANCELLED") set("status", null);
  set(BOOKING_PROPERTY.toLowerCase(), event.booking_id);
  set(WRITTEN_PROPERTY, spanOf(entry));
}

/** Some parsers end a line at a bare carriage return and would read the rest as a new property. */
function withoutControls(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, "");
}

function parseFile(data: string): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(data) as unknown[]);
  } catch {
    return null;
  }
}

/** The main event rather than a moved occurrence. */
function mainEntry(file: ICAL.Component): ICAL.Component | null {
  const entries = file.getAllSubcomponents("vevent");
  return entries.find((one) => !one.hasProperty("recurrence-id")) ?? entries[0] ?? null;
}

function entryOf(data: string): ICAL.Component | null {
  const file = parseFile(data);
  return file === null ? null : mainEntry(file);
}

/** Whether the event is ours, by our property or our id: some programs drop unknown properties. */
function isOurs(data: string, url: URL): boolean {
  const entry = entryOf(data);
  const uid = entry?.getFirstPropertyValue("uid");
  return (
    entry?.hasProperty(BOOKING_PROPERTY.toLowerCase()) === true ||
    `${String(uid)}.ics` === lastSegment(url)
  );
}

function spanOf(entry: ICAL.Component | null): string {
  return ["dtstart", "dtend"]
    .map((name) => String(entry?.getFirstPropertyValue(name) ?? ""))
    .join("/");
}

/** An event without our property counts as moved. */
function isMoved(found: string): boolean {
  const entry = entryOf(found);
  return entry?.getFirstPropertyValue(WRITTEN_PROPERTY) !== spanOf(entry);
}

function isSame(found: string, wanted: string): boolean {
  const [one, other] = [entryOf(found), entryOf(wanted)];
  const value = (entry: ICAL.Component | null, name: string) =>
    String(entry?.getFirstPropertyValue(name) ?? "");
  return one !== null && COMPARED.every((name) => value(one, name) === value(other, name));
}
