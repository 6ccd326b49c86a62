import type { ChosenAddons, ChosenParty } from "~/contract/fields";
import type { Addon } from "~/contract/service-fields";
import { t } from "~/i18n/text";
import { lengthWords } from "~/ui/services/length-words";
import { formatMoney } from "~/lib/money";

/** An add-on in a form. */
export interface AddonChoice {
  id: string;
  name: string;
  /** Price of one, in minor units. */
  amount: number;
  /** Formatted price of one, after the minutes that it takes. */
  price: string;
  max: number;
  quantity: number;
}

/** Quantities by add-on. */
export type Quantities = Record<string, number>;

/** Submitted quantities as the contract takes them, in the order shown. */
export const chosenAddons = (quantities: Record<string, string>): ChosenAddons =>
  Object.entries(quantities)
    .map(([id, quantity]) => ({ id, quantity: Number(quantity) }))
    .filter(({ quantity }) => quantity > 0);

/** Submitted numbers of people by kind as the contract takes them; undefined: none. */
export function chosenParty(counts: Record<string, string>): ChosenParty | undefined {
  const party = chosenAddons(counts).map(({ id, quantity }) => ({ kind: id, count: quantity }));
  return party.length === 0 ? undefined : party;
}

/** Price of the chosen quantities in minor units. */
export const addonsTotal = (addons: readonly AddonChoice[], quantities: Quantities): number =>
  addons.reduce((sum, { id, amount }) => sum + amount * (quantities[id] ?? 0), 0);

/** Quantities before anything is typed. */
export const initialQuantities = (addons: readonly AddonChoice[]): Quantities =>
  Object.fromEntries(addons.map(({ id, quantity }) => [id, quantity]));

export const addonChoice = (
  { id, name, price_amount, max_quantity, extra_minutes }: Addon,
  quantity: number,
  currency: string | null,
  locale: string,
): AddonChoice => ({
  id,
  name,
  amount: price_amount,
  price: [
    ...(extra_minutes > 0 ? [`+ ${lengthWords(extra_minutes)}`] : []),
    addonPrice(price_amount, currency, locale),
  ].join(" · "),
  max: max_quantity,
  quantity,
});

const addonPrice = (amount: number, currency: string | null, locale: string): string =>
  amount === 0 || currency === null
    ? t("Free", { context: "price" })
    : formatMoney(amount, currency, locale);
