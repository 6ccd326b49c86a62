import type { Config, Resource, Schedule, Slot } from "./wire";

/** One thing a visitor can choose to book: a schedule on its resources, or a resource whose times stand alone. */
export interface Offer {
  schedule: Schedule | null;
  resources: Resource[];
}

export interface Preset {
  scheduleId?: string | null;
  resourceId?: string | null;
}

/** The offers of a configuration, narrowed to what the page asks for. An unknown id narrows to nothing. */
export function offersOf(config: Pick<Config, "resources" | "schedules">, preset: Preset): Offer[] {
  const wanted = config.resources.filter(({ id }) => !preset.resourceId || id === preset.resourceId);
  const scheduled = config.schedules
    .filter(({ id }) => !preset.scheduleId || id === preset.scheduleId)
    .map((schedule) => ({ schedule, resources: wanted.filter(({ id }) => schedule.resource_ids.includes(id)) }))
    .filter(({ resources }) => resources.length > 0);
  if (preset.scheduleId) return scheduled;
  const alone = wanted.filter(({ id }) => !config.schedules.some(({ resource_ids }) => resource_ids.includes(id)));
  return [...scheduled, ...alone.map((resource) => ({ schedule: null, resources: [resource] }))];
}

/** What an offer is called: its schedule's name, or the resource's. */
export const offerName = (offer: Offer): string => offer.schedule?.name ?? offer.resources[0]?.name ?? "";

/** Whether a slot is one of an offer's, on the chosen resource (null: on any of them). */
export const belongsTo = (slot: Slot, offer: Offer, resource_id: string | null): boolean =>
  slot.schedule_id === (offer.schedule?.id ?? null) &&
  (resource_id ? slot.resource_id === resource_id : offer.resources.some(({ id }) => id === slot.resource_id));

/** The largest party that may book a slot: the offer's own limit and the places left, whichever is smaller. */
export const partyLimit = (offer: Offer, slot: Slot | null): number =>
  Math.max(1, Math.min(offer.schedule?.max_party_size ?? 1, slot?.remaining ?? Infinity));
