/** Identifies a saved booking: another configuration or service has separate state. */
interface BookingScope {
  publishableKey: string | null;
  key: string | null;
  configId: string | null;
  resourceId: string | null;
  scheduleId: string | null;
  bookingLink: string | null;
  lengthMinutes: string | number | null;
}

/** Storage name of a booking's saved state. */
export const savedStateName = ({ publishableKey, key, ...named }: BookingScope): string =>
  `booking-widget ${[publishableKey ?? key, named.configId, named.resourceId, named.scheduleId, named.bookingLink, named.lengthMinutes].map((one) => one ?? "").join(" ")}`;

/** Whether saved state exists; false if storage is blocked. */
export function isSaved(name: string): boolean {
  try {
    return name in sessionStorage;
  } catch {
    return false;
  }
}
