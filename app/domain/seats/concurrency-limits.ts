import { FairLimiter } from "~/lib/fair-limiter";

/**
 * Most concurrent database calls per key and process. More would only wait for the resource's lock
 * while holding connections that others need; here they wait without one.
 */
const AT_DATABASE = 3;
const limiter = new FairLimiter({ of_one: AT_DATABASE });

/** Limits the lookups before a booking, per tenant. */
export const limitLookupsPerTenant = <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
  limiter.run(tenantId, work);

/** Limits the calls that claim seats, per resource. */
export const limitPerResource = <T>(
  tenantId: string,
  resourceId: string,
  work: () => Promise<T>,
): Promise<T> => limiter.run(`${tenantId}/${resourceId}`, work);

/** Limits changes of bookings per tenant: the resource is not known before the booking is read. */
export const limitPerTenant = <T>(tenantId: string, work: () => Promise<T>): Promise<T> =>
  limiter.run(`${tenantId}/changes`, work);
