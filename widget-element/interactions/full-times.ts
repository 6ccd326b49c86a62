import type { Store } from "../store";
import { fullTimes } from "../waiting-list/full-times";
import type { AvailabilityQuery, Slot } from "../wire";

/** Loads the full times of some days, by default the chosen one, if there is a waiting list. */
export function loadFullTimes(store: Store, from = store.state.flow.date, to = from): void {
  const { config, flow } = store.state;
  if (config?.steps.waitlist && from && to && !flow.bookable?.visit)
    store.calendar.spans.prefetch(daysQuery(store, from, to));
}

/** Full times of some days with a waiting list, once loaded. */
export function fullTimesOf(store: Store, from: string, to = from): Slot[] {
  const known = store.calendar.spans.get(daysQuery(store, from, to))?.availability;
  return known ? fullTimes(known) : [];
}

const daysQuery = ({ calendar }: Store, from: string, to: string): AvailabilityQuery => ({
  ...calendar.query(),
  from,
  to,
  unavailable: true,
});
