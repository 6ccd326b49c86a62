import type { ChosenParty } from "~/contract/fields";
import { MAX_WITHOUT_SEAT } from "~/contract/limits";
import type { Schedule } from "~/contract/schedules";
import { chooseKinds, choosePeople, partyAmount } from "~/domain/quotes/choose-party";
import { amountFor } from "~/domain/quotes/quote";
import { addonChoice, type AddonChoice } from "~/ui/booking/addon-choices";
import { peopleField } from "~/ui/new-booking/desk-state";

/** The most people of a kind that a field takes. */
const MOST = 500;

/**
 * A service's kinds of people, with the numbers of the page's query string; without any all are of
 * the first kind that takes a seat. `no`: see peopleField.
 */
export function peopleIn(
  query: URLSearchParams,
  no: number,
  schedule: Schedule | undefined,
  party: number,
  locale: string,
): AddonChoice[] {
  if (schedule === undefined) return [];
  const { person_kinds: kinds, price_amount, currency } = schedule;
  const given = kinds.map(
    ({ id }) => Math.trunc(Number(query.get(`${peopleField(no)}.${id}`))) || 0,
  );
  const hasNone = !given.some((count) => count > 0);
  const first = kinds.findIndex(({ takes_seat }) => takes_seat);
  return kinds.map((kind, at) => {
    const most = kind.takes_seat ? MOST : MAX_WITHOUT_SEAT;
    const count = hasNone ? (at === first ? party : 0) : Math.min(Math.max(given[at]!, 0), most);
    const amount = kind.price_amount ?? price_amount ?? 0;
    const choice = { ...kind, price_amount: amount, max_quantity: most, extra_minutes: 0 };
    return addonChoice(choice, count, currency, locale);
  });
}

/** The chosen numbers as the contract takes them; undefined: none. */
export function partyOf(people: readonly AddonChoice[]): ChosenParty | undefined {
  const party = people.flatMap(({ id, quantity }) =>
    quantity > 0 ? [{ kind: id, count: quantity }] : [],
  );
  return party.length === 0 ? undefined : party;
}

/** The seats of the chosen numbers, at least one; `party` without kinds. */
export function seatsIn(
  people: readonly AddonChoice[],
  schedule: Pick<Schedule, "person_kinds"> | undefined,
  party: number,
): number {
  const kinds = schedule?.person_kinds ?? [];
  if (kinds.length === 0) return party;
  const seats = people
    .filter(({ id }) => kinds.find((kind) => kind.id === id)?.takes_seat)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  return Math.max(seats, 1);
}

export interface ShownPeople {
  party_size: number;
  /** Of the chosen service; undefined: seats alone. */
  party: ChosenParty | undefined;
}

/** The price of people at a service's price per seat, in minor units; null for none. */
export function peoplePrice(
  { party_size, party }: ShownPeople,
  schedule: Pick<Schedule, "person_kinds"> | undefined,
  seat: number | null,
  currency: string | null,
): number | null {
  const kinds = schedule?.person_kinds ?? [];
  if (kinds.length === 0) return amountFor({ amount: seat, seats: 1, currency }, party_size);
  return partyAmount(
    party === undefined
      ? choosePeople({ party_size }, kinds, seat).party
      : chooseKinds(party, kinds, seat),
  );
}
