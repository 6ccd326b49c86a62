import sql from "sql-template-tag";
import { HOLD_MINUTES, MAX_HOLDS_PER_VISITOR } from "~/contract/limits";
import { sha256 } from "~/lib/crypto.server";
import { prepared, type Sql } from "~/lib/db.server";
import type { ClaimRefusal, NamedHold, SeatClaim } from "./claim-seats.sql.server";

/** Identifies a hold by the hash of its token and the key it was taken with. */
export function namedHold(apiKeyId: string, token: string): NamedHold {
  return { token_hash: sha256(token).toString("hex"), api_key_id: apiKeyId };
}

/** A hold to be placed. */
export interface NewHold extends NamedHold {
  id: string;
  slot_id: string;
  /** The visitor's network, as hex of a hash: the number of holds is limited by it. */
  client_hash: string;
  /** The terms the visitor was shown (HeldTerms). */
  terms: unknown;
  minutes: number;
}

/** `gone`: the resource does not exist; `too_many`: the limit on simultaneous holds is reached. */
export type HoldPlaced =
  { outcome: "ok"; ends_at: Date } | { outcome: "gone" | "too_many" | ClaimRefusal; ends_at: null };

/**
 * Takes seats for a visitor (visitor-hold.sql), and gives up the hold named by `claim.hold`. Any
 * result other than "ok" means nothing was changed.
 */
export async function placeHold(
  db: Sql,
  claim: Omit<SeatClaim, "booking_id">,
  hold: NewHold,
): Promise<HoldPlaced> {
  const claimed = JSON.stringify({ ...claim, hold_id: hold.id });
  const wanted = JSON.stringify({
    ...hold,
    minutes_in_all: HOLD_MINUTES,
    most_of_client: MAX_HOLDS_PER_VISITOR,
  });
  const placed = await db.query<HoldPlaced>(
    prepared(
      sql`select said as outcome, ends_at from place_hold(${claim.tenant_id}::uuid, ${claimed}::jsonb, ${wanted}::jsonb)`,
    ),
  );
  return placed.rows[0]!; // one row by construction
}

/** Releases a visitor's hold; a no-op if there is none. */
export async function releaseVisitorHold(
  db: Sql,
  tenantId: string,
  hold: NamedHold,
): Promise<void> {
  await db.query(
    prepared(sql`select release_hold(${tenantId}::uuid, ${JSON.stringify(hold)}::jsonb)`),
  );
}

/**
 * Clears the lapsed visitors' holds of a resource, and lapsed claims of needs on it unless they are
 * of the booking `except`; returns how many. Needs the resource's lock.
 */
export async function endLapsedHolds(
  db: Sql,
  tenantId: string,
  resourceId: string,
  except: string | null,
): Promise<number> {
  const ended = await db.query<{ ended: number }>(
    prepared(
      sql`select end_lapsed_holds(${tenantId}::uuid, ${resourceId}::uuid)
            + end_lapsed_needs(${tenantId}::uuid, ${resourceId}::uuid, ${except}::uuid) as ended`,
    ),
  );
  return ended.rows[0]!.ended; // one row by construction
}
