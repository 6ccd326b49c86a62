import { isDeepStrictEqual } from "node:util";
import type { BookedPeople } from "~/contract/bookings";
import type { ChosenParty } from "~/contract/fields";
import type { PersonKind } from "~/contract/service-fields";
import { invalidField } from "~/lib/app-error";
import {
  chooseKinds,
  type ChosenPeople,
  type PartyWish,
  seatsOf,
  withSeats,
} from "../../quotes/choose-party";
import { amountFor, partsOf } from "../../quotes/quote";
import type { BookingRow } from "../read/booking-row";

type PricedRow = Pick<BookingRow, "party" | "party_size" | "price_amount" | "currency" | "addons">;

interface Requested {
  price_amount: number | null;
  schedule: { person_kinds?: PersonKind[] } | null;
}

/**
 * The people of a booking after a change: who was booked keeps their price, unless `reprice` gives
 * those without one of their own the price of the new time. A booking without kinds keeps none
 * until a party is named. Throws validation_failed.
 */
export function partyAfter(
  before: PricedRow,
  { party: chosen, party_size }: PartyWish,
  { price_amount, schedule }: Requested,
  reprice: boolean,
): ChosenPeople {
  if (chosen === undefined && before.party.length === 0)
    return { party_size: party_size ?? before.party_size, party: before.party };
  const kinds = schedule?.person_kinds ?? [];
  const price = reprice ? price_amount : agreedPerPerson(before, price_amount);
  const wish = chosen ?? withOtherSeats(before.party, party_size ?? before.party_size);
  const people = chooseKinds(wish, kinds, price, before.party).map((each) =>
    reprice && !each.own_price ? { ...each, price_amount } : each,
  );
  const after = withSeats(people, chosen === undefined ? undefined : party_size);
  return isDeepStrictEqual(after.party, before.party) ? { ...after, party: before.party } : after;
}

/** The agreed price of the service per person, or else its present one. */
function agreedPerPerson(before: PricedRow, present: number | null): number | null {
  const { party, party_size, price_amount, currency, addons } = before;
  if (party.length > 0)
    return (party.find((each) => !each.own_price) ?? { price_amount: present }).price_amount;
  if (price_amount === null) return present;
  const { seats } = partsOf(price_amount, addons);
  return amountFor({ amount: seats, seats: party_size, currency }, 1);
}

/** The party with other seats: of its first kind that takes one. Throws validation_failed. */
function withOtherSeats(party: readonly BookedPeople[], seats: number): ChosenParty {
  const first = party.find(({ takes_seat }) => takes_seat);
  const count = (first?.count ?? 0) + seats - seatsOf(party);
  const isPossible = first !== undefined && count >= 0;
  if (!isPossible)
    throw invalidField("party", "Say who comes no longer: name the people in party.", "required");
  return party
    .map((each) => ({ kind: each.kind, count: each === first ? count : each.count }))
    .filter((each) => each.count > 0);
}
