import {
  CalendarError,
  type ReadPage,
  type ReadProblem,
  type UnreadReason,
} from "~/adapters/calendars/port";
import { calendarProvider } from "~/adapters/registry.server";
import { MAX_BUSY_TIMES_OF_A_CALENDAR } from "~/contract/limits";
import { clock } from "~/lib/clock";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { log } from "~/lib/log.server";
import { type FindProvider, withAccess } from "./access.server";
import { applyBusy } from "./apply-busy.server";
import { busyKeys, countBusy } from "./busy-rows.sql.server";
import { callFor } from "./calendar-call";
import {
  type CalendarBeingRead,
  claimRead,
  endRead,
  failRead,
  keepReading,
  OvertakenError,
  readPace,
} from "./connected-calendar.sql.server";
import { noteUnseenEvents } from "./note-own-events.server";
import { nextReadIn, nextTryIn } from "./next-read";
import { queueRead } from "./queue-read.server";
import { windowOf } from "./read-window";
import { giveUp, keyOf, type Seen, writePage } from "./write-page.server";

/** Guards against endless pagination: no calendar within the event limit has more pages. */
const MAX_PAGES = 2_000;
/** Events looked at in one read to find the nearest busy times. */
const MAX_EVENTS = 5 * MAX_BUSY_TIMES_OF_A_CALENDAR;
/** The least interval for calendars over the event limit, which are read whole each time. */
const CUT_MS = 60 * 60_000;
/**
 * The time limit of a read: a base, extended by each page received. A calendar of 20,000 events has
 * 200 pages of a second or two; a server that takes half a minute per response is given up after
 * three.
 */
interface ReadTime {
  first_ms: number;
  page_ms: number;
  most_ms: number;
}
const READ_TIME: ReadTime = { first_ms: 60_000, page_ms: 3_000, most_ms: 10 * 60_000 };
const LEASE_MS = 90_000;
const RENEW_MS = 30_000;
const AGAIN_MS = 5_000;

/** The job: reads a calendar. After a failure, the retry is scheduled in the database. */
export async function readQueued({
  tenant_id,
  calendar_id,
}: {
  tenant_id: string;
  calendar_id: string;
}): Promise<void> {
  try {
    await readCalendar(tenant_id, calendar_id);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    log.warn({ tenant_id, calendar_id, kind: error.kind }, "a calendar could not be read");
  }
}

/**
 * Reads the changes in an external calendar, or its whole window, and closes its resource's time
 * accordingly; returns how many busy times changed. The provider is called outside any transaction,
 * results are stored page by page, and the cursor only once everything is applied: after an
 * interruption the next read starts where this one did. Throws CalendarError.
 */
export async function readCalendar(
  tenantId: string,
  calendarId: string,
  find: FindProvider = calendarProvider,
  time = READ_TIME,
): Promise<{ changed: number }> {
  const now = await databaseNow(pool);
  const read = await claimRead(tenantId, calendarId, {
    now,
    until: new Date(now.getTime() + LEASE_MS),
  });
  if (read === null) return { changed: 0 };
  if (read === "busy") {
    await queueRead(pool, tenantId, calendarId, new Date(now.getTime() + AGAIN_MS));
    return { changed: 0 };
  }
  const renewal = setInterval(() => {
    keepReading(read, new Date(clock.now() + LEASE_MS)).catch((error: unknown) =>
      log.warn(
        { err: error, calendar_id: read.id },
        "the lease of a calendar's read was not renewed",
      ),
    );
  }, RENEW_MS);
  try {
    return { changed: await readClaimed(read, now, find, time) };
  } catch (error) {
    if (error instanceof OvertakenError) return { changed: 0 };
    await noteFailure(read, error, now);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

async function readClaimed(
  read: CalendarBeingRead,
  now: Date,
  find: FindProvider,
  time: ReadTime,
): Promise<number> {
  const left = deadline(time);
  const window = windowOf(read.id, now);
  const isWhole = read.cursor === null || read.window_to?.getTime() !== window.to.getTime();
  let pages = await readPages(read, find, window, isWhole ? null : read.cursor, left).catch(
    (error: unknown) => {
      // The changes are no longer available: read everything.
      if (error instanceof CalendarError && error.kind === "cursor_gone" && !isWhole)
        return readPages(read, find, window, null, left);
      throw error;
    },
  );
  // Changes neither tell which unreadable events are mended, nor which busy times are the nearest.
  if (!pages.is_whole && (pages.is_cut || (read.unread !== null && pages.has_news)))
    pages = await readPages(read, find, window, null, left);
  const { removed, shrunk_at } = await removeUnseen(read, pages, window, now);
  faultPoint("pull.written");
  await applyBusy(read.tenant_id, read.resource_id);
  faultPoint("pull.applied");
  const pace = { provider: read.provider, ...(await readPace(read, now)) };
  const wait = nextReadIn(pace, Math.random());
  await endRead(read, {
    cursor: pages.is_cut ? null : pages.cursor,
    window,
    read_at: now,
    next_read_at: new Date(clock.now() + (pages.is_cut ? Math.max(wait, CUT_MS) : wait)),
    event_count: shrunk_at === null ? await countBusy(pool, read) : read.event_count,
    shrunk_at,
    problem: pages.is_cut ? "too_many" : shrunk_at === null ? null : "shrunk",
    unread: pages.is_whole || read.unread === null ? pages.unread : read.unread,
    has_changed: pages.changed + removed > 0,
  });
  return pages.changed + removed;
}

interface ReadPages {
  is_whole: boolean;
  /** There are more busy times than are stored. */
  is_cut: boolean;
  /** The last page was received. */
  is_complete: boolean;
  seen: Seen;
  changed: number;
  /** Whether the pages contained any events. */
  has_news: boolean;
  unread: ReadProblem[];
  cursor: string | null;
}

/**
 * Reads all pages since a cursor, or of the window; each is stored before the next is requested.
 */
async function readPages(
  read: CalendarBeingRead,
  find: FindProvider,
  window: ReadWindow,
  cursor: string | null,
  left: (pages: number) => number,
): Promise<ReadPages> {
  const is_whole = cursor === null;
  const storedCount = is_whole ? 0 : await countBusy(pool, read);
  const seen: Seen = {
    ids: new Set(),
    keys: new Map(),
    events: 0,
    stored: storedCount,
    counts_known: !is_whole,
    is_cut: false,
    cut_from: null,
  };
  const unread = new Map<UnreadReason, number>();
  let changed = 0;
  let has_news = false;
  let page: string | null = null;
  for (let count = 1; ; count++) {
    const answer = await askFor(read, find, { window, cursor, page }, left(count));
    faultPoint("pull.read");
    changed += await writePage(read, answer, seen);
    for (const { reason, count } of answer.problems ?? [])
      unread.set(reason, (unread.get(reason) ?? 0) + count);
    has_news ||= answer.events.length + answer.removed.length + unread.size > 0;
    const isTooLong = count >= MAX_PAGES || seen.events > MAX_EVENTS;
    if (answer.page === null || isTooLong || (seen.is_cut && !is_whole))
      return {
        is_whole,
        is_cut: seen.is_cut || answer.page !== null,
        is_complete: answer.page === null,
        seen,
        changed,
        has_news,
        unread: [...unread].map(([reason, count]) => ({ reason, count })),
        cursor: answer.cursor,
      };
    page = answer.page;
  }
}

/** The milliseconds left for the nth page of a read that begins now. */
function deadline({ first_ms, page_ms, most_ms }: ReadTime): (pages: number) => number {
  const startedAt = performance.now();
  return (pages) =>
    Math.max(
      0,
      Math.ceil(
        startedAt + Math.min(first_ms + page_ms * (pages - 1), most_ms) - performance.now(),
      ),
    );
}

type ReadWindow = { from: Date; to: Date };

function askFor(
  read: CalendarBeingRead,
  find: FindProvider,
  request: { window: ReadWindow; cursor: string | null; page: string | null },
  ms: number,
): Promise<ReadPage> {
  const call = callFor(read.tenant_id, ms);
  const { external_id, time_zone, tentative_is_busy } = read;
  return withAccess(
    read.tenant_id,
    read.connection_id,
    (provider, secret) =>
      provider.read(secret, { external_id, time_zone }, { ...request, tentative_is_busy }, call),
    find,
  );
}

/** Up to this many missing events may be a member's own tidying. */
const FEW = 3;

/**
 * Removes what a whole read has not seen. If that is more than half of the known events, it may be
 * a faulty provider response: then nothing is removed until a person confirms (confirmShrunk) or a
 * later read sees it again.
 */
async function removeUnseen(
  read: CalendarBeingRead,
  { is_whole, is_complete, seen }: ReadPages,
  window: ReadWindow,
  now: Date,
): Promise<{ removed: number; shrunk_at: Date | null }> {
  if (!is_whole) return { removed: 0, shrunk_at: read.shrunk_at };
  const unseen = (await busyKeys(pool, read)).filter((key) => !seen.keys.has(keyOf(key)));
  const ahead = unseen.filter(({ ends_at }) => ends_at > now).length;
  const isShrunk = ahead >= FEW && read.event_count > 0 && ahead * 2 > read.event_count;
  if (isShrunk) return { removed: 0, shrunk_at: read.shrunk_at ?? now };
  if (is_complete)
    await noteUnseenEvents(read.tenant_id, read.id, seen.ids, { ...window, before: now });
  return { removed: await giveUp(read, unseen), shrunk_at: null };
}

/** Stores the pages read before a failure, so that their busy times apply. The cursor stays. */
async function noteFailure(read: CalendarBeingRead, error: unknown, now: Date): Promise<void> {
  if (!(error instanceof CalendarError)) {
    await failRead(read, { next_read_at: now, problem: "internal", now });
    return;
  }
  await applyBusy(read.tenant_id, read.resource_id);
  const pace = { provider: read.provider, ...(await readPace(read, now)) };
  const wait = nextTryIn(pace, read.failures, error.retry_after_ms, Math.random());
  await failRead(read, { next_read_at: new Date(clock.now() + wait), problem: error.kind, now });
}
