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

const EventTime = z.object({ date: z.string().nullish(), dateTime: z.string().nullish() });

// The reference doesn't say which fields an event has under the scope `calendar.events.freebusy`
// alone (events.list names only the scope), so everything but the id is optional and gets the
// documented default.
export const GoogleEvent = z.object({
  id: z.string().min(1).max(1100),
  status: z.string().optional(),
  etag: z.string().max(500).optional(),
  summary: z.string().optional(),
  eventType: z.string().optional(),
  transparency: z.string().optional(),
  start: EventTime.optional(),
  end: EventTime.optional(),
  attendees: z
    .array(z.object({ self: z.boolean().optional(), responseStatus: z.string().optional() }))
    .optional(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).optional() }).optional(),
});
export type GoogleEvent = z.infer<typeof GoogleEvent>;

/** An event's conference, created after the event: `createRequest.status` is its progress. */
export const Conference = z.object({
  entryPoints: z
    .array(
      z.object({ entryPointType: z.string().optional(), uri: z.string().max(2000).optional() }),
    )
    .optional(),
  createRequest: z
    .object({ status: z.object({ statusCode: z.string().optional() }).optional() })
    .optional(),
});

/** The requested fields: no description, and no attendee but the calendar's own. */
export const EVENT_FIELDS =
  "id,status,etag,summary,eventType,transparency,start,end,attendees(self,responseStatus),extendedProperties/private";

export const CONFERENCE_FIELDS =
  "conferenceData(entryPoints(entryPointType,uri),createRequest/status/statusCode)";

export const EventList = z.object({
  timeZone: z.string().optional(),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
  items: z.array(GoogleEvent).max(2500).default([]),
});

const BOOKING = "booking_id";
const WRITTEN = "written";
const CONTENT = "content";

/** Event types about where or who someone is; they block nothing. */
const NO_TIME = new Set(["workingLocation", "birthday"]);

/**
 * Maps an event to the port's type; null if it is cancelled, has no length or is outside the
 * window.
 */
export function toOutsideEvent(
  event: GoogleEvent,
  zone: string,
  { window, tentative_is_busy }: Pick<ReadRequest, "window" | "tentative_is_busy">,
): OutsideEvent | null {
  const span = event.status === "cancelled" ? null : spanOf(event, zone);
  if (span === null) return null;
  const starts = Math.max(span.starts, window.from.getTime());
  const ends = Math.min(span.ends, window.to.getTime());
  if (starts >= ends) return null;
  return {
    external_id: boundedId(event.id),
    instance: "", // with singleEvents each occurrence has its own id
    starts_at: new Date(starts),
    ends_at: new Date(ends),
    is_busy: isBusy(event, tentative_is_busy),
    title: event.summary ?? null,
    etag: event.etag ?? null,
    booking_id: event.extendedProperties?.private?.[BOOKING] ?? null,
  };
}

function isBusy(
  { transparency, eventType, status, attendees }: GoogleEvent,
  tentativeIsBusy: boolean,
): boolean {
  if (transparency === "transparent" || NO_TIME.has(eventType ?? "default")) return false;
  const answer = attendees?.find(({ self }) => self === true)?.responseStatus;
  if (answer === "declined") return false;
  const isOpen = status === "tentative" || answer === "tentative" || answer === "needsAction";
  return isOpen ? tentativeIsBusy : true;
}

/**
 * In milliseconds. All-day dates are midnights in the calendar's zone with an exclusive end. null
 * if unreadable or without length.
 */
function spanOf({ start, end }: Pick<GoogleEvent, "start" | "end">, zone: string) {
  const [starts, ends] = [instantOf(start, zone), instantOf(end, zone)];
  return starts === null || ends === null || starts >= ends ? null : { starts, ends };
}

function instantOf(time: z.infer<typeof EventTime> | undefined, zone: string): number | null {
  if (time?.dateTime != null) return parseInstant(time.dateTime);
  if (time?.date == null) return null;
  try {
    return startOfDay(time.date, zone);
  } catch {
    return null; // invalid date
  }
}

const writtenOf = (event: Pick<WantedEvent, "starts_at" | "ends_at">) =>
  `${event.starts_at.toISOString()}/${event.ends_at.toISOString()}`;

// Our limits of an event's texts: the reference documents none, but the API rejects longer ones.
const MAX_TITLE = 1024;
const MAX_DESCRIPTION = 8192;

/**
 * The fields that follow the booking, sent by events.patch. Colour, reminders, visibility and
 * guests belong to the member.
 */
export function toGooglePatch(event: WantedEvent): object {
  // null removes a date: a person may have turned the event into an all-day one.
  const at = (time: Date) => ({
    dateTime: time.toISOString(),
    timeZone: event.time_zone,
    date: null,
  });
  return {
    ...contentOf(event),
    start: at(event.starts_at),
    end: at(event.ends_at),
    extendedProperties: { private: ownProperties(event) },
    ...(event.wants_meeting === true && { conferenceData: meetRequest(event) }),
  };
}

/**
 * Google ignores a request id it has seen, so a repeated call neither creates a second room nor
 * restores one that a person removed.
 */
const meetRequest = ({ id }: WantedEvent) => ({
  createRequest: { requestId: id, conferenceSolutionKey: { type: "hangoutsMeet" } },
});

/** The Meet link of an event. */
export function meetingOf(conference: z.infer<typeof Conference> | undefined): EventMeeting {
  const url = conference?.entryPoints?.find(
    ({ entryPointType }) => entryPointType === "video",
  )?.uri;
  if (url !== undefined) return { url };
  return conference?.createRequest?.status?.statusCode === "pending" ? "pending" : null;
}

/**
 * The body of events.insert, and of a patch that revives a deleted event. No attendees: guests get
 * our own messages.
 */
export const toGoogleBody = (event: WantedEvent): object => ({
  ...toGooglePatch(event),
  status: "confirmed",
  transparency: "opaque",
});

function contentOf(event: WantedEvent) {
  const texts = {
    summary: cutText(event.title, MAX_TITLE),
    description: cutText(event.description ?? "", MAX_DESCRIPTION),
    location: cutText(event.location ?? "", MAX_TITLE),
  };
  if (event.url === null) return texts;
  return { ...texts, source: { title: texts.summary, url: event.url } };
}

const ownProperties = (event: WantedEvent) => ({
  [BOOKING]: event.booking_id,
  [WRITTEN]: writtenOf(event),
  [CONTENT]: contentHash(event),
});

/** Hash of the texts we wrote, because we don't request them on GET. */
const contentHash = (event: WantedEvent) =>
  createHash("sha256")
    .update(JSON.stringify(contentOf(event)))
    .digest("base64url")
    .slice(0, 16);

/**
 * Compares an existing event with the wanted one: equal, as we last wrote it, changed by someone
 * else, or deleted. Throws if it isn't ours.
 */
export function compareWithWanted(
  found: GoogleEvent,
  event: WantedEvent,
): "same" | "older" | "changed" | "deleted" {
  if (found.status === "cancelled") return "deleted";
  const own = found.extendedProperties?.private;
  if (own?.[BOOKING] !== event.booking_id)
    throw new CalendarError("refused", { detail: "the id belongs to another event" });
  const span = spanOf(found, event.time_zone);
  const stands =
    span && writtenOf({ starts_at: new Date(span.starts), ends_at: new Date(span.ends) });
  if (stands !== own[WRITTEN]) return "changed";
  return stands === writtenOf(event) && own[CONTENT] === contentHash(event) ? "same" : "older";
}
