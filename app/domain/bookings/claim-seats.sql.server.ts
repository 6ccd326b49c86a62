import sql, { empty, type Sql as Part } from "sql-template-tag";
import { AppError, notFound } from "~/lib/app-error";
import { prepared, type Sql, transactionAtOnce } from "~/lib/db.server";
import type { NamedStatement } from "~/lib/statement-batch.server";
import { judgeTicket, type IdempotencyTicket, type KeptAnswer, ticketLock } from "~/lib/idempotency.server";

/** The seats one booking needs: `party_size` lanes below `capacity` over [occupies_from, occupies_to), buffers included. */
export interface SeatClaim {
  tenant_id: string;
  resource_id: string;
  booking_id: string;
  occupies_from: Date;
  occupies_to: Date;
  capacity: number;
  party_size: number;
  /** When a hold ends by itself; null for good. */
  lapses_at: Date | null;
  /** The slot that must still be open, when one was chosen. */
  slot_id: string | null;
  /** At most `max` live bookings of this schedule on this resource on the local day of `starts_at`. */
  daily: { schedule_id: string; max: number; starts_at: Date; time_zone: string } | null;
  /** Seats beyond the capacity are taken when the lanes below it are full (override; the caller has checked the right). */
  over_capacity: boolean;
}

/** What the lock brings along: the database's clock, and how far around a time this resource's slots and claims reach. */
export interface LockedResource {
  capacity: number;
  longest_minutes: number;
  db_now: Date;
  has_lapsed: boolean;
}

/** How many lanes an override may open above the capacity. */
const OVERRIDE_LANES = 500;

/**
 * Queues this transaction for one resource: bookings, moves, releases and slot generation of a resource run one after another.
 * Takes the caller's Idempotency-Key in the same trip. Throws not_found (gone or archived) and what judgeTicket throws.
 */
export async function lockResource(
  db: Sql,
  claim: Pick<SeatClaim, "tenant_id" | "resource_id" | "occupies_from" | "occupies_to">,
  ticket: IdempotencyTicket | null = null,
): Promise<LockedResource> {
  const turn =
    ticket === null
      ? sql`select true as mine`
      : sql`select pg_try_advisory_xact_lock(${ticketLock(ticket)}::bigint) as mine`;
  const kept =
    ticket === null
      ? sql`select null::bytea as fingerprint, null::int as status, null::text as body where false`
      : sql`select fingerprint, status, body from idempotency_key
            where tenant_id = ${ticket.tenant_id} and route = ${ticket.route} and key = ${ticket.key}`;
  const result = await db.query<Partial<LockedResource> & { mine: boolean } & Partial<KeptAnswer>>(
    prepared(sql`
      with turn as materialized (${turn}),
      kept as materialized (${kept}),
      locked as (
        update resource set slots_version = slots_version + 1, longest_minutes = greatest(longest_minutes, ${minutesOf(claim)}::int)
        where tenant_id = ${claim.tenant_id} and id = ${claim.resource_id} and (select mine from turn) and not exists (select 1 from kept)
        returning capacity, longest_minutes, clock_timestamp() as db_now,
          exists (select 1 from claim where tenant_id = ${claim.tenant_id} and resource_id = ${claim.resource_id}
            and lapses_at <= clock_timestamp() and starts_at < ${claim.occupies_to} and ends_at > ${claim.occupies_from}) as has_lapsed)
      select turn.mine, kept.fingerprint, kept.status, kept.body, locked.*
      from turn left join kept on true left join locked on true`),
  );
  const row = result.rows[0];
  if (ticket !== null)
    judgeTicket(ticket, row?.mine ?? false, row?.fingerprint ? (row as unknown as KeptAnswer) : null); // a left join: all or none
  if (row?.capacity === undefined || row.capacity === null) throw notFound();
  return row as unknown as LockedResource; // the columns of `locked`, present as just checked
}

/**
 * The one door to a seat: dashboard, widget, move, approval and late payment all come through this statement, holding the resource's
 * lock. It finds free lanes, takes them, runs `also` (parts that see `ok`, a row only when the seats are had) and recounts
 * `slot.taken` of every slot the claim touches. `allowed` is what else must hold; `longest` the resource's longest_minutes.
 */
function claimStatement(claim: SeatClaim, longest: Part, allowed: Part, also: Part[]): NamedStatement {
  const { tenant_id, resource_id, occupies_from: from, occupies_to: to } = claim;
  const lanes = claim.over_capacity ? claim.capacity + OVERRIDE_LANES : claim.capacity;
  return prepared(sql`
    with reach as materialized (select ${longest} * interval '1 minute' as minutes),
    near as materialized (
      select lane, starts_at, ends_at, lapses_at from claim
      where tenant_id = ${tenant_id} and resource_id = ${resource_id} and booking_id <> ${claim.booking_id}
        and starts_at < ${to}::timestamptz + (select minutes from reach) and starts_at > ${from}::timestamptz - 2 * (select minutes from reach)
        and ends_at > ${from}::timestamptz - (select minutes from reach)),
    in_the_way as materialized (select lane, lapses_at from near where starts_at < ${to} and ends_at > ${from}),
    free as materialized (
      select lane from generate_series(0, ${lanes}::int - 1) lane
      where lane not in (select lane from in_the_way) order by lane limit ${claim.party_size}),
    asked as materialized (
      select ${slotIsOpen(claim)} as open, ${underLimit(claim)} as under_limit, ${allowed} as allowed,
        exists (select 1 from in_the_way where lapses_at <= clock_timestamp()) as has_lapsed),
    ok as materialized (select 1 from asked where open and under_limit and allowed and (select count(*) from free) = ${claim.party_size}),
    new_claims as (
      insert into claim (tenant_id, resource_id, lane, booking_id, starts_at, ends_at, lapses_at)
      select ${tenant_id}::uuid, ${resource_id}::uuid, lane, ${claim.booking_id}::uuid, ${from}::timestamptz, ${to}::timestamptz, ${claim.lapses_at}::timestamptz
      from free where exists (select 1 from ok)),
    recounted as (
      update slot s set taken = (
        select count(distinct lane) from (
          select lane from near n where n.starts_at < s.occupies_to and n.ends_at > s.occupies_from
          union all select lane from free) used where lane < s.capacity)
      where exists (select 1 from ok) and s.tenant_id = ${tenant_id} and s.resource_id = ${resource_id}
        and s.starts_at < ${to}::timestamptz + (select minutes from reach) and s.starts_at > ${from}::timestamptz - (select minutes from reach)
        and s.occupies_from < ${to} and s.occupies_to > ${from})
    ${also.length === 0 ? empty : also.reduce((parts, part) => sql`${parts}, ${part}`, empty)}
    select exists (select 1 from ok) as had, asked.* from asked`);
}

interface ClaimResult {
  had: boolean;
  open: boolean;
  under_limit: boolean;
  allowed: boolean | null;
  /** Whether a hold that has ended is in the way and only has to be cleared. */
  has_lapsed: boolean;
}

const refusalOf = ({ open, under_limit }: ClaimResult) =>
  slotUnavailable(!open ? "closed" : !under_limit ? "daily_limit" : "full");

/** Claims seats within the caller's transaction. Throws slot_unavailable with `details.reason`: full, closed or daily_limit. */
export async function claimSeats(db: Sql, claim: SeatClaim, lock: LockedResource, also: Part[]): Promise<void> {
  const statement = claimStatement(claim, sql`${lock.longest_minutes}::int`, sql`true`, also);
  const result = await db.query<ClaimResult>(statement);
  const [asked] = result.rows as [ClaimResult]; // one row by construction
  if (!asked.had) throw refusalOf(asked);
}

/**
 * Lock, claim and commit in one trip, so that a resource is locked for no longer than the database works. False when somebody must
 * look closer and nothing was taken: the resource is gone, a hold that has ended is in the way, or the caller's Idempotency-Key has
 * an answer already. Throws slot_unavailable as claimSeats does.
 */
export async function claimAtOnce(claim: SeatClaim, ticket: IdempotencyTicket | null, also: Part[]): Promise<boolean> {
  const { tenant_id, resource_id } = claim;
  const isKept =
    ticket === null
      ? sql`false`
      : sql`exists (select 1 from idempotency_key where tenant_id = ${tenant_id} and route = ${ticket.route} and key = ${ticket.key})`;
  const lock = prepared(sql`
    update resource set slots_version = slots_version + 1, longest_minutes = greatest(longest_minutes, ${minutesOf(claim)}::int)
    where tenant_id = ${tenant_id} and id = ${resource_id}`);
  // A statement of its own, so that it sees what was committed while the lock was waited for.
  const longest = sql`(select longest_minutes from resource where tenant_id = ${tenant_id} and id = ${resource_id})`;
  const [, claimed] = await transactionAtOnce([lock, claimStatement(claim, longest, sql`not ${isKept}`, also)]);
  const [asked] = claimed!.rows as [ClaimResult]; // one answer for each statement, one row by construction
  if (asked.had) return true;
  if (asked.has_lapsed || !asked.allowed) return false;
  throw refusalOf(asked);
}

const minutesOf = ({ occupies_from, occupies_to }: Pick<SeatClaim, "occupies_from" | "occupies_to">) =>
  Math.ceil((occupies_to.getTime() - occupies_from.getTime()) / 60_000);

function slotIsOpen(claim: SeatClaim): Part {
  if (claim.slot_id === null) return sql`true`;
  return sql`exists (select 1 from slot where tenant_id = ${claim.tenant_id} and id = ${claim.slot_id} and status = 'open'
    and occupies_from = ${claim.occupies_from} and occupies_to = ${claim.occupies_to})`;
}

function underLimit({ tenant_id, resource_id, booking_id, daily }: SeatClaim): Part {
  if (daily === null) return sql`true`;
  const day = sql`date_trunc('day', ${daily.starts_at}::timestamptz at time zone ${daily.time_zone})`;
  return sql`(select count(*) from booking where tenant_id = ${tenant_id} and resource_id = ${resource_id}
    and schedule_id = ${daily.schedule_id} and id <> ${booking_id} and status not in ('cancelled', 'refunded', 'expired')
    and starts_at >= ${day} at time zone ${daily.time_zone}
    and starts_at < (${day} + interval '1 day') at time zone ${daily.time_zone}) < ${daily.max}`;
}

export function slotUnavailable(reason: string): AppError {
  const message = {
    full: "That time has just been booked by someone else.",
    closed: "That time is not offered any more.",
    daily_limit: "That day is fully booked.",
  }[reason];
  return new AppError("slot_unavailable", message ?? "That time cannot be booked.", { details: { reason } });
}

/** Recounts `slot.taken` around [from, to) from the claims as they are now, after seats were given back. Needs the resource's lock. */
export async function recountTaken(
  db: Sql,
  at: { tenant_id: string; resource_id: string; occupies_from: Date; occupies_to: Date },
  longestMinutes: number,
): Promise<void> {
  const reach = sql`${longestMinutes}::int * interval '1 minute'`;
  await db.query(
    prepared(sql`
      update slot s set taken = (
        select count(distinct c.lane) from claim c
        where c.tenant_id = s.tenant_id and c.resource_id = s.resource_id and c.lane < s.capacity
          and c.starts_at < s.occupies_to and c.ends_at > s.occupies_from and c.starts_at > s.occupies_from - ${reach})
      where s.tenant_id = ${at.tenant_id} and s.resource_id = ${at.resource_id}
        and s.starts_at < ${at.occupies_to}::timestamptz + ${reach} and s.starts_at > ${at.occupies_from}::timestamptz - ${reach}
        and s.occupies_from < ${at.occupies_to} and s.occupies_to > ${at.occupies_from}`),
  );
}
