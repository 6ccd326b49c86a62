import { retryOnConflict, type Sql, type transaction } from "~/lib/db.server";
import { limitPerResource } from "../../seats/concurrency-limits";
import { lockResources } from "../../seats/lock-resource.sql.server";
import { needResourcesOf } from "../../seats/service-needs.sql.server";
import { isConcurrencyConflict } from "./book.server";

export interface Turn {
  tenant_id: string;
  /** Calls with the same key wait for each other without a connection. */
  key: string;
  /** The resources to lock; what their services need is locked with them. */
  resources(db: Sql): Promise<string[]>;
}

/**
 * Runs work on several bookings as one transaction, with their resources locked up front in the
 * order of their ids: two calls that need each other's resources wait instead of deadlocking.
 */
export function inTurn<T>(
  { tenant_id, key, resources }: Turn,
  inTransaction: typeof transaction<T>,
  work: (db: Sql) => Promise<T>,
): Promise<T> {
  const attempt = () =>
    inTransaction(async (db) => {
      const own = await resources(db);
      await lockResources(db, tenant_id, [...own, ...(await needResourcesOf(db, tenant_id, own))]);
      return work(db);
    });
  return limitPerResource(tenant_id, key, () => retryOnConflict(attempt, isConcurrencyConflict));
}
