import type { BookedAddon } from "~/contract/bookings";

/** "2 × Racket" for each add-on, "Light" for one of it. */
export const addonWords = (addons: readonly BookedAddon[]): string[] =>
  addons.map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`));
