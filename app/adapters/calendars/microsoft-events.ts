import { createHash } from "node:crypto";
import { z } from "zod";
import { parseInstant, startOfDay } from "~/lib/time";
import { cutText } from "./answers";
import {
  CalendarError,
  type EventMeeting,
  boundedId,
  type OutsideEvent,
  type ReadRequest,
  type WantedEvent,
} from "./port";
import { zoneOf } from "./windows-zones";

const GraphTime = z.object({ dateTime: z.string(), timeZone: z.string().nullish() });

export const GraphEvent = z.object({
  "@odata.etag": z.string().max(500).optional(),
  id: z.string().min(1).max(1000),
  type: z.string().nullish(),
  seriesMasterId: z.string().max(1000).nullish(),
  subject: z.string().nullish(),
  start: GraphTime.nullish(),
  end: GraphTime.nullish(),
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  showAs: z.string().nullish(),
  responseStatus: z.object({ response: z.string().nullish() }).nullish(),
  originalStartTimeZone: z.string().nullish(),
  transactionId: z.string().nullish(),
  isOnlineMeeting: z.boolean().nullish(),
  onlineMeeting: z.object({ joinUrl: z.string().max(2000).nullish() }).nullish(),
  singleValueExtendedProperties: z.array(z.object({ id: z.string(), value: z.string() })).nullish(),
});
export type GraphEvent = z.infer<typeof GraphEvent>;

/** An item of a delta: an event, or the id of one that was deleted or has left the window. */
export const DeltaItem = z.union([
  z
    .object({ id: z.string().min(1).max(1000), "@removed": z.object({}) })
    .transform(({ id }) => ({ removed: id })),
  GraphEvent.transform((event) => ({ event })),
]);

/**
 * The requested fields where Graph supports $select. A delta doesn't; its other fields are ignored.
 */
export const EVENT_FIELDS =
  "id,type,seriesMasterId,subject,start,end,isAllDay,isCancelled,showAs,responseStatus,originalStartTimeZone,transactionId";

/** For a single event: EVENT_FIELDS and its meeting. */
export const ONE_EVENT_FIELDS = `${EVENT_FIELDS},isOnlineMeeting,onlineMeeting`;

type Reading = Pick<ReadRequest, "window" | "tentative_is_busy">;

/**
 * Maps an event to the port's type; null if it is gone, has no length or is outside the window.
 * `zone`: the calendar's.
 */
export function toOutsideEvent(
  event: GraphEvent,
  zone: string,
  { window, tentative_is_busy }: Reading,
): OutsideEvent | null {
  const span = event.isCancelled === true ? null : spanOf(event, zone);
  if (span === null) return null;
  const starts = Math.max(span.starts, window.from.getTime());
  const ends = Math.min(span.ends, window.to.getTime());
  if (starts >= ends) return null;
  return {
    // All occurrences of a series share one id: the series is returned in full whenever one of them
    // changes.
    external_id: boundedId(event.seriesMasterId ?? event.id),
    instance: event.seriesMasterId == null ? "" : boundedId(event.id),
    starts_at: new Date(starts),
    ends_at: new Date(ends),
    is_busy: isBusy(event, tentative_is_busy),
    title: event.subject ?? null,
    etag: event["@odata.etag"] ?? null,
    booking_id: bookingOf(event),
  };
}

function isBusy({ showAs, responseStatus }: GraphEvent, tentativeIsBusy: boolean): boolean {
  if (showAs === "free" || showAs === "workingElsewhere") return false;
  const answer = responseStatus?.response;
  if (answer === "declined") return false;
  const isOpen =
    showAs === "tentative" || answer === "tentativelyAccepted" || answer === "notResponded";
  return isOpen ? tentativeIsBusy : true;
}

const MIDNIGHT = /^\d{4}-\d\d-\d\dT00:00:00(\.0+)?$/;

/**
 * In milliseconds. An all-day event runs from midnight to midnight of the zone it was created in;
 * Graph returns those midnights regardless of the requested zone. Untested against a real account,
 * so a time that isn't midnight is taken literally.
 */
export function spanOf(
  {
    start,
    end,
    isAllDay,
    originalStartTimeZone,
  }: Pick<GraphEvent, "start" | "end" | "isAllDay" | "originalStartTimeZone">,
  zone: string,
) {
  if (start == null || end == null) return null;
  const isDates = isAllDay === true && MIDNIGHT.test(start.dateTime) && MIDNIGHT.test(end.dateTime);
  const own = zoneOf(originalStartTimeZone) ?? zone;
  const read = (time: z.infer<typeof GraphTime>) =>
    isDates ? dayOf(time.dateTime, own) : instantOf(time.dateTime, zoneOf(time.timeZone) ?? zone);
  const [starts, ends] = [read(start), read(end)];
  return starts === null || ends === null || starts >= ends ? null : { starts, ends };
}

function dayOf(dateTime: string, zone: string): number | null {
  try {
    return startOfDay(dateTime.slice(0, 10), zone);
  } catch {
    return null; // invalid date
  }
}

/** Times are requested in UTC; if the provider answers in another zone, its wall clock is used. */
function instantOf(dateTime: string, zone: string): number | null {
  const asUtc = parseInstant(`${dateTime}Z`);
  if (asUtc === null || zone === "UTC" || zone === "Etc/UTC") return asUtc;
  const day = dayOf(dateTime, zone);
  return day === null ? null : wallClock(day, asUtc, zone);
}

function wallClock(day: number, asUtc: number, zone: string): number {
  const shown = (at: number) =>
    Date.parse(`${new Date(at).toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T")}Z`);
  // Corrects for the offset, and once more if that crossed a clock change.
  const first = day + (asUtc - shown(day));
  return first + (asUtc - shown(first));
}

// Namespace of our extended properties ("Outlook extended properties overview").
const OWN = "String {6f1b1f0e-7a53-4c7e-9a55-2d0f5b8f8a11} Name ";
const BOOKING = `${OWN}booking_id`;
const WRITTEN = `${OWN}written`;
const CONTENT = `${OWN}content`;
/** Requests our properties with an event. */
export const EXPAND_OWN = `singleValueExtendedProperties($filter=${[BOOKING, WRITTEN, CONTENT].map((id) => `id eq '${id}'`).join(" or ")})`;
export const filterByBooking = (booking_id: string) =>
  `singleValueExtendedProperties/Any(ep: ep/id eq '${BOOKING}' and ep/value eq '${booking_id}')`;

const TRANSACTION = /^booking:([0-9a-f-]{36}):/;
/**
 * Makes retries create one event; Graph stores it with the event and returns it where it omits our
 * properties (deltas). Recreating a deleted event needs a new one: `again`.
 */
export const transactionOf = ({ booking_id, id }: WantedEvent, again = "") =>
  `booking:${booking_id}:${id}${again}`;

function ownValue(event: GraphEvent, name: string): string | undefined {
  // Graph returns the namespace in upper or lower case.
  return event.singleValueExtendedProperties?.find(
    ({ id }) => id.toLowerCase() === name.toLowerCase(),
  )?.value;
}

export function bookingOf(event: GraphEvent): string | null {
  return ownValue(event, BOOKING) ?? TRANSACTION.exec(event.transactionId ?? "")?.[1] ?? null;
}

const writtenOf = (event: Pick<WantedEvent, "starts_at" | "ends_at">) =>
  `${event.starts_at.toISOString()}/${event.ends_at.toISOString()}`;

// Outlook's limits of a subject and a location name. A body may be far longer; ours is cut for
// readability.
const MAX_TITLE = 255;
const MAX_DESCRIPTION = 8192;

/**
 * The fields that follow the booking, sent with every change. Category, reminder, sensitivity and
 * free/busy status belong to the member.
 */
export function toGraphPatch(event: WantedEvent): object {
  const at = (time: Date) => ({ dateTime: time.toISOString().slice(0, -1), timeZone: "UTC" });
  return {
    ...contentOf(event),
    start: at(event.starts_at),
    end: at(event.ends_at),
    isAllDay: false,
    ...(event.wants_meeting === true && TEAMS),
    singleValueExtendedProperties: [
      { id: BOOKING, value: event.booking_id },
      { id: WRITTEN, value: writtenOf(event) },
      { id: CONTENT, value: contentHash(event) },
    ],
  };
}

/** Once Outlook has set up a meeting it ignores a second request. */
const TEAMS = { isOnlineMeeting: true, onlineMeetingProvider: "teamsForBusiness" };

/**
 * The Teams link of an event; null if the account's plan has no Teams, which leaves
 * `isOnlineMeeting` false.
 */
export function meetingOf({
  isOnlineMeeting,
  onlineMeeting,
}: Pick<GraphEvent, "isOnlineMeeting" | "onlineMeeting">): EventMeeting {
  if (onlineMeeting?.joinUrl != null) return { url: onlineMeeting.joinUrl };
  return isOnlineMeeting === true ? "pending" : null;
}

/** Outlook's line before the joining instructions in the body of a meeting. */
const BLOB = /(?:<[^<>]*>\s*)*_{20,}/;

/**
 * A body with our text and the joining instructions of the previous one: without them Outlook ends
 * the meeting ("Update an event": retain the meeting blob). null if they are not found.
 */
export function bodyWithMeeting(before: { contentType: string; content: string }, text: string) {
  const at = before.contentType === "html" ? before.content.search(BLOB) : -1;
  if (at < 0) return null;
  const html = text
    .replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)
    .replaceAll("\n", "<br>");
  return { contentType: "html", content: `<div>${html}</div><br>${before.content.slice(at)}` };
}

/** The body of a new event. No attendees: guests get our own messages. */
export const toGraphBody = (event: WantedEvent): object => ({
  ...toGraphPatch(event),
  showAs: "busy",
});

export function contentOf(event: WantedEvent) {
  const content = cutText(
    [event.description, event.url].filter(Boolean).join("\n\n"),
    MAX_DESCRIPTION,
  );
  return {
    subject: cutText(event.title, MAX_TITLE),
    body: { contentType: "text", content },
    location: { displayName: cutText(event.location ?? "", MAX_TITLE) },
  };
}

/** Hash of the texts we wrote, because Exchange rewrites the body. */
const contentHash = (event: WantedEvent) =>
  createHash("sha256")
    .update(JSON.stringify(contentOf(event)))
    .digest("base64url")
    .slice(0, 16);

/**
 * Compares an event we wrote with the wanted one: equal, as we last wrote it, or changed by someone
 * else. Throws if it isn't ours.
 */
export function compareWithWanted(
  found: GraphEvent,
  event: WantedEvent,
): "same" | "older" | "changed" {
  if (bookingOf(found) !== event.booking_id)
    throw new CalendarError("refused", { detail: "the event is not ours" });
  const span = spanOf(found, event.time_zone);
  const stands =
    span && writtenOf({ starts_at: new Date(span.starts), ends_at: new Date(span.ends) });
  if (stands !== ownValue(found, WRITTEN)) return "changed";
  const isSame = stands === writtenOf(event) && ownValue(found, CONTENT) === contentHash(event);
  return isSame ? "same" : "older";
}
