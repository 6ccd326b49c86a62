import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { enqueue } from "~/jobs/queue.server";
import { expireHolds } from "../bookings/change/expire-holds.server";
import { findTenant } from "../identity/find-tenant.sql.server";
import { applyBusyChanges, isBusyToApply } from "../seats/busy-time.sql.server";
import { lockResource } from "../seats/lock-resource.sql.server";
import { readWindow } from "./read-window";

/**
 * Queues applying a resource's busy time, in the transaction that removes its calendars, so that a
 * crash cannot lose it.
 */
export function queueApply(db: Sql, tenantId: string, resourceId: string): Promise<void> {
  return enqueue(
    "calendars.apply",
    { tenant_id: tenantId, resource_id: resourceId },
    { db, singletonKey: resourceId },
  );
}

/** Changes per transaction: bookings of the resource wait for it. */
const STEP = 20;

/**
 * Closes a resource's time where its external calendars are busy and reopens it elsewhere, in steps
 * under its lock. Lapsed holds there end; running ones, bookings and staff's time off stay. Returns
 * how many spans changed; takes no lock if there is nothing to change.
 */
export async function applyBusy(tenantId: string, resourceId: string): Promise<number> {
  const tenant = await findTenant(tenantId);
  if (tenant === null) return 0;
  const time = {
    tenant_id: tenantId,
    resource_id: resourceId,
    ...readWindow(await databaseNow(pool)),
  };
  let changed = 0;
  while (await isBusyToApply(time)) {
    const step = await transaction(async (db) => {
      // No time is passed: searches need not reach as far as a busy time is long.
      const place = {
        tenant_id: tenantId,
        resource_id: resourceId,
        occupies_from: time.from,
        occupies_to: time.from,
      };
      const lock = await lockResource(db, place);
      await expireHolds(db, tenant, resourceId, lock);
      return applyBusyChanges(db, time, STEP);
    });
    changed += step;
  }
  return changed;
}
