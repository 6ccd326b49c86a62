import type { BookedAddon } from "~/contract/bookings";
import type { ChosenAddons } from "~/contract/fields";
import type { Addon } from "~/contract/service-fields";
import { invalidField } from "~/lib/app-error";

/**
 * The chosen add-ons of a service with their prices. One that the booking already has keeps the
 * name, price and minutes it was booked at, even if the service no longer offers it; of such a one the
 * quantity cannot grow. Throws validation_failed.
 */
export function chooseAddons(
  chosen: ChosenAddons,
  offered: readonly Addon[],
  booked: readonly BookedAddon[] = [],
): BookedAddon[] {
  return chosen.map(({ id, quantity }, index) => {
    const present = booked.find((addon) => addon.id === id);
    const addon = offered.find((each) => each.id === id);
    if (present === undefined && addon === undefined)
      throw invalidField(`addons.${index}.id`, "This service has no such add-on.", "unknown");
    const most = Math.max(addon?.max_quantity ?? 0, present?.quantity ?? 0);
    if (quantity > most)
      throw invalidField(
        `addons.${index}.quantity`,
        `At most ${most} of this add-on can be booked.`,
        "too_big",
      );
    // Add-ons of earlier versions have no minutes.
    const { name, price_amount, extra_minutes = 0 } = (present ?? addon)!;
    return { id, name, price_amount, quantity, ...(extra_minutes > 0 && { extra_minutes }) };
  });
}

/** By how many minutes add-ons lengthen a booking. */
export const addonMinutes = (
  addons: readonly { quantity: number; extra_minutes?: number }[],
): number =>
  addons.reduce((sum, { quantity, extra_minutes = 0 }) => sum + quantity * extra_minutes, 0);
