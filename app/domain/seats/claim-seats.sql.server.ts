import { AppError } from "~/lib/app-error";
import { isConstraint, prepared, type Sql } from "~/lib/db.server";
import { countClaim } from "~/lib/metrics.server";
import sql from "sql-template-tag";
import type { SeatRequest } from "./seat-request";

/** A visitor's hold by its token: hex of its SHA-256, and the key it was taken with. */
export interface NamedHold {
  token_hash: string;
  api_key_id: string;
}

/** The seats one booking needs: `party_size` lanes below the requested capacity. */
export interface SeatClaim extends SeatRequest {
  tenant_id: string;
  resource_id: string;
  booking_id: string;
  /** The customer whose limits apply. A hold has none. */
  customer_id?: string | null;
  /** false: a customer whose record is locked by another transaction counts as at their limit. */
  waits_for_customer?: boolean;
  party_size: number;
  /** When a hold expires; null: never. */
  lapses_at: Date | null;
  /** The same visitor's hold: its seats count as free, and it ends when these are taken. */
  hold?: NamedHold | null;
  /** Takes the seats of `hold` without checking closed times or capacity again. */
  is_held?: boolean;
  /**
   * The resources that serve the service's needs (findNeeds), claimed as well. Absent: none, or a
   * booking keeps those it has.
   */
  needs?: ChosenNeed[];
}

/** A resource that a booking takes besides its own, for need `no` of its service. */
export interface ChosenNeed {
  no: number;
  resource_id: string;
  name: string;
  /** Whether the guest sees it. */
  shown: boolean;
}

/**
 * Why a claim was refused; `lapsed`: by a hold that has ended and only needs to be cleared;
 * `hold_ended`: the hold whose seats were to be taken has ended meanwhile; `need_lost`: what was
 * chosen for a need is taken, or the needs have changed: choose again.
 */
export type ClaimRefusal =
  | "hold_ended"
  | "closed"
  | "daily_limit"
  | "weekly_limit"
  | "monthly_limit"
  | "customer_limit"
  | "full"
  | "need_taken"
  | "need_lost"
  | "lapsed";

/**
 * Claims the seats of an existing booking, within the caller's transaction and under the resource's
 * lock. Throws slot_unavailable with `details.reason`: full, closed, or the limit (daily_limit …).
 */
export async function claimSeats(db: Sql, claim: SeatClaim): Promise<void> {
  const result = await db.query<{ outcome: "ok" | ClaimRefusal }>(
    prepared(
      sql`select claim_seats(${claim.tenant_id}::uuid, ${JSON.stringify(claim)}::jsonb) as outcome`,
    ),
  );
  const { outcome } = result.rows[0]!; // one row by construction
  countClaim(outcome);
  if (outcome !== "ok") throw slotUnavailable(outcome);
}

/**
 * Whether a constraint refused two claims of one lane over one time: a path that did not lock the
 * resource.
 */
export function isClash(error: unknown): boolean {
  // Claims with the same start violate the primary key as well.
  return isConstraint(error, "claim_no_overlap") || isConstraint(error, "claim_pkey");
}

/**
 * The error for the caller. The lock should have prevented the constraint's refusal; either way a
 * seat is sold once.
 */
export function seatRefusal(error: unknown): unknown {
  return isClash(error) ? slotUnavailable("full") : error;
}

export function slotUnavailable(reason: ClaimRefusal): AppError {
  const message = {
    hold_ended: "That time is no longer held for you.",
    lapsed: "That time has just been booked by someone else.",
    full: "That time has just been booked by someone else.",
    need_taken: "What this service needs is taken at that time.",
    need_lost: "What this service needs is taken at that time.",
    closed: "That time can no longer be booked. Choose another one.",
    daily_limit: "That day is fully booked.",
    weekly_limit: "That week is fully booked.",
    monthly_limit: "That month is fully booked.",
    customer_limit: "No more bookings of this service can be made with these details for now.",
  }[reason];
  // Other times do not help against a guest's own limit, so none are suggested.
  const details =
    reason === "customer_limit"
      ? { reason, alternatives: [] }
      : { reason: REASONS[reason] ?? reason };
  return new AppError("slot_unavailable", message, { details });
}

/** As what a refusal is reported where callers need not know the difference. */
const REASONS: Partial<Record<ClaimRefusal, ClaimRefusal>> = {
  lapsed: "full",
  hold_ended: "full",
  need_lost: "need_taken",
};

/** The time over which a booking's seats were claimed. */
export interface ReleasedSeats {
  resource_id: string;
  occupies_from: Date;
  occupies_to: Date;
}

/** The time over which a booking's seats are claimed, including buffers; undefined: it has none. */
export async function readClaimedTime(
  db: Sql,
  tenantId: string,
  bookingId: string,
): Promise<{ occupies_from: Date; occupies_to: Date } | undefined> {
  const claimed = await db.query<{ occupies_from: Date; occupies_to: Date }>(
    sql`select c.starts_at as occupies_from, coalesce(
            (select max(k.ends_at) from claim k where k.tenant_id = ${tenantId} and k.need_of = ${bookingId} and k.need_no = 0), c.ends_at) as occupies_to
        from claim c where c.tenant_id = ${tenantId} and c.booking_id = ${bookingId} limit 1`,
  );
  return claimed.rows[0];
}

/**
 * Releases a booking's seats and recounts the affected slots: its own, and unless `keeps_needs`
 * those of its needs. One row for each resource, its own first; none when it had none. Needs the
 * resources' locks.
 */
export async function releaseSeats(
  db: Sql,
  tenantId: string,
  bookingId: string,
  keeps_needs = false,
): Promise<ReleasedSeats[]> {
  const from = keeps_needs ? sql`release_own_seats` : sql`release_seats`;
  const released = await db.query<ReleasedSeats>(
    prepared(
      sql`select resource_id, occupies_from, occupies_to from ${from}(${tenantId}::uuid, ${bookingId}::uuid)`,
    ),
  );
  return released.rows;
}

/**
 * After slots were made, changed or deleted: recounts `slot.taken` around [from, to) from the
 * present claims, and the seats offered on those days. Needs the resource's lock.
 */
export async function recountSlots(
  db: Sql,
  at: { tenant_id: string; resource_id: string; occupies_from: Date; occupies_to: Date },
): Promise<void> {
  const { tenant_id, resource_id, occupies_from: from, occupies_to: to } = at;
  await db.query(
    prepared(
      sql`select recount_slots(${tenant_id}::uuid, ${resource_id}::uuid, ${from}::timestamptz, ${to}::timestamptz)`,
    ),
  );
  await recountDays(db, tenant_id, resource_id, { from, to });
}

/**
 * Recounts what a resource offers on the days of [from, to), and how much of it is booked
 * (resource-day.sql). Needs the resource's lock.
 */
export async function recountDays(
  db: Sql,
  tenantId: string,
  resourceId: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await db.query(
    prepared(
      sql`select recount_days(${tenantId}::uuid, ${resourceId}::uuid, ${from}::timestamptz, ${to}::timestamptz)`,
    ),
  );
}

/**
 * The same for all days from today on, after slots were deleted or are no longer offered. Locks the
 * resource.
 */
export async function recountDaysAhead(
  db: Sql,
  tenantId: string,
  resourceId: string,
): Promise<void> {
  await db.query(prepared(sql`select recount_days_ahead(${tenantId}::uuid, ${resourceId}::uuid)`));
}
