import type { Schedule } from "~/contract/schedules";
import { type AddonChoice, addonChoice } from "~/ui/booking/addon-choices";
import { addonsField } from "~/ui/new-booking/desk-state";

/** A service's add-ons, with the quantities of the page's query string; `no`: see addonsField. */
export const addonsIn = (
  query: URLSearchParams,
  no: number,
  schedule: Schedule | undefined,
  locale: string,
): AddonChoice[] =>
  (schedule?.addons ?? []).map((addon) => {
    const wanted = Math.trunc(Number(query.get(`${addonsField(no)}.${addon.id}`))) || 0;
    const quantity = Math.min(Math.max(wanted, 0), addon.max_quantity);
    return addonChoice(addon, quantity, schedule!.currency, locale);
  });
