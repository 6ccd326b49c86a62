import type { AssignedBecause } from "~/contract/bookings";
import type { WidgetRules } from "../../identity/widget-settings";
import type { PartyWish } from "../../quotes/choose-party";
import { contradiction, peopleAt, type RequestedSlot } from "./requested-slot";
import { namedTime, requiredMinutes, type SlotTarget } from "./slot-target";

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

/**
 * Whether a booking matches the hold: the same time and length, and no more seats. Throws
 * validation_failed for a party that its service does not take.
 */
export function coversWish(
  { terms: { requested }, party_size }: RunningHold,
  { target, ...wish }: { target: SlotTarget } & PartyWish,
): boolean {
  if (target.kind === "custom" || target.kind === "held") return false;
  const minutes = (requested.ends_at.getTime() - requested.starts_at.getTime()) / 60_000;
  const wanted = requiredMinutes(target);
  return (
    peopleAt(requested, wish).party_size <= party_size &&
    // For anyone, the slot is the one that was shown.
    (target.kind !== "slot" || target.slot_id === requested.slot_id) &&
    contradiction(namedTime(target), requested) === undefined &&
    (wanted === undefined ? requested.length_minutes == null : wanted === minutes)
  );
}
