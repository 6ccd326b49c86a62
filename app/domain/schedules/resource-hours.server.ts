import type { Hours, OutsideBookings } from "~/contract/hours";
import type { Sql } from "~/lib/db.server";
import { retryWhenStale } from "~/lib/retry-when-stale";
import type { StaffActor } from "../identity/actor";
import { applyOpenTime, planOpenTime } from "./change-open-time.server";
import { concerned } from "./open-time.sql.server";
import { keepHours } from "./shared-hours.sql.server";
import { findHours } from "./take-hours.server";

/**
 * Gives a resource other hours (an id, or new ones written by `write`; null: open whenever its
 * services are), together with what `write` writes; `write` null: a dry run. Returns the upcoming
 * bookings that are outside from then on. Throws validation_failed (no such hours), and what
 * `write` throws.
 */
export async function changeResourceHours(
  actor: StaffActor,
  resourceId: string,
  given: string | Hours | null,
  write: ((db: Sql) => Promise<true>) | null,
): Promise<OutsideBookings> {
  const tenant_id = actor.tenant.id;
  return retryWhenStale(async () => {
    const hours = typeof given === "string" ? await findHours(actor, given) : given;
    const change = await planOpenTime(tenant_id, {
      which: concerned.byResource(tenant_id, resourceId),
      limits: (limits) => {
        const others = [...limits.hours].filter(([resource]) => resource !== resourceId);
        return {
          ...limits,
          hours: new Map(hours === null ? others : [...others, [resourceId, hours]]),
        };
      },
    });
    if (write === null) return change.outside_bookings;
    const written = await applyOpenTime(tenant_id, change, async (db) => {
      // Keeps the hours locked, so that a concurrent change of them sees this resource.
      if (typeof given === "string" && !(await keepHours(db, tenant_id, hours!))) return null; // found above
      return write(db);
    });
    return written && change.outside_bookings;
  });
}
