import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { enqueue } from "~/jobs/queue.server";
import { expireHolds } from "../bookings/expire-holds.server";
import { findTenant } from "../identity/find-tenant.sql.server";
import { applyBusyChanges, isBusyToApply } from "../seats/busy-time.sql.server";
import { lockResource } from "../seats/lock-resource.sql.server";
import { readWindow } from "./read-window";

/** Has a resource's busy time applied whatever becomes of this process: part of the transaction that lets calendars of it go. */
export function queueApply(db: Sql, tenantId: string, resourceId: string): Promise<void> {
  return enqueue(
    "calendars.apply",
    { tenant_id: tenantId, resource_id: resourceId },
    { db, singletonKey: resourceId },
  );
}

/** Changes of one transaction: bookings of the resource wait for no more than so many. */
const STEP = 20;

/**
 * Closes a resource's time where its outside calendars are busy, and opens it where they are no longer: in steps, under its lock. What visitors
 * hold there ends; bookings and the staff's time off stay. How many spans were changed; 0, and nothing is locked, where none is to be.
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
      // No time is named: searches need not reach as far as a busy time is long.
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
