import { clock } from "~/lib/clock";
import { type Sql, transaction } from "~/lib/db.server";
import { visitTenants } from "~/lib/tenant-round.server";
import type { SystemActor, Tenant } from "../../identity/actor";
import { changeBooking } from "./apply-decision.server";
import { type LockedResource, lockResource } from "../../seats/lock-resource.sql.server";
import { endLapsedHolds } from "../../seats/visitor-hold.sql.server";
import { findTenant } from "../../identity/find-tenant.sql.server";
import { lockLapsed, resourcesWithLapsed } from "./lapsed-holds.sql.server";
import { loadBooking } from "../read/load-booking.sql.server";
import { tenantsWithLapsedHolds } from "./tenants-with-lapsed-holds.sql.server";

/**
 * Ends the lapsed holds of one resource, by the database's clock: visitors' holds, and pending
 * bookings, which expire with their seats freed and booking.cancelled written. Skips the booking
 * `except`. Needs on other resources are released where those aren't locked (release_needs). Runs in a booking's transaction (they may block it) or in the sweep's; needs the
 * resource's lock. Returns how many ended.
 */
export async function expireHolds(
  db: Sql,
  tenant: Tenant,
  resourceId: string,
  lock: LockedResource,
  except: string | null = null,
): Promise<number> {
  const ended = await endLapsedHolds(db, tenant.id, resourceId, except);
  const lapsed = await lockLapsed(db, tenant.id, resourceId, except);
  const actor: SystemActor = { kind: "system", tenant, request_id: null };
  const locks = new Map([[resourceId, lock]]);
  for (const { id, now } of lapsed) {
    const loaded = await loadBooking(db, tenant.id, id, true);
    await changeBooking(db, actor, { loaded, locks, now }, { type: "become", to: "expired" });
  }
  return ended + lapsed.length;
}

/** Ends lapsed holds everywhere, tenant by tenant. Returns how many ended. */
export function sweepHolds(): Promise<number> {
  return visitTenants("holds", tenantsWithLapsedHolds, expireHoldsOf);
}

/** Ends a tenant's lapsed holds, one transaction per resource. Returns how many ended. */
async function expireHoldsOf(tenantId: string): Promise<number> {
  const tenant = await findTenant(tenantId);
  if (tenant === null) return 0;
  let ended = 0;
  for (const resource_id of await resourcesWithLapsed(tenantId))
    ended += await transaction(async (db) => {
      const now = clock.date();
      const lock = await lockResource(db, {
        tenant_id: tenantId,
        resource_id,
        occupies_from: now,
        occupies_to: now,
      });
      return expireHolds(db, tenant, resource_id, lock);
    });
  return ended;
}
