import type { CalendarClash, ClashQuery, FineClash } from "~/contract/calendars";
import type { PageOf } from "~/contract/common";
import { notFound } from "~/lib/app-error";
import { isLinkSignature, linkSignature } from "~/lib/crypto.server";
import { pageOfAll } from "~/lib/cursor.server";
import { type Sql, transaction } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import { resourceLimit, type StaffActor } from "../identity/actor";
import { eventIdsAt } from "./busy-rows.sql.server";
import { requireCalendar } from "./calendars.server";
import { findCalendars } from "./calendars.sql.server";
import { type Clash, clashes, markConflictAccepted } from "./clashes.sql.server";
import { isOwn } from "./connections.server";

/**
 * Bookings that overlap busy time, of the resources someone works with. Examines all of their
 * upcoming bookings: throws rate_limited and not_ready (heavyRead).
 */
export async function listClashes(
  actor: StaffActor,
  { resource_id, ...page }: ClashQuery,
): Promise<PageOf<CalendarClash>> {
  const limit = resourceLimit(actor);
  const requested = resource_id ?? limit ?? undefined;
  const allowed = requested?.filter((id) => limit === null || limit.includes(id));
  const filter = allowed === undefined ? {} : { resource_ids: allowed };
  const rows = await heavyRead(actor.tenant.id, (db) => clashes(actor.tenant.id, filter, db));
  const found = await describe(actor, rows);
  return pageOfAll(found, page, "starts_at", placeOf);
}

const placeOf = ({ starts_at, booking_id, calendar_id, external_id, instance }: CalendarClash) =>
  `${starts_at} ${booking_id} ${calendar_id} ${external_id} ${instance}`;

/**
 * The calendars' busy times that overlap a booking. The caller has read the booking, and so may see
 * it.
 */
export async function clashesOf(
  actor: StaffActor,
  booking: { id: string; resource_id: string; starts_at: string; ends_at: string },
): Promise<CalendarClash[]> {
  const span = { from: new Date(booking.starts_at), to: new Date(booking.ends_at) };
  const filter = { resource_ids: [booking.resource_id], ...span };
  const found = await describe(actor, await clashes(actor.tenant.id, filter));
  return found.filter(({ booking_id }) => booking_id === booking.id);
}

async function describe(actor: StaffActor, found: Clash[]): Promise<CalendarClash[]> {
  if (found.length === 0) return [];
  const resource_ids = [...new Set(found.map(({ resource_id }) => resource_id))];
  const of = { resource_ids, connection_id: null, own: null, limit: null };
  const calendars = new Map(
    (await findCalendars(actor.tenant.id, of)).map((calendar) => [calendar.id, calendar]),
  );
  return found.map((clash) => toClash(actor, clash, calendars.get(clash.calendar_id)));
}

function toClash(
  actor: StaffActor,
  { external_id, starts_at, ends_at, ...clash }: Clash,
  calendar: { user_id: string; user_name: string } | undefined,
): CalendarClash {
  const shows = calendar !== undefined && isOwn(actor, calendar);
  return {
    ...clash,
    external_id: shows ? external_id : eventReference(clash.calendar_id, external_id),
    user_name: calendar?.user_name ?? "",
    starts_at: toRfc3339(starts_at.getTime()),
    ends_at: toRfc3339(ends_at.getTime()),
  };
}

const referenceSubject = (calendarId: string, externalId: string) =>
  `calendar event ${calendarId} ${externalId}`;

/**
 * A reference to an event for colleagues. The provider's id often contains a user name or title:
 * only the calendar's owner sees it.
 */
const eventReference = (calendarId: string, externalId: string) =>
  linkSignature(referenceSubject(calendarId, externalId));

/**
 * Accepts that an event overlaps bookings, for someone who works with the resource. Throws
 * not_found.
 */
export async function acceptConflict(
  actor: StaffActor,
  { calendar_id, external_id: named, instance }: FineClash,
): Promise<void> {
  const calendar = await requireCalendar(actor, calendar_id);
  await transaction(async (db) => {
    const external_id = isOwn(actor, calendar)
      ? named
      : await findReferenced(db, actor.tenant.id, { calendar_id, instance, reference: named });
    if (
      external_id === undefined ||
      !(await markConflictAccepted(actor.tenant.id, { calendar_id, external_id, instance }, db))
    )
      throw notFound("Calendar event", named);
    await writeAudit(db, actor, {
      action: "calendar.clash_fine",
      entity: "connected_calendar",
      entity_id: calendar_id,
    });
  });
}

async function findReferenced(
  db: Sql,
  tenantId: string,
  of: { calendar_id: string; instance: string; reference: string },
): Promise<string | undefined> {
  const ids = await eventIdsAt(db, tenantId, of);
  return ids.find((id) => isLinkSignature(referenceSubject(of.calendar_id, id), of.reference));
}
