import sql from "sql-template-tag";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import type { SeatsDecision } from "./booking-command";
import type { BookingRow } from "../read/booking-row";
import {
  type ChosenNeed,
  claimSeats,
  releaseSeats,
  slotUnavailable,
} from "../../seats/claim-seats.sql.server";
import { claimNeeds, releaseNeeds } from "../../seats/service-needs.sql.server";
import { type LockedResource, lockResource } from "../../seats/lock-resource.sql.server";
import { gapOf } from "../../seats/processing";
import { type SeatRequest, seatRequest } from "../../seats/seat-request";

// The only place that applies booking decisions to claims, lanes and locks.

/** A time on a resource, including buffers where they are known. */
export interface Place {
  resource_id: string;
  occupies_from: Date;
  occupies_to: Date;
  /** The services whose needs are claimed with it. */
  schedule_ids?: string[];
}

/**
 * The locks held by a transaction, by resource; null for a deleted resource, whose claims were
 * deleted with it.
 */
export type ResourceLocks = Map<string, LockedResource | null>;

/**
 * Acquires the locks in the order of the resources' ids, so that two moves in opposite directions
 * cannot deadlock.
 */
export async function lockPlaces(
  db: Sql,
  tenantId: string,
  places: Place[],
): Promise<ResourceLocks> {
  const byResource = new Map(places.map((place) => [place.resource_id, place]));
  const locks: ResourceLocks = new Map();
  for (const place of [...byResource.values()].sort((a, b) =>
    a.resource_id < b.resource_id ? -1 : 1,
  ))
    locks.set(place.resource_id, await lockPlace(db, tenantId, place));
  return locks;
}

export async function lockPlace(
  db: Sql,
  tenant_id: string,
  place: Place,
): Promise<LockedResource | null> {
  return lockResource(db, { tenant_id, ...place }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}

/**
 * Applies a decision about a booking's seats. `needs`: what serves its service's needs from now on
 * (chooseNeeds); null: as before. Returns the seats that this has freed for others. Throws
 * slot_unavailable when the seats to claim are taken.
 */
export async function applySeatChange(
  db: Sql,
  before: BookingRow,
  row: BookingRow,
  seats: SeatsDecision,
  locks: ResourceLocks,
  needs: ChosenNeed[] | null,
): Promise<FreedSeats[]> {
  if (seats.kind === "release") return freeClaims(db, before, locks);
  if (seats.kind === "exchange") return exchangeSeats(db, before, row, seats.wanted, locks, needs);
  if (seats.kind === "exchange_needs") return exchangeNeeds(db, row, seats, locks, needs ?? []);
  if (seats.kind === "reclaim") await reclaimSeats(db, row, locks, needs);
  if (seats.kind === "hold_until") await letLapse(db, row, seats.at);
  if (seats.kind === "keep_for_good") await letLapse(db, row, null);
  return [];
}

/** Releases the old claims, then takes the new ones. */
async function exchangeSeats(
  db: Sql,
  before: BookingRow,
  row: BookingRow,
  wanted: SeatRequest,
  locks: ResourceLocks,
  needs: ChosenNeed[] | null,
): Promise<FreedSeats[]> {
  const freed = await freeClaims(db, before, locks, needs === null);
  await claim(db, row, wanted, locks, needs);
  return freed;
}

/**
 * Claims the seats of a reopened booking again, over its time with its slot's present buffers (none
 * when the slot is gone). Fails when its service was deleted meanwhile.
 */
async function reclaimSeats(
  db: Sql,
  row: BookingRow,
  locks: ResourceLocks,
  needs: ChosenNeed[] | null,
): Promise<void> {
  await freeClaims(db, row, locks);
  const { tenant_id, schedule_id } = row;
  if (schedule_id !== null) {
    const service = await db.query(
      sql`select 1 from schedule where tenant_id = ${tenant_id} and id = ${schedule_id}`,
    );
    if (service.rowCount === 0) throw slotUnavailable("closed");
  }
  const found = await db.query<{ before: number; after: number; capacity: number }>(
    sql`select extract(epoch from s.starts_at - s.occupies_from)::int as before, extract(epoch from s.occupies_to - s.ends_at)::int as after,
          s.capacity from slot s
        where s.tenant_id = ${row.tenant_id} and s.id = ${row.slot_id} and s.starts_at = ${row.starts_at}`,
  );
  const { before, after, capacity } = found.rows[0] ?? {
    before: 0,
    after: 0,
    capacity: locks.get(row.resource_id)?.capacity ?? 0,
  };
  const place = {
    occupies_from: new Date(row.starts_at.getTime() - before * 1000),
    occupies_to: new Date(row.ends_at.getTime() + after * 1000),
    ...gapOf(row.processing, row),
    capacity,
    slot_id: row.slot_id,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
    schedule: null, // its limits do not apply again
  };
  await claim(db, row, seatRequest(place, { held: row }), locks, needs);
}

async function claim(
  db: Sql,
  row: BookingRow,
  wanted: SeatRequest,
  locks: ResourceLocks,
  needs: ChosenNeed[] | null,
): Promise<void> {
  const lock = locks.get(row.resource_id);
  if (lock === undefined) throw new Error("Seats are claimed under their resource's lock only.");
  if (lock === null) throw slotUnavailable("closed");
  const {
    tenant_id,
    resource_id,
    id: booking_id,
    customer_id,
    party_size,
    expires_at: lapses_at,
  } = row;
  await claimSeats(db, {
    ...wanted,
    tenant_id,
    resource_id,
    booking_id,
    customer_id,
    party_size,
    lapses_at,
    ...needsTime(row),
    ...(needs !== null && { needs }),
  });
}

type NeedsExchange = Extract<SeatsDecision, { kind: "exchange_needs" }>;

/** Releases what serves these needs so far, and claims `chosen` for them. */
async function exchangeNeeds(
  db: Sql,
  row: BookingRow,
  seats: NeedsExchange,
  locks: ResourceLocks,
  chosen: ChosenNeed[],
): Promise<FreedSeats[]> {
  const nos = seats.needs.map(({ no }) => no);
  const places = await releaseNeeds(db, row.tenant_id, row.id, nos);
  const needs = chosen.filter(({ no }) => nos.includes(no));
  await claimNeeds(db, { ...needsExchange(row, seats), needs, lapses_at: row.expires_at });
  return places.flatMap((place) => {
    const lock = locks.get(place.resource_id);
    return lock ? [{ place, lock }] : [];
  });
}

/** The claim of the named needs alone. */
export const needsExchange = (row: BookingRow, { needs, override }: NeedsExchange) => ({
  ...NO_SEATS,
  ...needsTime(row),
  over_capacity: override,
  tenant_id: row.tenant_id,
  resource_id: row.resource_id,
  booking_id: row.id,
  wants: needs,
  only_wanted: true,
});

/** Needs have their own seats, whatever the booking claims of its resource. */
export const NO_SEATS = {
  occupies_from: new Date(0),
  occupies_to: new Date(0),
  capacity: 0,
  slot_id: null,
  daily: null,
  over_capacity: false,
};

/** The service and the time that a booking's needs are claimed for. */
export const needsTime = ({ schedule_id, starts_at, ends_at }: BookingRow) => ({
  schedule_id,
  starts_at,
  ends_at,
});

/** The time on a resource whose seats were released, and that resource's lock. */
export interface FreedSeats {
  place: Place;
  lock: LockedResource;
}

/**
 * Releases a booking's seats under its resource's lock, and those of its needs. A need's resource
 * that was not locked up front is left to the sweep of the waiting list.
 */
async function freeClaims(
  db: Sql,
  row: BookingRow,
  locks: ResourceLocks,
  keepsNeeds = false,
): Promise<FreedSeats[]> {
  const places = await releaseSeats(db, row.tenant_id, row.id, keepsNeeds);
  const needed = new Set(row.needs.map(({ resource_id }) => resource_id));
  return places.flatMap((place) => {
    const lock = locks.get(place.resource_id);
    if (lock) return [{ place, lock }];
    if (needed.has(place.resource_id)) return [];
    throw new Error("Seats are released under their resource's lock only.");
  });
}

/** Sets when the claims expire: at the end of a hold, or never. */
async function letLapse(db: Sql, row: BookingRow, at: Date | null): Promise<void> {
  await db.query(
    sql`update claim set lapses_at = ${at} where tenant_id = ${row.tenant_id} and booking_id = ${row.id}`,
  );
  if (row.needs.length > 0 || row.processing !== null)
    await db.query(
      sql`update claim set lapses_at = ${at} where tenant_id = ${row.tenant_id} and need_of = ${row.id}`,
    );
}
