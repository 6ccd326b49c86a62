import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import type { StaffActor, SystemActor } from "~/domain/identity/actor";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
import { addDays, localDateOf } from "~/lib/time";
import { aCustomer } from "./factory";

// Database queries and calls for booking tests.

export interface SlotRow {
  id: string;
  resource_id: string;
  schedule_id: string;
  starts_at: Date;
  ends_at: Date;
  occupies_from: Date;
  occupies_to: Date;
  capacity: number;
  taken: number;
  status: string;
  origin: string;
  price_amount: number | null;
}

/** A schedule's slots ordered by time; only one resource's if given. */
export async function slotsOf(scheduleId: string, resourceId?: string): Promise<SlotRow[]> {
  const found = await pool.query<SlotRow>(
    `select * from slot where schedule_id = $1 and ($2::uuid is null or resource_id = $2) order by starts_at, resource_id`,
    [scheduleId, resourceId],
  );
  return found.rows;
}

/**
 * Slots from the day (UTC) that is `days` days ahead: the first is the first of its day and the
 * next ones follow on the same day, whatever the time of the test.
 */
export async function slotsAfter(
  days: number,
  scheduleId: string,
  resourceId?: string,
): Promise<SlotRow[]> {
  const date = addDays(localDateOf(clock.now(), "UTC"), days + 1);
  return (await slotsOf(scheduleId, resourceId)).filter(
    ({ starts_at }) => starts_at.toISOString() > date,
  );
}

/** Books as the dashboard does. */
export function book(actor: StaffActor, slot_id: string, more: Record<string, unknown> = {}) {
  return createBooking(actor, NewBooking.parse({ slot_id, customer: aCustomer(), ...more }), null);
}

/** The code of an expected refusal, or the result. */
export async function outcome<T>(promise: Promise<T>): Promise<T | string> {
  return promise.catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
}

/** The types of a booking's events in order; fails if their sequence has a gap. */
export async function eventTypes(bookingId: string): Promise<string[]> {
  const found = await pool.query<{ type: string; sequence: number }>(
    "select type, sequence from event where booking_id = $1 order by sequence",
    [bookingId],
  );
  if (found.rows.some((row, index) => row.sequence !== index + 1))
    throw new Error("The sequence of events has a gap.");
  return found.rows.map((row) => row.type.replace("booking.", ""));
}

export interface ClaimRow {
  resource_id: string;
  lane: number;
  starts_at: Date;
  ends_at: Date;
  lapses_at: Date | null;
}

/** A booking's claims by lane. */
export async function claimsOf(bookingId: string): Promise<ClaimRow[]> {
  const found = await pool.query<ClaimRow>(
    "select resource_id, lane, starts_at, ends_at, lapses_at from claim where booking_id = $1 order by lane",
    [bookingId],
  );
  return found.rows;
}

/** The number of a resource's slots whose cached count differs from its claims. */
export async function wrongCounts(resourceId: string): Promise<number> {
  const found = await pool.query<{ wrong: number }>(
    `select count(*)::int as wrong from slot s where s.resource_id = $1 and s.taken <> least(s.capacity, greatest(
       (select count(distinct c.lane) from claim c where c.resource_id = s.resource_id and c.lane < s.capacity and c.block_id is null
         and c.starts_at < s.occupies_to and c.ends_at > s.occupies_from
         and (s.gap_from is null or c.starts_at < s.gap_from or c.ends_at > s.gap_to)),
       (select coalesce(max(at_once), 0) from (
         select count(*) as at_once from claim p
         cross join lateral (select greatest(p.starts_at, s.occupies_from) as first) f
         cross join lateral (select case when f.first >= s.gap_from and f.first < s.gap_to then s.gap_to else f.first end as moment) m
         join claim c on c.resource_id = p.resource_id and c.starts_at <= m.moment and c.ends_at > m.moment
         where p.resource_id = s.resource_id and p.block_id is null and c.block_id is null and p.starts_at < s.occupies_to
           and p.ends_at > s.occupies_from group by p.starts_at, p.lane) at_each_start)))`,
    [resourceId],
  );
  return found.rows[0]!.wrong;
}

/** Sets a booking's status with matching history; without seats if the status holds none. */
export async function putStatus(bookingId: string, status: string): Promise<void> {
  const changed = await pool.query<{ resource_id: string }>(
    `update booking set status = $2, pending_reason = null, expires_at = null where id = $1 returning resource_id`,
    [bookingId, status],
  );
  await pool.query("update claim set lapses_at = null where booking_id = $1", [bookingId]);
  if (!["cancelled", "refunded", "expired"].includes(status)) return;
  await pool.query("delete from claim where booking_id = $1", [bookingId]);
  await pool.query(
    `select recount_slots(tenant_id, id, now() - interval '400 days', now() + interval '1000 days') from resource where id = $1`,
    [changed.rows[0]!.resource_id],
  );
}

/** Captured money of a booking, from its payment row. */
export async function putPayment(
  bookingId: string,
  amount: number,
  status = "paid",
  provider: "offline" | "payprovider" = "offline",
): Promise<void> {
  const made = await pool.query<{ id: string }>(
    `insert into payment (tenant_id, id, booking_id, provider, status, amount, currency, captured_at)
     select tenant_id, gen_random_uuid(), id, $4, $2, $3, 'EUR', now() from booking where id = $1 returning id`,
    [bookingId, status, amount, provider],
  );
  if (status !== "refunded") return;
  await pool.query(
    `insert into refund (tenant_id, id, payment_id, booking_id, idempotency_key, amount, currency, status, reason)
     select tenant_id, gen_random_uuid(), id, booking_id, gen_random_uuid(), amount, currency, 'succeeded', 'requested'
     from payment where booking_id = $1 and id = $2`,
    [bookingId, made.rows[0]!.id],
  );
}

/** Expires a booking's hold one second ago, by the database's clock. */
export async function lapse(bookingId: string): Promise<void> {
  await pool.query(
    "update booking set expires_at = clock_timestamp() - interval '1 second' where id = $1",
    [bookingId],
  );
  await pool.query(
    "update claim set lapses_at = clock_timestamp() - interval '1 second' where booking_id = $1",
    [bookingId],
  );
}

/** A service actor for the tenant of `actor`. */
export const systemOf = ({ tenant }: Pick<StaffActor, "tenant">): SystemActor => ({
  kind: "system",
  tenant,
  request_id: null,
});
