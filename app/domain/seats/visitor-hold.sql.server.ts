import sql from "sql-template-tag";
import { HOLD_MINUTES, MOST_HOLDS_PER_VISITOR } from "~/contract/limits";
import { sha256 } from "~/lib/crypto.server";
import { prepared, type Sql } from "~/lib/db.server";
import type { ClaimRefusal, NamedHold, SeatClaim } from "./claim-seats.sql.server";

/** A hold as the database knows it: by the hash of its token, and for the key it was taken with alone. */
export function namedHold(apiKeyId: string, token: string): NamedHold {
  return { token_hash: sha256(token).toString("hex"), api_key_id: apiKeyId };
}

/** A hold that is to be placed. */
export interface NewHold extends NamedHold {
  id: string;
  slot_id: string;
  /** Where the visitor is, hex of a hash: what the number of holds is counted by. */
  client_hash: string;
  /** What the visitor was shown (HeldTerms). */
  terms: unknown;
  minutes: number;
}

/** `gone`: there is no such resource; `too_many`: as much is held as may be at one time. */
export type HoldPlaced =
  { said: "ok"; ends_at: Date } | { said: "gone" | "too_many" | ClaimRefusal; ends_at: null };

/** Takes seats for a visitor (visitor-hold.sql), and gives up the hold that `claim.hold` names. Whatever is not "ok" has changed nothing. */
export async function placeHold(
  db: Sql,
  claim: Omit<SeatClaim, "booking_id">,
  hold: NewHold,
): Promise<HoldPlaced> {
  const claimed = JSON.stringify({ ...claim, hold_id: hold.id });
  const wanted = JSON.stringify({
    ...hold,
    minutes_in_all: HOLD_MINUTES,
    most_of_client: MOST_HOLDS_PER_VISITOR,
  });
  const placed = await db.query<HoldPlaced>(
    prepared(
      sql`select said, ends_at from place_hold(${claim.tenant_id}::uuid, ${claimed}::jsonb, ${wanted}::jsonb)`,
    ),
  );
  return placed.rows[0]!; // one row by construction
}

/** Gives a visitor's hold back; nothing happens where there is none. */
export async function releaseVisitorHold(
  db: Sql,
  tenantId: string,
  hold: NamedHold,
): Promise<void> {
  await db.query(
    prepared(sql`select release_hold(${tenantId}::uuid, ${JSON.stringify(hold)}::jsonb)`),
  );
}

/** Clears the visitors' holds on a resource that have lapsed; how many. Needs the resource's lock. */
export async function endLapsedHolds(
  db: Sql,
  tenantId: string,
  resourceId: string,
): Promise<number> {
  const ended = await db.query<{ ended: number }>(
    prepared(sql`select end_lapsed_holds(${tenantId}::uuid, ${resourceId}::uuid) as ended`),
  );
  return ended.rows[0]!.ended; // one row by construction
}
