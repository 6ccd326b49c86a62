import { KeyedQueue } from "~/lib/keyed-queue";

/**
 * How much of one line may be at the database at once, in each process. More of a resource would only wait there for its lock, each on a
 * connection that everybody else needs; here it waits without one.
 */
const AT_DATABASE = 3;
const lines = new KeyedQueue(AT_DATABASE);

/** Looks up what a booking needs, in its tenant's line. */
export const limitLookupsPerTenant = <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
  lines.run(tenantId, work);

/** Takes seats of a resource, in that resource's line. */
export const limitPerResource = <T>(tenantId: string, resourceId: string, work: () => Promise<T>): Promise<T> =>
  lines.run(`${tenantId}/${resourceId}`, work);

/** Changes a booking whose resource is not known before it is read, in its tenant's line of such changes. */
export const limitPerTenant = <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
  lines.run(`${tenantId}/changes`, work);
