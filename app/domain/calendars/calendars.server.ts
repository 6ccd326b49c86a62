import type { ConnectedCalendar, ConnectedCalendarFilter } from "~/contract/calendars";
import type { PageOf } from "~/contract/common";
import { msg, t } from "~/i18n/text";
import { notFound } from "~/lib/app-error";
import { COUNT_LIMIT, readTimeCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import {
  type ConnectedRow,
  countMatchingCalendars,
  findCalendar,
  findCalendars,
} from "./calendars.sql.server";
import { isOwn } from "./connections.server";
import { calendarProblem, countUnread } from "./problem-words";

const NO_NOTICES = msg(
  "The calendar provider announces no changes of this calendar, so it’s read every few minutes. Connect the account again to allow it; calendars that others share with you are always read this way.",
);

/** The calendar's identity and name are only shown to its owner. */
export function toCalendar(actor: StaffActor, row: ConnectedRow): ConnectedCalendar {
  const { event_count, last_read_at, shrunk_at, created_at, unread, health_since, ...rest } = row;
  const { account_problem, write_problem, ...fields } = rest;
  const shows = isOwn(actor, row);
  return {
    ...fields,
    external_id: shows ? row.external_id : null,
    name: shows ? row.name : null,
    last_read_at: last_read_at && toRfc3339(last_read_at.getTime()),
    health_since: health_since && toRfc3339(health_since.getTime()),
    problem: calendarProblem({ ...row, account_problem, write_problem }),
    unread_events: countUnread(unread),
    unread: unread ?? [],
    events: event_count,
    shrunk_at: shrunk_at && toRfc3339(shrunk_at.getTime()),
    notices_problem: row.notices_problem === null ? null : t(NO_NOTICES),
    created_at: toRfc3339(created_at.getTime()),
  };
}

const ORDER = "calendars";

/** Calendars of the resources someone works with, and all of their own. */
export async function listCalendars(
  actor: StaffActor,
  { resource_id, connection_id, ...page }: ConnectedCalendarFilter,
): Promise<PageOf<ConnectedCalendar>> {
  const query = {
    resource_ids: resource_id ?? null,
    connection_id: connection_id ?? null,
    own: actor.kind === "user" ? actor.user_id : null,
    limit: resourceLimit(actor),
  };
  const after = page.cursor === undefined ? undefined : readTimeCursor(ORDER, page.cursor);
  const rows = await findCalendars(actor.tenant.id, query, { after, most: page.limit + 1 });
  const total = wantsTotal(page)
    ? await countMatchingCalendars(actor.tenant.id, query, COUNT_LIMIT)
    : undefined;
  const placeOf = ({ created_at, id }: ConnectedRow) =>
    writeCursor(ORDER, [created_at.toISOString(), id]);
  const calendars = toPage(rows, page.limit, placeOf, total);
  return { ...calendars, data: calendars.data.map((row) => toCalendar(actor, row)) };
}

/** Throws not_found. */
export async function getCalendar(actor: StaffActor, id: string): Promise<ConnectedCalendar> {
  return toCalendar(actor, await requireCalendar(actor, id));
}

/** A calendar visible to the actor. Throws not_found. */
export async function requireCalendar(actor: StaffActor, id: string): Promise<ConnectedRow> {
  const row = await findCalendar(pool, actor.tenant.id, id);
  if (row === undefined || !(isOwn(actor, row) || mayUseResource(actor, row.resource_id)))
    throw notFound("Calendar", id);
  return row;
}
