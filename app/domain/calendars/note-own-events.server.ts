import { eventId, isCreatedAs, type OutsideEvent, type ReadPage } from "~/adapters/calendars/port";
import { Id } from "~/contract/common";
import { type Sql, transaction } from "~/lib/db.server";
import { isNews, isSameSpan, type KnownEvent } from "./decide-push";
import {
  adoptEvent,
  bookingsAmong,
  bookingsNotIn,
  type ClaimedBooking,
  lookAgain,
  type OwnEvent,
  ownEventsAmong,
  ownEventsIn,
  queueRemoval,
} from "./own-events.sql.server";
import { queuePush } from "./queue-pushes.server";
import { calendarKey } from "./wanted-event.server";

/**
 * Removes from a page the events that we wrote ourselves, which close no time: identified by
 * external id, else by the booking id they carry. An event whose time differs is checked by the job
 * that writes the calendar: the read may be older than the last write. An event of ours whose
 * booking has no place in the calendar is removed there.
 */
export async function noteOwnEvents(
  db: Sql,
  tenantId: string,
  calendarId: string,
  page: ReadPage,
): Promise<ReadPage> {
  const external_ids = [...page.events.map((event) => event.external_id), ...page.removed];
  const bookings = await bookingsAmong(
    db,
    tenantId,
    calendarId,
    page.events.flatMap(claimedBooking),
  );
  const known = await ownEventsAmong(db, tenantId, calendarId, {
    external_ids,
    booking_ids: [...bookings.keys()],
  });
  const written = new Set(known.map((own) => own.external_id));
  const late = await removeLate(
    db,
    tenantId,
    calendarId,
    page.events.filter(({ external_id }) => !written.has(external_id)),
  );
  const isKnown = ownAmong(page.events, known, bookings);
  const isOwn = (event: OutsideEvent) => late.has(event.external_id) || isKnown(event);
  const own = page.events.filter(isOwn);

  const here = new Map(
    known.filter((own) => own.calendar_id === calendarId).map((own) => [own.external_id, own]),
  );
  const changed = [
    ...own.flatMap((event) => newsOf(here.get(event.external_id), (as) => isNews(as, event))),
    ...page.removed.flatMap((id) => newsOf(here.get(id), wasThere)),
  ];
  let looked = changed.length === 0 ? 0 : await lookAgain(db, tenantId, calendarId, changed);
  for (const event of own)
    if (
      !written.has(event.external_id) &&
      !late.has(event.external_id) &&
      (await adopt(db, tenantId, calendarId, event))
    )
      looked += 1;
  if (looked > 0) await queuePush(tenantId, calendarId, db);

  // Also removed from busy time, in case an earlier read did not recognise them.
  const removed = [...page.removed, ...own.map((event) => event.external_id)];
  return {
    ...page,
    events: page.events.filter((event) => !isOwn(event)),
    removed: [...new Set(removed)],
  };
}

/**
 * Selects our own events: by id, or by the booking id they carry if that booking's event is not
 * recorded yet or has the same time. A copy made by a person carries the booking id too, but is
 * busy time; so are further occurrences if they turned our event into a series.
 */
function ownAmong(
  events: OutsideEvent[],
  known: OwnEvent[],
  bookings: ReadonlyMap<string, ClaimedBooking>,
): (event: OutsideEvent) => boolean {
  const byId = groupBy(known, (own) => own.external_id);
  const byBooking = groupBy(known, (own) => own.booking_id);
  const isAsWritten = (event: OutsideEvent, among: OwnEvent[] = []) =>
    among.some((own) => own.known.written !== null && isSameSpan(own.known.written, event));
  const retained = new Set(
    events
      .filter((one) => isAsWritten(one, byId.get(one.external_id)))
      .map((one) => one.external_id),
  );
  return (event) => {
    const same = byId.get(event.external_id);
    if (same !== undefined) return !retained.has(event.external_id) || isAsWritten(event, same);
    const booking = claimedBooking(event).map((id) => bookings.get(id))[0];
    if (booking === undefined) return false;
    const others = byBooking.get(booking.id);
    if (others === undefined)
      return booking.is_expected || (booking.is_live && isSameSpan(booking, event));
    // Google's id of an occurrence is the series' id with its time.
    const isFirst = others.some((own) => event.external_id.startsWith(`${own.external_id}_`));
    return isFirst && isAsWritten(event, others);
  };
}

/**
 * Queues the removal of events that a server created after their booking was taken out: a lost call
 * of a killed worker may be carried out long after the next worker's. The id tells them from a
 * person's copies. Returns their external ids.
 */
async function removeLate(
  db: Sql,
  tenantId: string,
  calendarId: string,
  events: OutsideEvent[],
): Promise<Set<string>> {
  const ids = [...new Set(events.flatMap(claimedBooking))];
  const late = new Set<string>();
  for (const { booking_id, ...calendar } of await bookingsNotIn(db, tenantId, calendarId, ids)) {
    const id = eventId(booking_id, calendarKey(calendar));
    const event = events.find(({ external_id }) => isCreatedAs(external_id, id));
    if (event === undefined) continue;
    const { external_id, etag } = event;
    late.add(external_id);
    if (await queueRemoval(db, tenantId, calendarId, { booking_id, external_id, etag }))
      await queuePush(tenantId, calendarId, db);
  }
  return late;
}

/**
 * After a whole read of a window that began at `before`: our events that it did not contain are
 * checked.
 */
export async function noteUnseenEvents(
  tenantId: string,
  calendarId: string,
  seen: ReadonlySet<string>,
  read: { from: Date; to: Date; before: Date },
): Promise<void> {
  await transaction(async (db) => {
    const unseen = (await ownEventsIn(db, tenantId, calendarId, read)).filter(
      ({ external_id, known }) => !seen.has(external_id) && wasThere(known),
    );
    if (unseen.length === 0) return;
    const ids = unseen.map(({ booking_id }) => booking_id);
    if ((await lookAgain(db, tenantId, calendarId, ids)) > 0)
      await queuePush(tenantId, calendarId, db);
  });
}

const claimedBooking = ({ booking_id }: OutsideEvent): string[] =>
  booking_id !== null && Id.safeParse(booking_id).success ? [booking_id] : [];

const newsOf = (own: OwnEvent | undefined, isChanged: (known: KnownEvent) => boolean): string[] =>
  own !== undefined && isChanged(own.known) ? [own.booking_id] : [];

/** Its absence is news unless it is known already. */
const wasThere = ({ outside, outside_span }: KnownEvent): boolean =>
  outside !== "deleted" && !(outside === "kept" && outside_span === null);

function groupBy<T>(all: T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const same = groups.get(keyOf(one));
    if (same === undefined) groups.set(keyOf(one), [one]);
    else same.push(one);
  }
  return groups;
}

/** Also when the event was requested but its id not recorded yet. */
async function adopt(
  db: Sql,
  tenantId: string,
  calendarId: string,
  event: OutsideEvent,
): Promise<boolean> {
  const [booking_id] = claimedBooking(event);
  const { external_id, etag } = event;
  return (
    booking_id !== undefined &&
    (await adoptEvent(db, tenantId, calendarId, { booking_id, external_id, etag }))
  );
}
