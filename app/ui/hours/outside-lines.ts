import type { OutsideBookings } from "~/contract/hours";
import { clockFormat } from "~/i18n/clock-format";

// Changing hours never moves bookings. The form previews bookings that would fall outside.

/** The most that are listed; the rest are counted. */
const MAX_LISTED = 20;

export interface OutsideLines {
  bookings: { id: string; name: string; when: string }[];
  total: number;
}

/**
 * Describes bookings; `resources` adds resource names by booking id, for pages about several
 * resources.
 */
export function outsideLines(
  outside: OutsideBookings,
  { locale, time_zone }: { locale: string; time_zone: string },
  resources: ReadonlyMap<string, string> = new Map(),
): OutsideLines {
  const when = clockFormat(locale, time_zone, { weekday: "short", day: "numeric", month: "short" });
  return {
    total: outside.length,
    bookings: outside.slice(0, MAX_LISTED).map(({ id, customer_name, starts_at }) => ({
      id,
      name: customer_name,
      when: [when.format(new Date(starts_at)), resources.get(id)].filter(Boolean).join(" · "),
    })),
  };
}
