import { partySize, type Details, type Field } from "../shared/details";
import type { NewBooking, PersonKind } from "../wire";

export const kindField = (id: string): Field => `person-${id}`;

/**
 * How many of each kind come. Their seats are those chosen with the time; seats beyond what was
 * chosen by kind are of the first kind that takes one, as the service counts them.
 */
export function countsOf(
  details: Details,
  kinds: readonly PersonKind[],
): ReadonlyMap<PersonKind, number> {
  const count = ({ id }: PersonKind) => Number(details[kindField(id)] || 0);
  const counts = new Map(kinds.map((kind) => [kind, count(kind)]));
  const size = partySize(details);
  const seated = kinds.filter(({ takes_seat }) => takes_seat);
  const [first] = seated as [PersonKind]; // at least one, by the contract
  const others = size - seatsOf(counts) + count(first);
  if (others < 0) seated.forEach((kind) => counts.set(kind, 0));
  return counts.set(first, others < 0 ? size : others);
}

export const seatsOf = (counts: ReadonlyMap<PersonKind, number>): number =>
  [...counts].reduce((sum, [{ takes_seat }, count]) => sum + (takes_seat ? count : 0), 0);

/** The people to send; undefined: all are alike. */
export const partyOf = (details: Details, kinds: readonly PersonKind[]): NewBooking["party"] =>
  kinds.length
    ? [...countsOf(details, kinds)]
        .filter(([, count]) => count)
        .map(([{ id }, count]) => ({ kind: id, count }))
    : undefined;

/** The price of the people at a price per seat. */
export const partyAmount = (
  price: number | null,
  details: Details,
  kinds: readonly PersonKind[],
): number =>
  [...countsOf(details, kinds)].reduce(
    (sum, [{ price_amount }, count]) => sum + (price_amount ?? price ?? 0) * count,
    0,
  );
