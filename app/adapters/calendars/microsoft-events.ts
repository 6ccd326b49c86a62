import { createHash } from "node:crypto";
import { z } from "zod";
import { parseInstant, startOfDay } from "~/lib/time";
import { cutText } from "./answers";
import {
  CalendarError,
  keptId,
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
  singleValueExtendedProperties: z.array(z.object({ id: z.string(), value: z.string() })).nullish(),
});
export type GraphEvent = z.infer<typeof GraphEvent>;

/** Of a delta: an event, or the id of one that is gone or has left the window. */
export const DeltaItem = z.union([
  z
    .object({ id: z.string().min(1).max(1000), "@removed": z.object({}) })
    .transform(({ id }) => ({ removed: id })),
  GraphEvent.transform((event) => ({ event })),
]);

/** The fields that are asked for where Graph lets us choose (a delta has no $select: what else it tells is dropped here). */
export const EVENT_FIELDS =
  "id,type,seriesMasterId,subject,start,end,isAllDay,isCancelled,showAs,responseStatus,originalStartTimeZone,transactionId";

type Reading = Pick<ReadRequest, "window" | "tentative_is_busy">;

/** An event in the port's terms; null: it is gone, has no length, or is outside of the window. `zone`: the calendar's. */
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
    // All of a series has one id: it is told in full whenever one of its occurrences changes.
    external_id: keptId(event.seriesMasterId ?? event.id),
    instance: event.seriesMasterId == null ? "" : keptId(event.id),
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
 * Milliseconds. An all-day event goes from midnight to midnight of the zone that it was made in; its dates come as midnights without regard to
 * the zone that was asked for. That could not be tried without an account: a time that is no midnight is therefore taken as what it says.
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
    return null; // no date
  }
}

/** Times are asked for in UTC; a provider that answers in a zone all the same is read by its wall clock. */
function instantOf(dateTime: string, zone: string): number | null {
  const asUtc = parseInstant(`${dateTime}Z`);
  if (asUtc === null || zone === "UTC" || zone === "Etc/UTC") return asUtc;
  const day = dayOf(dateTime, zone);
  return day === null ? null : wallClock(day, asUtc, zone);
}

function wallClock(day: number, asUtc: number, zone: string): number {
  const shown = (at: number) =>
    Date.parse(`${new Date(at).toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T")}Z`);
  // What the clock shows is corrected once for the offset, and once more where that crossed a change of clocks.
  const first = day + (asUtc - shown(day));
  return first + (asUtc - shown(first));
}

// Properties of our own ("Outlook extended properties overview"): a set of names that belongs to us, and what we keep in it.
const OWN = "String {6f1b1f0e-7a53-4c7e-9a55-2d0f5b8f8a11} Name ";
const BOOKING = `${OWN}booking_id`;
const WRITTEN = `${OWN}written`;
const CONTENT = `${OWN}content`;
/** To be told them with an event. */
export const EXPAND_OWN = `singleValueExtendedProperties($filter=${[BOOKING, WRITTEN, CONTENT].map((id) => `id eq '${id}'`).join(" or ")})`;
export const filterByBooking = (booking_id: string) =>
  `singleValueExtendedProperties/Any(ep: ep/id eq '${BOOKING}' and ep/value eq '${booking_id}')`;

const TRANSACTION = /^booking:([0-9a-f-]{36}):/;
/**
 * What makes a repeated call one event; Graph keeps it with the event, and tells it where it tells no property of ours (a delta). An event that
 * is made again after it was deleted needs another one: `again`.
 */
export const transactionOf = ({ booking_id, id }: WantedEvent, again = "") =>
  `booking:${booking_id}:${id}${again}`;

function ownValue(event: GraphEvent, name: string): string | undefined {
  // Graph writes the set's name in either case.
  return event.singleValueExtendedProperties?.find(
    ({ id }) => id.toLowerCase() === name.toLowerCase(),
  )?.value;
}

export function bookingOf(event: GraphEvent): string | null {
  return ownValue(event, BOOKING) ?? TRANSACTION.exec(event.transactionId ?? "")?.[1] ?? null;
}

const writtenOf = (event: Pick<WantedEvent, "starts_at" | "ends_at">) =>
  `${event.starts_at.toISOString()}/${event.ends_at.toISOString()}`;

// Outlook's own lengths: of a subject and of a place's name. A body may be far longer; nobody reads more than this.
const MOST_TITLE = 255;
const MOST_DESCRIPTION = 8192;

/** The fields that follow the booking: all that a change sends. Category, reminder, sensitivity and whether it takes time are the member's. */
export function toGraphPatch(event: WantedEvent): object {
  const at = (time: Date) => ({ dateTime: time.toISOString().slice(0, -1), timeZone: "UTC" });
  return {
    ...contentOf(event),
    start: at(event.starts_at),
    end: at(event.ends_at),
    isAllDay: false,
    singleValueExtendedProperties: [
      { id: BOOKING, value: event.booking_id },
      { id: WRITTEN, value: writtenOf(event) },
      { id: CONTENT, value: contentHash(event) },
    ],
  };
}

/** The body of a new event. Nobody is invited: a guest hears from us. */
export const toGraphBody = (event: WantedEvent): object => ({
  ...toGraphPatch(event),
  showAs: "busy",
});

function contentOf(event: WantedEvent) {
  const content = cutText(
    [event.description, event.url].filter(Boolean).join("\n\n"),
    MOST_DESCRIPTION,
  );
  return {
    subject: cutText(event.title, MOST_TITLE),
    body: { contentType: "text", content },
    location: { displayName: cutText(event.location ?? "", MOST_TITLE) },
  };
}

/** Hash of the texts we wrote, because Exchange rewrites the body. */
const contentHash = (event: WantedEvent) =>
  createHash("sha256")
    .update(JSON.stringify(contentOf(event)))
    .digest("base64url")
    .slice(0, 16);

/** How an event that we wrote stands: as we want it, as we wrote it once, changed by somebody else. Throws where it is not ours. */
export function compareWithWanted(
  found: GraphEvent,
  event: WantedEvent,
): "same" | "older" | "changed" {
  if (bookingOf(found) !== event.booking_id)
    throw new CalendarError("refused", { detail: "the event is another's" });
  const span = spanOf(found, event.time_zone);
  const stands =
    span && writtenOf({ starts_at: new Date(span.starts), ends_at: new Date(span.ends) });
  if (stands !== ownValue(found, WRITTEN)) return "changed";
  const isSame = stands === writtenOf(event) && ownValue(found, CONTENT) === contentHash(event);
  return isSame ? "same" : "older";
}
