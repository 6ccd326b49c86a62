import type { BookedPeople } from "~/contract/bookings";
import type { ChosenParty } from "~/contract/fields";
import { MAX_SEATS, MAX_WITHOUT_SEAT } from "~/contract/limits";
import type { PersonKind } from "~/contract/service-fields";
import { invalidField } from "~/lib/app-error";

/** The people as requested: seats alone, or people by kind. */
export interface PartyWish {
  party_size?: number | undefined;
  party?: ChosenParty | undefined;
}

/** The seats of a booking, and its people by kind; empty without kinds. */
export interface ChosenPeople {
  party_size: number;
  party: BookedPeople[];
}

/**
 * The people of a new booking, in the order of the service's kinds. `price` is the service's own
 * per person: a kind without a price takes it with all its rules. Without `party` all are of the
 * first kind that takes a seat. Throws validation_failed.
 */
export function choosePeople(
  { party: chosen, party_size }: PartyWish,
  kinds: readonly PersonKind[],
  price: number | null,
): ChosenPeople {
  if (chosen !== undefined) return withSeats(chooseKinds(chosen, kinds, price), party_size);
  const seats = party_size ?? 1;
  const first = kinds.find(({ takes_seat }) => takes_seat);
  const party = first === undefined ? [] : [peopleOf(first, seats, price)];
  return { party_size: seats, party };
}

/**
 * The chosen kinds of a service with their prices. Those that the booking already has keep the name
 * and price they were booked at, even if the service no longer offers them; of such a kind the
 * number cannot grow. Throws validation_failed.
 */
export function chooseKinds(
  chosen: ChosenParty,
  kinds: readonly PersonKind[],
  price: number | null,
  booked: readonly BookedPeople[] = [],
): BookedPeople[] {
  if (kinds.length === 0 && booked.length === 0)
    throw invalidField(
      "party",
      "This service has no kinds of people. Send party_size instead.",
      "not_enabled",
    );
  const people = chosen.map(({ kind, count }, index) => {
    const present = booked.find((each) => each.kind === kind);
    const offered = kinds.find(({ id }) => id === kind);
    if (present === undefined && offered === undefined)
      throw invalidField(`party.${index}.kind`, "This service has no such kind.", "unknown");
    const one = present ?? peopleOf(offered!, count, price);
    const most = offered === undefined ? present!.count : mostOf(one);
    if (count > most)
      throw invalidField(`party.${index}.count`, `At most ${most} of this kind.`, "too_big");
    return { ...one, count };
  });
  const order = [...kinds.map(({ id }) => id), ...booked.map(({ kind }) => kind)];
  return people.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

/** Throws validation_failed for a party without a seat, or with another number than was said. */
export function withSeats(party: BookedPeople[], party_size: number | undefined): ChosenPeople {
  const seats = seatsOf(party);
  if (seats === 0)
    throw invalidField(
      "party",
      "Nobody in this party takes a seat. Add someone who does.",
      "required",
    );
  if (party_size !== undefined && party_size !== seats)
    throw invalidField(
      "party_size",
      `Of the people in party, ${seats} take a seat. Correct it, or leave it out.`,
      "contradiction",
    );
  return { party_size: seats, party };
}

/** A kind of people that a booking can have, and how many of it there are. */
export interface PeopleChoice extends Pick<PersonKind, "id" | "name" | "price_amount"> {
  count: number;
  most: number;
}

/**
 * The kinds that a booking with people by kind can be changed to: those of its service, and those it
 * has that are no longer offered. Booked kinds keep their name and price.
 */
export function peopleChoices(
  booked: readonly BookedPeople[],
  service: { person_kinds: readonly PersonKind[]; price_amount: number | null } | null,
): PeopleChoice[] {
  if (booked.length === 0) return [];
  const offered = service?.person_kinds ?? [];
  const agreed = booked.find(({ own_price }) => !own_price);
  const price = agreed === undefined ? (service?.price_amount ?? null) : agreed.price_amount;
  const others = booked.filter(({ kind }) => !offered.some(({ id }) => id === kind));
  return [
    ...offered.map(({ id, name, price_amount, takes_seat }) => {
      const present = booked.find(({ kind }) => kind === id);
      const most = takes_seat ? MAX_SEATS : MAX_WITHOUT_SEAT;
      const one = { name, price_amount: price_amount ?? price, count: 0 };
      return { ...one, ...present, id, most };
    }),
    ...others.map((present) => ({ ...present, id: present.kind, most: present.count })),
  ].map(({ id, name, price_amount, count, most }) => ({ id, name, price_amount, count, most }));
}

/** Whether a choice of people by kind changes nothing. */
export const isSameParty = (chosen: ChosenParty, before: ChosenParty): boolean =>
  chosen.length === before.length &&
  chosen.every(({ kind, count }) =>
    before.some((people) => people.kind === kind && people.count === count),
  );

/** The number of seats that people by kind take. */
export const seatsOf = (party: readonly Pick<BookedPeople, "count" | "takes_seat">[]): number =>
  party.reduce((sum, { count, takes_seat }) => sum + (takes_seat ? count : 0), 0);

/** The price of people by kind; null if none of them has one. */
export const partyAmount = (
  party: readonly Pick<BookedPeople, "count" | "price_amount">[],
): number | null =>
  party.reduce<number | null>(
    (sum, { count, price_amount }) =>
      price_amount === null ? sum : (sum ?? 0) + price_amount * count,
    null,
  );

const peopleOf = (
  { id, name, price_amount, takes_seat }: PersonKind,
  count: number,
  price: number | null,
): BookedPeople => ({
  kind: id,
  name,
  count,
  price_amount: price_amount ?? price,
  own_price: price_amount !== null,
  takes_seat,
});

const mostOf = ({ takes_seat }: BookedPeople): number =>
  takes_seat ? Number.POSITIVE_INFINITY : MAX_WITHOUT_SEAT;
