import type { Booking } from "~/contract/bookings";
import type { AvailableSlot } from "~/contract/slots";
import { AppError } from "~/lib/app-error";
import { addDays, localDateOf, startOfDay } from "~/lib/time";
import type { StaffActor } from "../identity/actor";
import { findFirstSlots, findSlots } from "../slots/free-slots.server";
import { bestOffers, nextOffers, type Taken } from "./best-offers";

const MAX_LATER = 25;

/** Other times for a booking whose own time has been closed. */
export interface Offer {
  /** The best free time on the same day. */
  best: AvailableSlot | null;
  /** Without one: the first free time on a later day. */
  next: AvailableSlot | null;
}

/**
 * The best other time of each booking's service, length and party; no two bookings get the same one
 * if others exist. One search per kind and day.
 */
export async function findOffers(
  actor: StaffActor,
  bookings: readonly Booking[],
): Promise<Map<string, Offer>> {
  const kinds = new Map<string, Booking[]>();
  for (const booking of bookings) {
    const kind = kindOf(actor, booking);
    kinds.set(kind, [...(kinds.get(kind) ?? []), booking]);
  }
  const free = new Map<string, AvailableSlot[]>();
  for (const [kind, [booking]] of kinds) free.set(kind, await freeThatDay(actor, booking!)); // a kind has a booking
  const kindById = new Map(bookings.map((booking) => [booking.id, kindOf(actor, booking)]));
  const ownSlot = new Map(bookings.map(({ id, slot_id }) => [id, slot_id]));
  const slotsIn =
    (slots: ReadonlyMap<string, AvailableSlot[]>) =>
    ({ id }: Pick<Booking, "id">) =>
      (slots.get(kindById.get(id) ?? "") ?? []).filter((slot) => slot.id !== ownSlot.get(id));
  const taken: Taken[] = [];
  const best = bestOffers(bookings, slotsIn(free), taken);
  const later = new Map<string, AvailableSlot[]>();
  // Offers of other kinds may take some of them.
  const most = Math.min(bookings.length, MAX_LATER);
  for (const [kind, ofKind] of kinds) {
    const left = ofKind.filter(({ id }) => !best.has(id));
    if (left.length > 0) later.set(kind, await firstLater(actor, left[0]!, most));
  }
  const next = nextOffers(
    bookings.filter(({ id }) => !best.has(id)),
    slotsIn(later),
    taken,
  );
  return new Map(
    bookings.map(({ id }) => [id, { best: best.get(id) ?? null, next: next.get(id) ?? null }]),
  );
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

/** The first times on later days, at most so many of each resource. */
async function firstLater(
  actor: StaffActor,
  booking: Booking,
  most: number,
): Promise<AvailableSlot[]> {
  const { schedule_id, party_size } = booking;
  if (schedule_id === null) return [];
  const after = startOfDay(addDays(dayOf(actor, booking), 1), actor.tenant.time_zone);
  const wanted = { schedule_id, party_size, length_minutes: minutesOf(booking) };
  return orNone(findFirstSlots(actor, wanted, most, new Date(after)));
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
