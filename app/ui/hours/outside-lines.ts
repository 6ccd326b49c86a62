import { z } from "zod";
import type { OutsideBookings } from "~/contract/hours";
import { clockFormat } from "~/i18n/clock-format";
import { t } from "~/i18n/text";

// A change of hours leaves bookings where they are. Its form lists those that would be outside first, and is saved once they were shown.

/** As many as a page lists; the others are counted. */
const MOST_LISTED = 20;

/** How many bookings outside the form has shown. */
export const KeptBookings = z.coerce.number().int().catch(0);

export interface OutsideLines {
  bookings: { id: string; name: string; when: string }[];
  total: number;
}

/** Bookings in words; `resources`: the names of their resources by the booking's id, where a page is about several. */
export function outsideLines(
  outside: OutsideBookings,
  { locale, time_zone }: { locale: string; time_zone: string },
  resources: ReadonlyMap<string, string> = new Map(),
): OutsideLines {
  const when = clockFormat(locale, time_zone, { weekday: "short", day: "numeric", month: "short" });
  return {
    total: outside.length,
    bookings: outside.slice(0, MOST_LISTED).map(({ id, customer_name, starts_at }) => ({
      id,
      name: customer_name,
      when: [when.format(new Date(starts_at)), resources.get(id)].filter(Boolean).join(" · "),
    })),
  };
}

/** What the button says it does besides. */
export const keepWords = (total: number): string =>
  total === 0 ? t("Save") : t("Save: {changes}", { changes: t("keep {count}", { count: total }) });
