import { isDeepStrictEqual } from "node:util";
import type { BookedAddon } from "~/contract/bookings";
import type { ChosenAddons } from "~/contract/fields";
import { chooseAddons } from "../../quotes/choose-addons";
import type { RequestedService } from "../place/requested-slot";
import type { BookingRow } from "../read/booking-row";

/** The add-ons of a booking after a change; undefined: as before. Throws validation_failed. */
export function addonsAfter(
  { addons: before }: Pick<BookingRow, "addons">,
  chosen: ChosenAddons | undefined,
  schedule: RequestedService | null,
): BookedAddon[] {
  if (chosen === undefined) return before;
  const after = chooseAddons(chosen, schedule?.addons ?? [], before);
  return isDeepStrictEqual(after, before) ? before : after;
}
