import type { DayBooking } from "~/domain/bookings/read/read-day.sql.server";
import type { FreeResource } from "~/domain/slots/next-free.sql.server";
import { clockFormat } from "~/i18n/clock-format";
import { plural, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { addDays, startOfDay, wallTimeToInstant } from "~/lib/time";

/**
 * A resource's day: occupied times and next free ones. Positions are percentages of the displayed
 * day.
 */
export interface FreeStrip {
  id: string;
  name: string;
  taken: { from: number; width: number }[];
  /** Position of the current time; null if outside the range. */
  now: number | null;
  /** Short status. */
  label: string;
  times: { slot_id: string; label: string; is_short_notice: boolean }[];
}

interface Read {
  resources: readonly FreeResource[];
  /** Active bookings, by start. */
  bookings: readonly DayBooking[];
  date: string;
  time_zone: string;
  locale: string;
  /** Epoch ms. */
  now: number;
}

const MORNING = "09:00";
const EVENING = "17:00";

/** Each resource's day, from the first to the last booking, at least 9 to 5. */
export function nextFreeOf({
  resources,
  bookings,
  date,
  time_zone,
  locale,
  now,
}: Read): FreeStrip[] {
  const [dayBegins, dayEnds] = [
    startOfDay(date, time_zone),
    startOfDay(addDays(date, 1), time_zone),
  ];
  const instants = bookings.flatMap(({ starts_ms, ends_ms }) => [starts_ms, ends_ms]);
  const first = Math.max(
    dayBegins,
    Math.min(wallTimeToInstant(date, MORNING, time_zone), ...instants),
  );
  const last = Math.min(
    dayEnds,
    Math.max(wallTimeToInstant(date, EVENING, time_zone), ...instants),
  );
  // A tenth of a percent is less than a pixel.
  const place = (at: number) =>
    Math.round(((Math.min(Math.max(at, first), last) - first) / (last - first)) * 1000) / 10;
  const clock = clockFormat(locale, time_zone);
  return resources.map(({ id, name, capacity, times }) => {
    const own = bookings.filter(({ resource_id }) => resource_id === id);
    return {
      id,
      name,
      taken: spans(own).map(([from, to]) => ({
        from: place(from),
        width: place(to) - place(from),
      })),
      now: now >= first && now <= last ? place(now) : null,
      label: labelOf(own, capacity, now >= dayBegins && now < dayEnds ? now : null, (at) =>
        clock.format(at),
      ),
      times: times.map(({ slot_id, starts_ms, is_short_notice }) => ({
        slot_id,
        label: clock.format(starts_ms),
        is_short_notice,
      })),
    };
  });
}

/** Occupied intervals of bookings sorted by start; adjacent and overlapping ones are merged. */
function spans(bookings: readonly DayBooking[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const { starts_ms: from, ends_ms: to } of bookings) {
    const before = found.at(-1);
    if (before !== undefined && from <= before[1]) before[1] = Math.max(before[1], to);
    else found.push([from, to]);
  }
  return found;
}

function labelOf(
  own: readonly DayBooking[],
  capacity: number,
  now: number | null,
  write: (at: number) => string,
): string {
  if (now === null) return plural(own.length, "{{count}} booking", "{{count}} bookings");
  const current = own.filter(
    ({ starts_ms, ends_ms, status }) =>
      starts_ms <= now && ends_ms > now && status !== "no_show" && status !== "completed",
  );
  const [one] = current;
  if (one !== undefined) {
    const until = write(Math.max(...current.map(({ ends_ms }) => ends_ms)));
    const guests = current.reduce((all, { party_size }) => all + party_size, 0);
    if (capacity > 1)
      return plural(guests, "{{count}} guest until {{until}}", "{{count}} guests until {{until}}", {
        until,
      });
    const guest = isolate(one.guest);
    return one.has_arrived
      ? t("With {{guest}} until {{until}}", { guest, until })
      : t("Waiting for {{guest}}", { guest });
  }
  const next = own.find(({ starts_ms }) => starts_ms > now);
  return next === undefined
    ? t("No more bookings today")
    : t("Free until {{time}}", { time: write(next.starts_ms) });
}
