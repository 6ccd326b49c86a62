import type { BusyQuery, BusyTime, BusyTimes } from "~/contract/calendars";
import { MAX_BUSY_TIMES, MAX_DAYS_OF_BUSY_TIME } from "~/contract/limits";
import { invalidField, notFound } from "~/lib/app-error";
import { readCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { instantRange, toRfc3339 } from "~/lib/time";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { openTitle } from "./busy-title.server";
import { type BusySpan, findBusySpans, type SpanQuery } from "./busy-times.sql.server";

type BusyRange = Pick<BusyQuery, "resource_id" | "from" | "to">;

const ORDER = "busy";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * A page of busy times of resources' calendars. Throws not_found, validation_failed (range), and
 * rate_limited and not_ready (heavyRead).
 */
export async function listBusyPage(
  actor: StaffActor,
  { limit, cursor, ...range }: BusyQuery,
): Promise<BusyTimes> {
  const query = spanQuery(actor, range, limit + 1);
  if (!isShort(query))
    throw invalidField("to", `Use a range of at most ${MAX_DAYS_OF_BUSY_TIME} days.`);
  if (cursor !== undefined) {
    const [resource_id = "", starts_at = "", mode = ""] = readCursor(ORDER, cursor, 3);
    query.after = { resource_id, starts_at: new Date(starts_at), mode };
  }
  const spans = await heavyRead(actor.tenant.id, (db) => findBusySpans(db, actor.tenant.id, query));
  const { data, page } = toPage(spans, limit, ({ resource_id, starts_at, mode }) =>
    writeCursor(ORDER, [resource_id, starts_at.toISOString(), mode]),
  );
  return { data: data.map((span) => toBusyTime(actor, span)), page };
}

/** The first of those pages, for the few resources and days shown to a person. Throws not_found. */
export async function listBusyTimes(actor: StaffActor, range: BusyRange): Promise<BusyTime[]> {
  const query = spanQuery(actor, range, MAX_BUSY_TIMES);
  const spans = await findBusySpans(pool, actor.tenant.id, query);
  return spans.map((span) => toBusyTime(actor, span));
}

function spanQuery(
  actor: StaffActor,
  { resource_id, from, to }: BusyRange,
  most: number,
): SpanQuery {
  const hidden = resource_id.find((id) => !mayUseResource(actor, id));
  if (hidden !== undefined) throw notFound("Resource", hidden);
  const range = instantRange({ from, to }, actor.tenant.time_zone);
  const own = actor.kind === "user" ? actor.user_id : null;
  return { resource_ids: resource_id, ...range, own, most };
}

/** An hour more than its days, for a range in which the clock is put back. */
function isShort({ from, to }: { from: Date; to: Date }): boolean {
  const length = to.getTime() - from.getTime();
  return length > 0 && length <= MAX_DAYS_OF_BUSY_TIME * DAY_MS + HOUR_MS;
}

/** Titles are included for the caller's own events only. */
function toBusyTime(
  actor: StaffActor,
  { starts_at, ends_at, titles, ...span }: BusySpan,
): BusyTime {
  return {
    ...span,
    starts_at: toRfc3339(starts_at.getTime()),
    ends_at: toRfc3339(ends_at.getTime()),
    titles: titles.map(({ calendar_id, sealed }) =>
      openTitle(actor.tenant.id, calendar_id, Buffer.from(sealed, "base64")),
    ),
  };
}
