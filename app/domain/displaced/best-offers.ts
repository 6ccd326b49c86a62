import type { Booking } from "~/contract/bookings";
import type { AvailableSlot } from "~/contract/slots";

/** A booking that needs another time. */
export type Displaced = Pick<Booking, "id" | "starts_at" | "resource_id" | "party_size">;

/** Seats that are offered to a booking. */
export interface Taken {
  resource_id: string;
  from: number;
  to: number;
  seats: number;
}

type FreeFor = (booking: Displaced) => readonly AvailableSlot[];

/**
 * The best time for each booking among those free on its day: nearest to its own start, at the same
 * start with whoever got the fewest of them. No two are offered the same seats, so that all can be
 * moved together. Adds them to `taken`.
 */
export const bestOffers = (
  bookings: readonly Displaced[],
  freeFor: FreeFor,
  taken: Taken[] = [],
): Map<string, AvailableSlot> =>
  giveOut(bookings, freeFor, taken, (slot, booking) =>
    Math.abs(Date.parse(slot.starts_at) - Date.parse(booking.starts_at)),
  );

/**
 * The first later time for each booking that is not `taken` by another offer. It shares one only if
 * no other is left.
 */
export function nextOffers(
  bookings: readonly Displaced[],
  laterFor: FreeFor,
  taken: Taken[],
): Map<string, AvailableSlot> {
  const offers = giveOut(bookings, laterFor, taken, (slot) => Date.parse(slot.starts_at));
  for (const booking of bookings) {
    const [first] = laterFor(booking);
    if (!offers.has(booking.id) && first !== undefined) offers.set(booking.id, first);
  }
  return offers;
}

function giveOut(
  bookings: readonly Displaced[],
  freeFor: FreeFor,
  taken: Taken[],
  rank: (slot: AvailableSlot, booking: Displaced) => number,
): Map<string, AvailableSlot> {
  const offers = new Map<string, AvailableSlot>();
  const load = (slot: AvailableSlot) =>
    taken.filter(({ resource_id }) => resource_id === slot.resource_id).length;
  for (const booking of bookings) {
    const fitting = freeFor(booking)
      .filter((slot) => seatsLeft(slot, taken) >= booking.party_size)
      .sort((a, b) => rank(a, booking) - rank(b, booking) || load(a) - load(b));
    const best = fitting[0];
    if (best === undefined) continue;
    offers.set(booking.id, best);
    taken.push({
      resource_id: best.resource_id,
      from: Date.parse(best.starts_at),
      to: Date.parse(best.ends_at),
      seats: booking.party_size,
    });
  }
  return offers;
}

/** The seats of a slot that are not offered to another booking already. */
function seatsLeft(slot: AvailableSlot, taken: readonly Taken[]): number {
  const [from, to] = [Date.parse(slot.starts_at), Date.parse(slot.ends_at)];
  return taken
    .filter((one) => one.resource_id === slot.resource_id && one.from < to && one.to > from)
    .reduce((left, { seats }) => left - seats, slot.remaining);
}
