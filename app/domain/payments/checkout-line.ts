import { bookingTime, type BookingZones } from "../bookings/read/booking-time";

/** The provider's maximum length of a line. */
const LONGEST = 250;
/** Names are cut to this length, so that the time and the reference always fit. */
const NAME = 50;

/**
 * The line above the amount in the checkout: service, person or place, local time, and reference.
 */
export function checkoutLine(booking: {
  service: string | null;
  resource: string;
  company: string;
  starts_at: Date;
  ends_at: Date;
  zones: BookingZones;
  locale: string;
  reference: string;
}): string {
  const { service, resource, company, starts_at, ends_at, zones, locale, reference } = booking;
  const names = [...new Set([service ?? "", resource, company])].filter(Boolean).map(shortened);
  const { when_in_zone } = bookingTime(starts_at, ends_at, zones, locale);
  return [...names, when_in_zone, reference].join(", ").slice(0, LONGEST);
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length <= NAME ? name : `${letters.slice(0, NAME - 1).join("")}…`;
}
