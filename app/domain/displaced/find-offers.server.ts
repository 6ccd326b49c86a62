import type { Booking } from "~/contract/bookings";
import type { AvailableSlot } from "~/contract/slots";
import { AppError } from "~/lib/app-error";
import { addDays, localDateOf, startOfDay } from "~/lib/time";
import type { StaffActor } from "../identity/actor";
import { findFirstSlots, findSlots } from "../slots/free-slots.server";
import { bestOffers } from "./best-offers";

/** Other times for a booking whose own time has been closed. */
export interface Offer {
  /** The best free time on the same day. */
  best: AvailableSlot | null;
  /** Without one: the first free time on a later day. */
  next: AvailableSlot | null;
}

/** The best other time of each booking's service, length and party. One search per kind and day. */
export async function findOffers(
  actor: StaffActor,
  bookings: readonly Booking[],
): Promise<Map<string, Offer>> {
  const free = new Map<string, AvailableSlot[]>();
  for (const booking of bookings) {
    const kind = kindOf(actor, booking);
    if (!free.has(kind)) free.set(kind, await freeThatDay(actor, booking));
  }
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  const best = bestOffers(bookings, ({ id }) => {
    const booking = byId.get(id)!; // one of `bookings`
    return free.get(kindOf(actor, booking))!.filter((slot) => slot.id !== booking.slot_id);
  });
  const later = new Map<string, AvailableSlot | null>();
  const offers = new Map<string, Offer>();
  for (const booking of bookings) {
    const own = best.get(booking.id) ?? null;
    const kind = kindOf(actor, booking);
    if (own === null && !later.has(kind)) later.set(kind, await firstLater(actor, booking));
    offers.set(booking.id, { best: own, next: own === null ? later.get(kind)! : null });
  }
  return offers;
}

const dayOf = (actor: StaffActor, { starts_at }: Booking) =>
  localDateOf(Date.parse(starts_at), actor.tenant.time_zone);
const minutesOf = ({ starts_at, ends_at }: Booking) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000;
const kindOf = (actor: StaffActor, booking: Booking) =>
  [booking.schedule_id, booking.party_size, minutesOf(booking), dayOf(actor, booking)].join(" ");

async function freeThatDay(actor: StaffActor, booking: Booking): Promise<AvailableSlot[]> {
  const { schedule_id, party_size } = booking;
  if (schedule_id === null) return [];
  const day = dayOf(actor, booking);
  const wanted = { schedule_id, party_size, length_minutes: minutesOf(booking) };
  return orNone(findSlots(actor, { ...wanted, from: day, to: day }));
}

async function firstLater(actor: StaffActor, booking: Booking): Promise<AvailableSlot | null> {
  const { schedule_id, party_size } = booking;
  if (schedule_id === null) return null;
  const after = startOfDay(addDays(dayOf(actor, booking), 1), actor.tenant.time_zone);
  const wanted = { schedule_id, party_size, length_minutes: minutesOf(booking) };
  const [first] = await orNone(findFirstSlots(actor, wanted, 1, new Date(after)));
  return first ?? null;
}

/** A service or length that is no longer offered has no times. */
async function orNone(slots: Promise<AvailableSlot[]>): Promise<AvailableSlot[]> {
  try {
    return await slots;
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
