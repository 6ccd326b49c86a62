import type { ChosenAddons, ChosenParty } from "~/contract/fields";
import type { Addon, PersonKind } from "~/contract/service-fields";
import type { AvailableSlot } from "~/contract/slots";
import { partyAmount } from "~/domain/quotes/choose-party";
import { amountFor } from "~/domain/quotes/quote";
import { personFieldOf } from "~/ui/guest-page/question-form";
import type { BookableService } from "./choice";

export const addonFieldOf = ({ id }: { id: string }) => `addon_${id}`;

/** The add-ons in a form; an empty field is none of it. */
export const addonsIn = (form: URLSearchParams, addons: readonly Addon[]): ChosenAddons =>
  addons.flatMap((addon) => {
    const quantity = Number(form.get(addonFieldOf(addon)) ?? "");
    return Number.isInteger(quantity) && quantity > 0 ? [{ id: addon.id, quantity }] : [];
  });

/**
 * The people in a form by kind, where the service has kinds; of one that was not filled in all are
 * of the first kind that takes a seat. undefined: the service has no kinds.
 */
export function partyIn(
  form: URLSearchParams,
  kinds: readonly PersonKind[],
  party_size: number,
): ChosenParty | undefined {
  if (kinds.length === 0) return undefined;
  const first = kinds.find(({ takes_seat }) => takes_seat)!; // of the contract
  if (!kinds.some((kind) => form.has(personFieldOf(kind))))
    return [{ kind: first.id, count: party_size }];
  return kinds.flatMap((kind) => {
    const count = Number(form.get(personFieldOf(kind)) ?? "");
    return Number.isInteger(count) && count > 0 ? [{ kind: kind.id, count }] : [];
  });
}

/** The price of the people at a price per seat, in minor units; null for none. */
function peoplePriceOf(
  { person_kinds }: Pick<BookableService, "person_kinds">,
  { price_amount, currency }: Pick<AvailableSlot, "price_amount" | "currency">,
  party_size: number,
  party: ChosenParty | undefined,
): number | null {
  if (party === undefined)
    return amountFor({ amount: price_amount, seats: 1, currency }, party_size);
  const known = party.filter(({ kind }) => person_kinds.some(({ id }) => id === kind));
  return partyAmount(
    known.map(({ kind, count }) => ({
      count,
      price_amount: person_kinds.find(({ id }) => id === kind)?.price_amount ?? price_amount,
    })),
  );
}

/** The price of the party with its add-ons, in minor units; null for none. */
export function totalOf(
  service: BookableService,
  slot: Pick<AvailableSlot, "price_amount" | "currency">,
  party_size: number,
  form: URLSearchParams,
): number | null {
  const { addons, person_kinds } = service;
  const chosen = addonsIn(form, addons);
  const seats = peoplePriceOf(service, slot, party_size, partyIn(form, person_kinds, party_size));
  const extra = chosen.reduce(
    (sum, { id, quantity }) =>
      sum + quantity * (addons.find((addon) => addon.id === id)?.price_amount ?? 0),
    0,
  );
  return seats === null && extra === 0 ? null : (seats ?? 0) + extra;
}
