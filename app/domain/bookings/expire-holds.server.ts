import sql from "sql-template-tag";
import { clock } from "~/lib/clock";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { visitTenants } from "~/lib/tenant-round.server";
import type { SystemActor, Tenant } from "../identity/actor";
import { findTenant } from "../tenants/find-tenant.server";
import { applyTransition } from "./apply-transition.server";
import { type LockedResource, lockResource } from "./claim-seats.sql.server";
import { loadBooking } from "./load-booking.sql.server";
import { tenantsWithLapsedHolds } from "./tenants-with-lapsed-holds.server";

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

/** Ends lapsed holds everywhere, tenant by tenant. Returns how many ended. */
export function sweepHolds(): Promise<number> {
  return visitTenants("holds", tenantsWithLapsedHolds, expireHoldsOf);
}

/** Ends a tenant's lapsed holds, one transaction per resource. Returns how many ended. */
async function expireHoldsOf(tenantId: string): Promise<number> {
  const tenant = await findTenant(tenantId);
  if (tenant === null) return 0;
  const due = await pool.query<{ resource_id: string }>(
    sql`select distinct resource_id from booking where tenant_id = ${tenantId} and status = 'pending' and expires_at <= clock_timestamp()`,
  );
  let ended = 0;
  for (const { resource_id } of due.rows)
    ended += await transaction(async (db) => {
      const now = clock.date();
      const lock = await lockResource(db, { tenant_id: tenantId, resource_id, occupies_from: now, occupies_to: now });
      return expireHolds(db, tenant, resource_id, lock);
    });
  return ended;
}
