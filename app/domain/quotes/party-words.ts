import type { BookedPeople } from "~/contract/bookings";

/** "2 × Adult, 1 × Child"; empty without kinds. */
export const partyWords = (party: readonly Pick<BookedPeople, "name" | "count">[]): string =>
  party.map(({ name, count }) => `${count} × ${name}`).join(", ");

/** "2 × Adult, 1 × Child", or the number of people without kinds; null for one. */
export const peopleWords = ({
  party_size,
  party = [],
}: {
  party_size: number;
  party?: readonly Pick<BookedPeople, "name" | "count">[] | undefined;
}): string | null => partyWords(party) || (party_size > 1 ? String(party_size) : null);
