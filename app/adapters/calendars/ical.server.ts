import { createHash } from "node:crypto";
import { z } from "zod";
import { expandFiles } from "./expand.server";
import { callCalendar, problemOf } from "./outside-call.server";
import {
  type CalendarCall,
  CalendarError,
  type CalendarProvider,
  type CalendarSecret,
  type ReadPage,
} from "./port";
import { zoneOf } from "./windows-zones";

/** Ten years of a full calendar take about 5 MB. */
const MAX_BYTES = 10 * 1024 * 1024;

/** Validators of the file from the last read. */
const Cursor = z.object({
  etag: z.string().nullable(),
  modified: z.string().nullable(),
  hash: z.string(),
});
type Cursor = z.infer<typeof Cursor>;

/**
 * A read-only iCalendar URL. It contains one calendar and can't report changes: a changed file is
 * `cursor_gone` and read in full.
 */
export const icalProvider: CalendarProvider = {
  name: "ical",
  oauth: null,
  writes: false,
  channels: null,

  async listCalendars(secret, call) {
    const { text } = await load(secret, null, call);
    const name = property(text, "X-WR-CALNAME") ?? new URL(addressOf(secret)).hostname;
    const zone = property(text, "X-WR-TIMEZONE");
    const time_zone = zoneOf(zone);
    return [
      {
        external_id: "feed",
        name: name.slice(0, 200),
        time_zone,
        can_write: false,
        is_primary: true,
      },
    ];
  },

  async read(secret, calendar, request, call): Promise<ReadPage> {
    const before = readCursor(request.cursor);
    const { text, cursor } = await load(secret, before, call);
    if (before !== null) {
      if (cursor.hash !== before.hash) throw new CalendarError("cursor_gone");
      return { events: [], removed: [], page: null, cursor: JSON.stringify(cursor) };
    }
    const expansion = await expandFiles(
      [{ id: null, etag: null, data: text }],
      calendar,
      request,
      [],
      call,
    );
    return { ...expansion, removed: [], page: null, cursor: JSON.stringify(cursor) };
  },

  putEvent: () => Promise.reject(readOnly()),
  deleteEvent: () => Promise.reject(readOnly()),
  findEvent: () => Promise.reject(readOnly()),
};

function readOnly(): CalendarError {
  return new CalendarError("refused", { detail: "an iCalendar URL is read-only" });
}

/** Loads the file; the text is empty if nothing has changed since `before`. */
async function load(
  secret: CalendarSecret,
  before: Cursor | null,
  call?: CalendarCall,
): Promise<{ text: string; cursor: Cursor }> {
  const headers: Record<string, string> = { Accept: "text/calendar, text/plain;q=0.5, */*;q=0.1" };
  if (before?.etag) headers["If-None-Match"] = before.etag;
  else if (before?.modified) headers["If-Modified-Since"] = before.modified;
  const url = new URL(addressOf(secret));
  const answer = await callCalendar(
    url,
    { method: "GET", headers, body: "", max_bytes: MAX_BYTES },
    call?.signal,
  );
  if (answer.status === 304 && before !== null) return { text: "", cursor: before };
  // Hosts throttle with 403 too, and a feed has no password to re-enter: both are retried later.
  const { status } = answer;
  if (status === 401 || status === 403) {
    const { retry_after_ms } = problemOf(answer);
    throw new CalendarError(status === 403 ? "rate_limited" : "unavailable", {
      detail: `status ${status}`,
      status,
      ...(retry_after_ms !== null && { retry_after_ms }),
    });
  }
  if (answer.status !== 200) throw problemOf(answer);
  // A sign-in page with status 200 must not count as an empty calendar, nor a truncated file as a
  // complete one.
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(answer.text) || !/END:VCALENDAR\s*$/i.test(answer.text))
    throw new CalendarError("unavailable", { detail: "no calendar at this address" });
  const cursor = {
    etag: answer.header("etag"),
    modified: answer.header("last-modified"),
    hash: hashOf(answer.text),
  };
  return { text: answer.text, cursor };
}

/** Some feeds write the time of the request into every event (DTSTAMP), which is not a change. */
function hashOf(text: string): string {
  return createHash("sha256")
    .update(text.replace(/^DTSTAMP[^\r\n]*/gm, ""))
    .digest("base64url");
}

/** Calendar programs write webcal:// for https addresses of subscriptions. */
function addressOf(secret: CalendarSecret): string {
  if (secret.kind !== "address") throw new CalendarError("refused", { detail: "no address" });
  const url = secret.url.trim().replace(/^webcals?:\/\//i, "https://");
  if (!URL.canParse(url)) throw new CalendarError("address_not_allowed", { detail: "no address" });
  return url;
}

function readCursor(cursor: string | null): Cursor | null {
  if (cursor === null) return null;
  try {
    return Cursor.parse(JSON.parse(cursor));
  } catch {
    throw new CalendarError("cursor_gone");
  }
}

function property(text: string, name: string): string | null {
  const value = new RegExp(`^${name}(?:;[^:\r\n]*)?:([^\r\n]+)`, "im").exec(text)?.[1];
  return value?.replace(/\\([,;\\])/g, "$1").trim() || null;
}
