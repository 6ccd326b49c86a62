import { isDatabaseAway, isNodeAway } from "./database-away";
import {
  BEFORE_ALL,
  isLostNode,
  isNodeLeftOut,
  reachableTenantsAfter,
} from "./cluster-nodes.sql.server";
import { log } from "./log.server";

const PAGE = 200;

/**
 * Finds up to `limit` tenants after `after`, by id, that have due work. Empty only when there are
 * no more.
 */
export type FindTenants = (after: string, limit: number) => Promise<string[]>;

/**
 * Does the due work of one tenant; `tenants` were found together. Returns false to end the round.
 */
export type VisitTenant = (tenantId: string, tenants: number) => Promise<boolean>;

/**
 * Background work visits tenants with due work round-robin: each once per round, and a round starts
 * where the previous one ended, so that no tenant's backlog holds up another. Ordered by id rather
 * than age, because the oldest work may all belong to one tenant.
 */
export function startRounds(
  name: string,
  find: FindTenants,
  atOnce = 1,
): (visit: VisitTenant) => Promise<void> {
  let place = BEFORE_ALL;

  /** A tenant whose work fails is logged and skipped. */
  const visitOne = async (
    visit: VisitTenant,
    tenantId: string,
    tenants: number,
  ): Promise<boolean> => {
    try {
      return await visit(tenantId, tenants);
    } catch (error) {
      if (isDatabaseAway(error) && !isNodeAway(error)) throw error; // the next tenant's work would fail too
      log.error(
        { err: error, work: name, tenant_id: tenantId },
        "a tenant's background work failed",
      );
      return true;
    }
  };

  return async (visit) => {
    const beginning = place;
    let at = beginning; // local: two rounds may run in parallel
    let hasWrapped = beginning === BEFORE_ALL;
    for (;;) {
      const found = await findOrAll(find, name, at);
      const due =
        hasWrapped && beginning !== BEFORE_ALL ? found.filter((id) => id <= beginning) : found;
      for (let index = 0; index < due.length; index += atOnce) {
        const together = due.slice(index, index + atOnce);
        place = at = together.at(-1) ?? at;
        const goOn = await Promise.all(together.map((id) => visitOne(visit, id, due.length)));
        if (goOn.includes(false)) return;
      }
      // A short page isn't the last one: one tenant's backlog may have filled the rows that were
      // read.
      if (due.length > 0 && due.length === found.length) continue;
      if (hasWrapped) return;
      place = at = BEFORE_ALL;
      hasWrapped = true;
    }
  };
}

/**
 * While a cluster node is down, due work can't be found by a scan. All tenants of the other nodes
 * are visited instead.
 */
async function findOrAll(find: FindTenants, work: string, after: string): Promise<string[]> {
  if (!isNodeLeftOut())
    try {
      return await find(after, PAGE);
    } catch (error) {
      if (!(await isLostNode(error))) throw error;
      log.error(
        { err: error, work },
        "a node of the cluster is away: every tenant of the others is asked for its work",
      );
    }
  return reachableTenantsAfter(after, PAGE);
}

/** Runs one round from the first tenant to the last; returns how much was done. */
export async function visitTenants(
  name: string,
  find: FindTenants,
  work: (tenantId: string) => Promise<number>,
): Promise<number> {
  let done = 0;
  await startRounds(
    name,
    find,
  )(async (tenantId) => {
    done += await work(tenantId);
    return true;
  });
  return done;
}
