import type { Details, Field } from "../shared/details";
import type { Addon } from "../wire";

export const addonField = (id: string): Field => `addon-${id}`;

/** The chosen ones of a service's add-ons: a tick is one of it. */
export const chosenAddons = (
  details: Details,
  addons: readonly Addon[] = [],
): { id: string; quantity: number }[] =>
  addons
    .map(({ id }) => ({ id, quantity: Number(details[addonField(id)] || 0) }))
    .filter(({ quantity }) => quantity > 0);
