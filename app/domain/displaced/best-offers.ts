import type { Booking } from "~/contract/bookings";
import type { AvailableSlot } from "~/contract/slots";

/** A booking that needs another time. */
export type Displaced = Pick<Booking, "id" | "starts_at" | "resource_id" | "party_size">;

interface Taken {
  resource_id: string;
  from: number;
  to: number;
  seats: number;
}

/**
 * The best time for each booking among those free on its day: nearest to its own start, at the same
 * start with whoever got the fewest of them. No two are offered the same seats, so that all can be
 * moved together.
 */
export function bestOffers(
  bookings: readonly Displaced[],
  freeFor: (booking: Displaced) => readonly AvailableSlot[],
): Map<string, AvailableSlot> {
  const offers = new Map<string, AvailableSlot>();
  const taken: Taken[] = [];
  const load = (slot: AvailableSlot) =>
    taken.filter(({ resource_id }) => resource_id === slot.resource_id).length;
  for (const booking of bookings) {
    const start = Date.parse(booking.starts_at);
    const distance = (slot: AvailableSlot) => Math.abs(Date.parse(slot.starts_at) - start);
    const fitting = freeFor(booking)
      .filter((slot) => seatsLeft(slot, taken) >= booking.party_size)
      .sort((a, b) => distance(a) - distance(b) || load(a) - load(b));
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
