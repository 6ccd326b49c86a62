import sql from "sql-template-tag";
import { clock } from "~/lib/clock";
import { pool, type Sql, transaction } from "~/lib/db.server";
import type { SystemActor, Tenant } from "../identity/actor";
import { type LockedResource, lockResource } from "../seats/lock-resource.server";
import { findTenant } from "../identity/find-tenant.server";
import { applyTransition } from "./apply-transition.server";
import { loadBooking } from "./load-booking.sql.server";

const REASON = {
  payment: "payment_expired",
  approval: "approval_expired",
  verification: "verification_expired",
  offer: "offer_expired",
} as const;

/**
 * Ends the holds of one resource that have lapsed by the database's clock: booking expired, seats free, booking.cancelled written.
 * Runs inside a booking's transaction (it may be in the way) or the sweep's; needs the resource's lock. Returns how many ended.
 */
export async function expireHolds(db: Sql, tenant: Tenant, resourceId: string, lock: LockedResource): Promise<number> {
  const lapsed = await db.query<{ id: string }>(
    sql`select id from booking where tenant_id = ${tenant.id} and resource_id = ${resourceId} and status = 'pending'
        and expires_at <= clock_timestamp() order by id for update`,
  );
  const actor: SystemActor = { kind: "system", tenant, request_id: null };
  for (const { id } of lapsed.rows) {
    const loaded = await loadBooking(db, tenant.id, id, true);
    const reason = loaded.row.pending_reason === null ? "hold_expired" : REASON[loaded.row.pending_reason];
    const change = { status: "expired", cancelled_by: "system", cancel_reason_code: reason } as const;
    await applyTransition(db, actor, loaded, change, ["booking.cancelled"], lock, lock.db_now);
  }
  return lapsed.rows.length;
}

/** Ends lapsed holds everywhere, one transaction per resource; at most `limit` resources a run. Returns how many holds ended. */
export async function sweepHolds(limit = 200): Promise<number> {
  const due = await pool.query<{ tenant_id: string; resource_id: string }>(
    sql`select distinct tenant_id, resource_id from booking
        where status = 'pending' and expires_at <= clock_timestamp() limit ${limit}`,
  );
  let ended = 0;
  for (const { tenant_id, resource_id } of due.rows) {
    const tenant = await findTenant(tenant_id);
    if (tenant === null) continue;
    ended += await transaction(async (db) => {
      const now = clock.date();
      const lock = await lockResource(db, { tenant_id, resource_id, occupies_from: now, occupies_to: now });
      return expireHolds(db, tenant, resource_id, lock);
    });
  }
  return ended;
}
