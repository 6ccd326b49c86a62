import type { calendar_v3 } from "@googleapis/calendar";
import { parseInstant, startOfDay } from "~/lib/time";
import { WireError } from "../calendars/wire";
import type { GoogleCalendar, GoogleEvent } from "./state";

/**
 * Content of a sync token: the calendar revision its holder has read, and the parameters of the
 * first read.
 */
interface TokenContent {
  calendar: string;
  revision: number;
  params: string;
  from: number;
  to: number;
}
interface PageContent extends TokenContent {
  /** Changes since this revision; null: everything. */
  since: number | null;
  offset: number;
  /** The previous page was empty. */
  is_next?: boolean;
}

const write = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
function readToken<T>(text: string): T | null {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString()) as T; // one of ours, or refused by what it lacks
  } catch {
    return null;
  }
}

/** Parameters that must be equal in all reads of a sync. */
function sameParams(query: URLSearchParams): string {
  const free = ["pageToken", "syncToken", "timeMin", "timeMax"];
  return [...query.entries()]
    .filter(([name]) => !free.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("&");
}

/**
 * GET /calendars/{id}/events with single events: a whole window, or changes since a sync token.
 * `mostItems`: page size; `emptyPages`: puts an empty page before each.
 */
export function listEvents(
  calendar: GoogleCalendar,
  query: URLSearchParams,
  show: (event: GoogleEvent) => calendar_v3.Schema$Event,
  { mostItems, emptyPages }: { mostItems: number; emptyPages: boolean },
): calendar_v3.Schema$Events {
  const { is_next = false, ...at } = whereToBegin(calendar, query);
  if (emptyPages && !is_next)
    return {
      kind: "calendar#events",
      nextPageToken: write({ ...at, is_next: true } satisfies PageContent),
    };
  const found = Object.values(calendar.events)
    .filter(
      ({ event, revision }) =>
        at.since === null
          ? event.status !== "cancelled" && isWithin(event, calendar.time_zone, at)
          : revision > at.since, // including events moved out of the window
    )
    .sort((one, other) => one.event.id.localeCompare(other.event.id));
  const size = Math.min(Number(query.get("maxResults") ?? 250), 2500, mostItems);
  const end = at.offset + size;
  const items = found.slice(at.offset, end).map(({ event }) => shown(event, show));
  const { calendar: id, revision, params, from, to } = at;
  return {
    kind: "calendar#events",
    summary: calendar.summary,
    timeZone: calendar.time_zone,
    items,
    ...(end < found.length
      ? { nextPageToken: write({ ...at, offset: end } satisfies PageContent) }
      : {
          nextSyncToken: write({ calendar: id, revision, params, from, to } satisfies TokenContent),
        }),
  };
}

/** A deleted event has only these fields; a cancelled occurrence also names its series. */
function shown(
  event: GoogleEvent,
  show: (event: GoogleEvent) => calendar_v3.Schema$Event,
): calendar_v3.Schema$Event {
  if (event.status !== "cancelled") return show(event);
  const { etag, id, recurringEventId, originalStartTime } = event;
  const deleted = { kind: "calendar#event", etag, id, status: "cancelled" };
  return recurringEventId == null ? deleted : { ...deleted, recurringEventId, originalStartTime };
}

function whereToBegin(calendar: GoogleCalendar, query: URLSearchParams): PageContent {
  if (query.get("singleEvents") !== "true")
    throw new WireError(400, "invalid", "The stand-in lists single events.");
  if (query.has("showDeleted") && query.has("syncToken") && query.get("showDeleted") === "false")
    throw new WireError(400, "invalid", "showDeleted cannot be false with a sync token.");
  const params = sameParams(query);
  const page = query.get("pageToken");
  if (page !== null) {
    const content = readToken<PageContent>(page);
    if (
      content?.calendar !== calendar.id ||
      content.params !== params ||
      content.offset === undefined
    )
      throw new WireError(400, "invalid", "Invalid page token value.");
    return content;
  }
  const sync = query.get("syncToken");
  if (sync !== null) return fromSyncToken(calendar, query, sync, params);
  const [from, to] = ["timeMin", "timeMax"].map((name) => parseInstant(query.get(name) ?? ""));
  if (from == null || to == null || from >= to)
    throw new WireError(400, "timeRangeEmpty", "timeMin and timeMax.");
  return {
    calendar: calendar.id,
    revision: calendar.revision,
    params,
    from,
    to,
    since: null,
    offset: 0,
  };
}

function fromSyncToken(
  calendar: GoogleCalendar,
  query: URLSearchParams,
  sync: string,
  params: string,
): PageContent {
  for (const name of [
    "timeMin",
    "timeMax",
    "q",
    "orderBy",
    "updatedMin",
    "privateExtendedProperty",
  ])
    if (query.has(name))
      throw new WireError(400, "invalid", `${name} cannot be combined with a sync token.`);
  const content = readToken<TokenContent>(sync);
  if (content?.calendar !== calendar.id || content.params !== params)
    throw new WireError(400, "invalid", "Invalid sync token value.");
  if (content.revision < calendar.oldest_token)
    throw new WireError(
      410,
      "fullSyncRequired",
      "Sync token is no longer valid, a full sync is required.",
    );
  return { ...content, revision: calendar.revision, since: content.revision, offset: 0 };
}

function isWithin(
  { start, end }: GoogleEvent,
  zone: string,
  { from, to }: { from: number; to: number },
): boolean {
  return epochOf(end, zone) > from && epochOf(start, zone) < to;
}

export function epochOf(time: calendar_v3.Schema$EventDateTime | undefined, zone: string): number {
  if (time?.dateTime != null) return parseInstant(time.dateTime) ?? NaN;
  return time?.date == null ? NaN : startOfDay(time.date, zone);
}
