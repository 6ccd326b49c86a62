import sql from "sql-template-tag";
import type { ServedNeeds } from "~/contract/booking-inputs";
import { AppError, invalidField } from "~/lib/app-error";
import { pool, prepared, type Sql } from "~/lib/db.server";
import type { LockedResource } from "./lock-resource.sql.server";
import {
  type ChosenNeed,
  type ReleasedSeats,
  type SeatClaim,
  slotUnavailable,
} from "./claim-seats.sql.server";

interface Found {
  refusal: "need_taken" | "need_closed" | "need_unfit" | "hold_ended" | null;
  name: string | null;
  shown: boolean | null;
  needs: ChosenNeed[];
}

/**
 * A claim before its needs are chosen; `prefers`: those that the booking has; `wants`: what serves
 * some of them, and with `only_wanted` the others aren't claimed.
 */
type NeedsClaim = Omit<SeatClaim, "needs" | "booking_id" | "party_size" | "lapses_at"> & {
  booking_id?: string;
  prefers?: ChosenNeed[];
  wants?: ServedNeeds;
  only_wanted?: boolean;
};

/**
 * Chooses the resources that serve the needs of a claim's service (find_needs); none for a service
 * without needs. `propose`: without locks, so the claim may still be refused with `need_lost`;
 * `choose`: with all of needResources locked. Throws slot_unavailable: need_taken, which names what
 * is taken unless `isGuest` and guests don't see it; validation_failed for a wanted resource that
 * can't serve its need.
 */
export async function findNeeds(
  db: Sql,
  claim: NeedsClaim,
  mode: "propose" | "choose",
  isGuest: boolean,
): Promise<ChosenNeed[]> {
  const found = await db.query<Found>(
    prepared(
      sql`select refusal, name, shown, needs from find_needs(${claim.tenant_id}::uuid, ${JSON.stringify(claim)}::jsonb, ${mode}::text)`,
    ),
  );
  const { refusal, name, shown, needs } = found.rows[0]!; // one row by construction
  if (refusal === "need_unfit") throw unfitNeed();
  if (refusal === "need_closed") throw needTaken(name ?? "", "closed");
  if (refusal === "need_taken" && name !== null && (shown || !isGuest)) throw needTaken(name);
  if (refusal !== null) throw slotUnavailable(refusal);
  return needs.map(({ no, resource_id, name: of, shown: isShown }) => ({
    no,
    resource_id,
    name: of,
    shown: isShown,
  }));
}

export function unfitNeed(): AppError {
  return invalidField(
    "needs",
    "This resource can't serve that need. Choose the one that the service needs, or one of its group.",
    "unknown",
  );
}

function needTaken(need: string, state: "taken" | "closed" = "taken"): AppError {
  return new AppError("slot_unavailable", `${need} is ${state} at that time. Choose another one.`, {
    details: { reason: "need_taken", need },
  });
}

/**
 * Claims what findNeeds chose for the wanted needs of a booking, under the locks of needResources.
 * Throws slot_unavailable (need_taken).
 */
export async function claimNeeds(
  db: Sql,
  claim: NeedsClaim & { needs: ChosenNeed[]; lapses_at: Date | null },
): Promise<void> {
  const result = await db.query<{ outcome: "ok" | "need_lost" }>(
    prepared(
      sql`select claim_needs(${claim.tenant_id}::uuid, ${JSON.stringify(claim)}::jsonb) as outcome`,
    ),
  );
  const { outcome } = result.rows[0]!; // one row by construction
  if (outcome !== "ok") throw slotUnavailable(outcome);
}

/** Releases what serves some needs of a booking: one row for each resource. Needs their locks. */
export async function releaseNeeds(
  db: Sql,
  tenantId: string,
  bookingId: string,
  nos: number[],
): Promise<ReleasedSeats[]> {
  const released = await db.query<ReleasedSeats>(
    prepared(
      sql`select resource_id, occupies_from, occupies_to from release_some_needs(${tenantId}::uuid, ${bookingId}::uuid, null, ${nos}::int[])`,
    ),
  );
  return released.rows;
}

/**
 * The resources that can serve the needs of these services: to be locked with a booking's own, in
 * the order of their ids.
 */
async function needResources(
  db: Sql,
  tenantId: string,
  scheduleIds: readonly string[],
): Promise<string[]> {
  const found = await db.query<{ id: string }>(
    prepared(sql`
      select n.resource_id as id from service_need n
        where n.tenant_id = ${tenantId}::uuid and n.schedule_id = any(${[...scheduleIds]}::uuid[]) and n.resource_id is not null
      union select m.resource_id from service_need n
        join resource_group_member m on m.tenant_id = ${tenantId}::uuid and m.group_id = n.group_id
        where n.tenant_id = ${tenantId}::uuid and n.schedule_id = any(${[...scheduleIds]}::uuid[])`),
  );
  return found.rows.map(({ id }) => id);
}

/** How far a need reaches beyond the time of its booking, in ms (service_need_range_check). */
const REACH_MS = 480 * 60_000;

/**
 * Locks resources together with all that can serve the needs of these services, in the order of
 * their ids. Returns the locks of the needs; `has_lapsed` is about the time that they may take.
 */
export async function lockNeeds(
  db: Sql,
  tenantId: string,
  {
    resource_ids,
    schedule_ids,
    time,
  }: {
    resource_ids: string[];
    schedule_ids: string[];
    time: { occupies_from: Date; occupies_to: Date };
  },
): Promise<Map<string, LockedResource>> {
  const needed = await needResources(db, tenantId, schedule_ids);
  await lockAll(db, tenantId, [...resource_ids, ...needed]);
  const from = new Date(time.occupies_from.getTime() - REACH_MS);
  const to = new Date(time.occupies_to.getTime() + REACH_MS);
  const found = await db.query<LockedResource & { id: string }>(
    prepared(sql`
      select r.id, r.capacity, r.longest_minutes, clock_timestamp() as db_now,
        exists (select from claim c where c.tenant_id = ${tenantId}::uuid and c.resource_id = r.id and c.starts_at < ${to}::timestamptz
          and c.ends_at > ${from}::timestamptz and c.starts_at > ${from}::timestamptz - interval '2 days' -- no claim is longer (claim_time_check)
          and c.lapses_at <= clock_timestamp()) as has_lapsed
      from resource r where r.tenant_id = ${tenantId}::uuid and r.id = any(${[...needed, ...resource_ids]}::uuid[])`),
  );
  return new Map(found.rows.map(({ id, ...lock }) => [id, lock]));
}

/** Locks resources in the order of their ids. */
async function lockAll(db: Sql, tenantId: string, ids: string[]): Promise<void> {
  await db.query(
    prepared(
      sql`select from resource where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[]) order by id for no key update`,
    ),
  );
}

/**
 * Locks what can serve the needs of a service, unless another transaction has locked any of it:
 * false. For callers that have locks already, out of order.
 */
export async function tryLockNeeds(
  db: Sql,
  tenantId: string,
  scheduleId: string,
): Promise<boolean> {
  const needed = await needResources(db, tenantId, [scheduleId]);
  const locked = await db.query(
    prepared(
      sql`select id from resource where tenant_id = ${tenantId}::uuid and id = any(${needed}::uuid[]) order by id for no key update skip locked`,
    ),
  );
  return locked.rowCount === needed.length;
}

/**
 * The same for all services of some resources, with what the upcoming bookings there have taken:
 * for changes of several bookings.
 */
export async function needResourcesOf(
  db: Sql,
  tenantId: string,
  resourceIds: readonly string[],
): Promise<string[]> {
  const found = await db.query<{ schedule_id: string }>(
    prepared(sql`
      select distinct sc.id as schedule_id from schedule_resource sr
      join schedule sc on sc.tenant_id = ${tenantId}::uuid and sc.id = sr.schedule_id and sc.has_needs
      where sr.tenant_id = ${tenantId}::uuid and sr.resource_id = any(${[...resourceIds]}::uuid[])`),
  );
  const taken = await db.query<{ id: string }>(
    prepared(sql`
      select distinct k.resource_id as id from booking b
      join claim k on k.tenant_id = ${tenantId}::uuid and k.need_of = b.id
      where b.tenant_id = ${tenantId}::uuid and b.resource_id = any(${[...resourceIds]}::uuid[]) and b.ends_at > now() - interval '1 day'`),
  );
  const served = await needResources(
    db,
    tenantId,
    found.rows.map(({ schedule_id }) => schedule_id),
  );
  return [...new Set([...served, ...taken.rows.map(({ id }) => id)])];
}

/** The names of what a service needs: resources, or groups. */
export async function readNeedNames(tenantId: string, scheduleId: string): Promise<string[]> {
  const found = await pool.query<{ name: string }>(
    prepared(sql`
      select coalesce(g.name, r.name) as name from service_need n
      left join resource_group g on g.tenant_id = ${tenantId}::uuid and g.id = n.group_id
      left join resource r on r.tenant_id = ${tenantId}::uuid and r.id = n.resource_id
      where n.tenant_id = ${tenantId}::uuid and n.schedule_id = ${scheduleId}::uuid order by n.no`),
  );
  return found.rows.map(({ name }) => name);
}

/** What can serve a need of a service, to be joined with its taken time. */
export interface NeedPool {
  schedule_id: string;
  no: number;
  seats: number;
  minutes_before: number;
  minutes_after: number;
  resources: { id: string; capacity: number }[];
}

/** The active resources that can serve the needs of these services. */
export async function readNeedPools(
  db: Sql,
  tenantId: string,
  scheduleIds: readonly string[],
): Promise<NeedPool[]> {
  const found = await db.query<NeedPool>(
    prepared(sql`
      select n.schedule_id, n.no, n.seats, n.minutes_before, n.minutes_after,
        coalesce(json_agg(json_build_object('id', p.id, 'capacity', p.capacity)) filter (where p.id is not null), '[]') as resources
      from service_need n
      left join resource_group_member m on m.tenant_id = ${tenantId}::uuid and m.group_id = n.group_id
      left join resource p on p.tenant_id = ${tenantId}::uuid and p.id = coalesce(n.resource_id, m.resource_id) and p.active
      where n.tenant_id = ${tenantId}::uuid and n.schedule_id = any(${[...scheduleIds]}::uuid[])
      group by n.schedule_id, n.no, n.seats, n.minutes_before, n.minutes_after`),
  );
  return found.rows;
}

/** A resource that can serve a need of a booking, at its time. */
export interface NeedChoice {
  no: number;
  resource_id: string;
  name: string;
  is_free: boolean;
}

/**
 * The active resources that can serve each need of a booking's service, in the group's order, and
 * whether they are free at its time; with `only`, those alone.
 */
export async function readNeedChoices(
  tenantId: string,
  bookingId: string,
  only: string[] | null,
): Promise<NeedChoice[]> {
  const found = await pool.query<NeedChoice>(
    prepared(sql`
      select c.no, c.resource_id, c.name, c.is_free
      from need_choices(${tenantId}::uuid, ${bookingId}::uuid, ${only}::uuid[]) c limit ${MOST_CHOICES}`),
  );
  return found.rows;
}

const MOST_CHOICES = 200;
