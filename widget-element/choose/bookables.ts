import type { Config, Resource, Schedule, Slot } from "../wire";

/** Something a visitor can choose to book: a schedule on its resources, or a resource whose times have no schedule. */
export interface Bookable {
  schedule: Schedule | null;
  resources: Resource[];
  /** The length that the page chose, where there are several; none: the shortest, or the visitor's choice. */
  length_minutes?: number | null;
}

export interface Preset {
  scheduleId?: string | null;
  resourceId?: string | null;
}

/** The bookables of a configuration, narrowed to what the page asks for. An unknown id narrows to nothing. */
export function bookablesOf(
  config: Pick<Config, "resources" | "schedules">,
  preset: Preset,
): Bookable[] {
  const wanted = config.resources.filter(
    ({ id }) => !preset.resourceId || id === preset.resourceId,
  );
  const scheduled = config.schedules
    .filter(({ id }) => !preset.scheduleId || id === preset.scheduleId)
    .map((schedule) => ({
      schedule,
      resources: wanted.filter(({ id }) => schedule.resource_ids.includes(id)),
    }))
    .filter(({ resources }) => resources.length > 0);
  if (preset.scheduleId) return scheduled;
  const alone = wanted.filter(
    ({ id }) => !config.schedules.some(({ resource_ids }) => resource_ids.includes(id)),
  );
  return [...scheduled, ...alone.map((resource) => ({ schedule: null, resources: [resource] }))];
}

/** What a bookable is called: its schedule's name, or the resource's. */
export const bookableName = (bookable: Bookable): string =>
  bookable.schedule?.name ?? bookable.resources[0]?.name ?? "";

/** The largest party that may book a slot: the bookable's own limit and the places left, whichever is smaller. */
export const partyLimit = (bookable: Bookable, slot: Slot | null): number =>
  Math.max(1, Math.min(bookable.schedule?.max_party_size ?? 1, slot?.remaining ?? Infinity));
