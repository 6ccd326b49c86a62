import type { Store } from "../store";
import { fullTimes } from "../waiting-list/full-times";
import type { AvailabilityQuery, Slot } from "../wire";

/** Loads the full times of the chosen day, if there is a waiting list. */
export function loadFullTimes(store: Store): void {
  const { config, flow } = store.state;
  if (config?.steps.waitlist && flow.date)
    store.calendar.spans.prefetch(dayQuery(store, flow.date));
}

/** Full times of a day with a waiting list, once loaded. */
export function fullTimesOf(store: Store, date: string): Slot[] {
  const known = store.calendar.spans.get(dayQuery(store, date))?.availability;
  return known ? fullTimes(known) : [];
}

const dayQuery = ({ calendar }: Store, date: string): AvailabilityQuery => ({
  ...calendar.query(),
  from: date,
  to: date,
  unavailable: true,
});
