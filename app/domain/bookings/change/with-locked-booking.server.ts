import { notFound } from "~/lib/app-error";
import { databaseNow } from "~/lib/database-clock.sql.server";
import type { Sql } from "~/lib/db.server";
import { retryWhenStale } from "~/lib/retry-when-stale";
import { type Actor, maySeeBooking } from "../../identity/actor";
import type { LockedBooking } from "./apply-decision.server";
import type { BookingRow } from "../read/booking-row";
import type { LockedResource } from "../../seats/lock-resource.sql.server";
import { lockNeeds } from "../../seats/service-needs.sql.server";
import { lockPlace, lockPlaces, type Place, type ResourceLocks } from "./booking-seats.sql.server";
import { expireHolds } from "./expire-holds.server";
import { type LoadedBooking, loadBooking } from "../read/load-booking.sql.server";

export interface LockOptions {
  /** The target of a move. `has_needs`: one of `schedule_ids`, the services it may be of, has. */
  to?: Place & { has_needs: boolean };
  /** false: seats will not change, so only the booking's row is locked. */
  seats?: boolean;
  /** The lapsed holds to end first: none, those of other bookings, or this one too. */
  lapsed?: "leave" | "end_others" | "end_all";
}

/**
 * Loads a booking, locks its resource (and the target's, in the order of their ids), then its row,
 * rereads it and passes it to `work`, all within the caller's transaction. Every transaction locks
 * the resource before the booking. Throws not_found, also for a booking that the actor may not see.
 */
export async function withLockedBooking<T>(
  db: Sql,
  actor: Actor,
  id: string,
  { to, seats = true, lapsed = "leave" }: LockOptions,
  work: (booking: LockedBooking) => Promise<T>,
): Promise<T> {
  const { tenant } = actor;
  const seen = await loadBooking(db, tenant.id, id, false);
  checkVisible(actor, seen.row);
  const places = [placeOf(seen.row), ...(to === undefined ? [] : [to])];
  const to_needs = to?.has_needs ?? false;
  const needed =
    seats && (seen.has_needs || to_needs)
      ? await lockNeeds(db, tenant.id, {
          resource_ids: [...places, ...seen.row.needs].map(({ resource_id }) => resource_id),
          schedule_ids: [seen.row.schedule_id ?? [], to?.schedule_ids ?? []].flat(),
          time: to ?? placeOf(seen.row),
        })
      : new Map<string, LockedResource>();
  const locks = await lockPlaces(db, tenant.id, seats ? places : []);
  for (const [needId, needLock] of needed) if (!locks.has(needId)) locks.set(needId, needLock);
  const booking = { ...(await loadUnder(db, tenant.id, id, locks, seats)), to_needs };
  checkVisible(actor, booking.loaded.row);
  const place = to?.resource_id ?? booking.loaded.row.resource_id;
  const inTheWay = [place, ...needed.keys()].filter((each) => locks.get(each)?.has_lapsed);
  if (lapsed === "leave" || inTheWay.length === 0) return work(booking);
  const except = lapsed === "end_others" ? id : null;
  for (const each of new Set(inTheWay))
    await expireHolds(db, tenant, each, locks.get(each)!, except); // it is locked, as filtered above
  return work({ ...booking, loaded: await loadBooking(db, tenant.id, id, true) });
}

function checkVisible(actor: Actor, row: BookingRow): void {
  if (!maySeeBooking(actor, row)) throw notFound("Booking", row.id);
}

export const placeOf = (row: BookingRow): Place => ({
  resource_id: row.resource_id,
  occupies_from: row.starts_at,
  occupies_to: row.ends_at,
});

async function loadUnder(
  db: Sql,
  tenantId: string,
  id: string,
  locks: ResourceLocks,
  seats: boolean,
): Promise<LockedBooking> {
  return retryWhenStale(async () => {
    const loaded: LoadedBooking = await loadBooking(db, tenantId, id, true);
    const { resource_id } = loaded.row;
    if (!seats || locks.has(resource_id)) return { loaded, locks, now: await nowUnder(db, locks) };
    // It was moved while this transaction waited. This lock is out of order, so Postgres may detect
    // a deadlock; `transaction` retries then.
    locks.set(resource_id, await lockPlace(db, tenantId, placeOf(loaded.row)));
    return null;
  });
}

/** The latest clock of the locks; queried if there is none. */
async function nowUnder(db: Sql, locks: ResourceLocks): Promise<Date> {
  const times = [...locks.values()].flatMap((lock) =>
    lock === null ? [] : [lock.db_now.getTime()],
  );
  if (times.length > 0) return new Date(Math.max(...times));
  return databaseNow(db);
}
