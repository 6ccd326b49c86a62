import type { Booked, Config, NewBooking, Resource, Schedule, Slot } from "../wire";
import type { FetchAvailability } from "./spans";

/** Something to book: a schedule with its resources, or a resource with slots but no schedule. */
export interface Bookable {
  schedule: Schedule | null;
  resources: Resource[];
  /**
   * Length set by the page, if there are several; otherwise the shortest or the visitor's choice.
   */
  length_minutes?: number | null;
  /** Of several services in one visit. */
  visit?: {
    parts: readonly Chosen[];
    /** Their times, in place of the availability. */
    times: FetchAvailability;
    book(form: NewBooking): Promise<Booked>;
  };
}

/** A service of a visit. `resource_id`: null for anyone, `same` for that of the service before. */
export interface Chosen {
  bookable: Bookable;
  length_minutes: number | null;
  resource_id: string | null;
}

export interface Preset {
  scheduleId?: string | null;
  resourceId?: string | null;
}

/**
 * Bookables of a configuration, filtered by the page's attributes. An unknown id matches nothing.
 */
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

/** Whether a service has several places at a time, such as a yoga class. */
export const isClass = ({ schedule, resources }: Bookable): boolean =>
  !!schedule && resources.every(({ capacity, type }) => capacity > 1 && type !== "area");

/** Name of a bookable: its schedule's, or its resource's. */
export const bookableName = (bookable: Bookable): string =>
  bookable.schedule?.name ?? bookable.resources[0]?.name ?? "";

/** Largest party for a slot: the bookable's limit or the seats left, whichever is smaller. */
export const partyLimit = (bookable: Bookable, slot: Slot | null): number =>
  Math.max(1, Math.min(bookable.schedule?.max_party_size ?? 1, slot?.remaining ?? Infinity));
