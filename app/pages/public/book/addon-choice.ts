import type { ChosenAddons } from "~/contract/fields";
import type { Addon } from "~/contract/service-fields";
import type { AvailableSlot } from "~/contract/slots";
import { amountFor } from "~/domain/quotes/quote";
import type { BookableService } from "./booking-page-choice";

export const addonFieldOf = ({ id }: { id: string }) => `addon_${id}`;

/** The add-ons in a form; an empty field is none of it. */
export const addonsIn = (form: URLSearchParams, addons: readonly Addon[]): ChosenAddons =>
  addons.flatMap((addon) => {
    const quantity = Number(form.get(addonFieldOf(addon)) ?? "");
    return Number.isInteger(quantity) && quantity > 0 ? [{ id: addon.id, quantity }] : [];
  });

/** The price of the party with its add-ons, in minor units; null for none. */
export function totalOf(
  { addons }: BookableService,
  { price_amount, currency }: Pick<AvailableSlot, "price_amount" | "currency">,
  party: number,
  chosen: ChosenAddons,
): number | null {
  const seats = amountFor({ amount: price_amount, seats: 1, currency }, party);
  const extra = chosen.reduce(
    (sum, { id, quantity }) =>
      sum + quantity * (addons.find((addon) => addon.id === id)?.price_amount ?? 0),
    0,
  );
  return seats === null && extra === 0 ? null : (seats ?? 0) + extra;
}
