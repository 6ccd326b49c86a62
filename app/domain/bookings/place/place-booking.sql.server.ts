import sql from "sql-template-tag";
import { prepared, type Sql } from "~/lib/db.server";
import type { ClaimRefusal, SeatClaim } from "../../seats/claim-seats.sql.server";
import type { BookingRow } from "../read/booking-row";

/**
 * `answered`: the Idempotency-Key has an answer already; `gone`: the resource was deleted;
 * `unproven`: the visitor must verify their email address first.
 */
export type Placed = "ok" | "answered" | "gone" | "unproven" | LinkRefusal | ClaimRefusal;
/** Why its booking link no longer accepts bookings (booking-link.sql). */
export type LinkRefusal = "link_used_up" | "link_expired" | "link_ended";

/** The input of place_booking (place-booking.sql); `events`, `audit` and `answer` as JSON. */
export interface BookingToPlace {
  claim: SeatClaim;
  row: BookingRow;
  customer: {
    is_known: boolean;
    corrects: boolean;
    locale?: string | null | undefined;
    time_zone?: string | null | undefined;
    livemode: boolean;
    /** How many unverified bookings the company accepts a day; null: no limit. */
    most_unproven: number | null;
  };
  events: string;
  audit: string;
  answer: string | null;
}

/** The second round trip of a booking. Any result other than "ok" means nothing was changed. */
export async function insertBooking(
  db: Sql,
  { claim, row, customer, events, audit, answer }: BookingToPlace,
): Promise<Placed> {
  const placed = await db.query<{ outcome: Placed }>(
    prepared(sql`
      select place_booking(${row.tenant_id}::uuid, ${JSON.stringify(claim)}::jsonb, ${JSON.stringify(row)}::jsonb,
        ${JSON.stringify(customer)}::jsonb, ${events}::jsonb, ${audit}::jsonb, ${answer}::jsonb) as outcome`),
  );
  return placed.rows[0]!.outcome; // one row by construction
}
