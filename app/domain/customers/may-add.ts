import { hasRole, resourceLimit, type StaffActor } from "../identity/actor";

/**
 * Whether the caller may add customers without a booking. People limited to some resources would
 * not see them.
 */
export const mayAddCustomers = (actor: StaffActor): boolean =>
  hasRole(actor, "staff") && resourceLimit(actor) === null;
