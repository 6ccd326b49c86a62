import type { BookedPeople } from "~/contract/bookings";

/** "2 × Adult, 1 × Child"; empty without kinds. */
export const partyWords = (party: readonly Pick<BookedPeople, "name" | "count">[]): string =>
  party.map(({ name, count }) => `${count} × ${name}`).join(", ");
