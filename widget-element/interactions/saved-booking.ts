import type { Bookable } from "../choose/bookables";
import { isLater, type Resumed, type Step } from "../flow";
import { type Details, partySize } from "../shared/details";
import type { Store } from "../store";
import type { Booked, Held, Slot } from "../wire";

/** Stored in the browser across page loads. */
export interface SavedState {
  step: Step;
  schedule_id: string | null;
  length_minutes: number | null;
  resource_id: string | null;
  first_resource_id: string | null;
  date: string | null;
  slot: Slot | null;
  waits: boolean;
  party_size: number;
  zone: string;
  booked: Booked | null;
  hold: Held | null;
  /** Kept only while the page is left before the booking is made. */
  typed?: Details | undefined;
}

/** Progress to save for a reload. */
export function stateToSave({ state, calendar }: Store): Omit<SavedState, "typed"> {
  const { flow, details, hold = null } = state;
  const { step, bookable, length_minutes, resource_id, date, slot, waits, booked } = flow;
  return {
    step,
    length_minutes,
    schedule_id: bookable?.schedule?.id ?? null,
    first_resource_id: bookable?.resources[0]?.id ?? null,
    resource_id,
    date,
    slot,
    waits,
    party_size: partySize(details) || 1,
    zone: calendar.zone,
    booked,
    hold,
  };
}

/** Restores saved progress; null if the booking has passed or is no longer offered. */
export function restoredFrom(saved: SavedState, bookables: readonly Bookable[]): Resumed | null {
  const bookable =
    bookables.find((one) => sameBookable(one, saved.schedule_id, saved.first_resource_id)) ?? null;
  const { step, length_minutes = null, resource_id, date, slot, waits, booked } = saved;
  const lengths = bookable?.schedule?.length_options ?? [];
  const has_length =
    booked || length_minutes === null || lengths.some(({ minutes }) => minutes === length_minutes);
  const is_over = slot !== null && Date.parse(slot.starts_at) < Date.now() && !booked;
  const is_complete =
    step === "done" || step === "pay" ? booked : bookable && (!isLater(step) || slot);
  if (!is_complete || is_over || !has_length || step === "what") return null;
  return {
    step: step === "verify" ? "details" : step,
    bookable,
    length_minutes,
    resource_id,
    date,
    slot,
    waits,
    booked,
  };
}

/** Whether two bookables have the same schedule or, without one, the same resource. */
export const sameBookable = (
  { schedule, resources }: Bookable,
  schedule_id: string | null,
  resource_id: string | null,
) =>
  schedule ? schedule.id === schedule_id : schedule_id === null && resources[0]?.id === resource_id;
