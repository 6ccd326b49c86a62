import { isDatabaseAway, isNodeAway } from "./database-away";
import {
  BEFORE_ALL,
  isLostNode,
  isNodeLeftOut,
  reachableTenantsAfter,
} from "./cluster-nodes.sql.server";
import { log } from "./log.server";

const PAGE = 200;

/** The ids of some tenants after `after` that have something due, `limit` at most, in order of id; none only when there are none. */
export type FindTenants = (after: string, limit: number) => Promise<string[]>;

/** Does what is due of one tenant, of `tenants` that were found together; false ends the round. */
export type VisitTenant = (tenantId: string, tenants: number) => Promise<boolean>;

/**
 * Background work goes round the tenants that have something due: each is visited once in a round, and a round begins where the one
 * before ended, so that no tenant's backlog holds up another. By id rather than by age: what is oldest may all be one tenant's.
 */
export function startRounds(
  name: string,
  find: FindTenants,
  atOnce = 1,
): (visit: VisitTenant) => Promise<void> {
  let place = BEFORE_ALL;

  /** A tenant whose work fails is logged and passed by. */
  const visitOne = async (
    visit: VisitTenant,
    tenantId: string,
    tenants: number,
  ): Promise<boolean> => {
    try {
      return await visit(tenantId, tenants);
    } catch (error) {
      if (isDatabaseAway(error) && !isNodeAway(error)) throw error; // no tenant's fault, and the next one's work would fail too
      log.error(
        { err: error, work: name, tenant_id: tenantId },
        "a tenant's background work failed",
      );
      return true;
    }
  };

  return async (visit) => {
    const beginning = place;
    let at = beginning; // its own: two rounds may be under way at once
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
      // A short page is not the last one: it may be short because a tenant's backlog filled what was read.
      if (due.length > 0 && due.length === found.length) continue;
      if (hasWrapped) return;
      place = at = BEFORE_ALL;
      hasWrapped = true;
    }
  };
}

/** While a node of a cluster is away, no statement finds out which tenants have something due: every tenant of the other nodes is visited. */
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

/** One round from the first tenant to the last; how much was done in all. */
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
