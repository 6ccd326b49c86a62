/** What a saved booking belongs to: another configuration or service is another booking. */
interface BookingScope {
  publishableKey: string | null;
  key: string | null;
  configId: string | null;
  resourceId: string | null;
  scheduleId: string | null;
  bookingLink: string | null;
  lengthMinutes: string | number | null;
}

/** The name under which the state of a booking is saved while the page is away. */
export const savedStateName = ({ publishableKey, key, ...named }: BookingScope): string =>
  `booking-widget ${[publishableKey ?? key, named.configId, named.resourceId, named.scheduleId, named.bookingLink, named.lengthMinutes].map((one) => one ?? "").join(" ")}`;

/** Whether anything is saved under a name; a page that may not save anything has nothing. */
export function isSaved(name: string): boolean {
  try {
    return name in sessionStorage;
  } catch {
    return false;
  }
}
