import type { AssignedBecause } from "~/contract/bookings";
import { isForAnyone } from "~/contract/fields";
import type { WidgetRules } from "../identity/widget-settings";
import type { SlotTarget } from "./find-requested-slot.sql.server";
import type { RequestedSlot } from "./requested-slot";

/**
 * The terms a visitor was shown when they took a hold: they apply until it ends, whatever changes
 * meanwhile.
 */
export interface HeldTerms {
  /** The time with its service and price. */
  requested: RequestedSlot;
  /** The configuration of the form being filled in. */
  configuration: WidgetRules;
  booking_link_id: string | null;
  /** Why the resource was chosen, for a hold for anyone. */
  assigned_because: AssignedBecause | null;
}

export interface RunningHold {
  terms: HeldTerms;
  party_size: number;
}

/** Whether a booking matches the hold: the same time and length, and no more seats. */
export function coversWish(
  { terms: { requested }, party_size }: RunningHold,
  { target, party_size: party }: { target: SlotTarget; party_size: number },
): boolean {
  const { slot_id, resource_id, schedule_id, starts_at, length_minutes } = target;
  const isAnyone = isForAnyone(target);
  const minutes = (requested.ends_at.getTime() - requested.starts_at.getTime()) / 60_000;
  return (
    party <= party_size &&
    // For anyone, the slot is the one that was shown.
    (isAnyone || slot_id === undefined || slot_id === requested.slot_id) &&
    (isAnyone || resource_id === undefined || resource_id === requested.resource.id) &&
    (schedule_id === undefined || schedule_id === requested.schedule?.id) &&
    (starts_at === undefined || starts_at.getTime() === requested.starts_at.getTime()) &&
    (length_minutes === undefined
      ? requested.length_minutes == null
      : length_minutes === minutes) &&
    target.duration_minutes === undefined
  );
}
