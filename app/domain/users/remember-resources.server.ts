import type { StaffActor } from "../identity/actor";
import { changePreferences, readPreferences } from "./preferences.server";

/**
 * Stores which resources this person wants to see in the calendar; none: the first ones. Throws
 * validation_failed, forbidden_role.
 */
export async function rememberResources(actor: StaffActor, resource_ids: string[]): Promise<void> {
  const { calendar } = await readPreferences(actor);
  await changePreferences(actor, { calendar: { ...calendar, resource_ids } });
}
