import type { SavedSchedule, Schedule } from "~/contract/schedules";
import { clock } from "~/lib/clock";
import { addDays, localDateOf, toRfc3339, wallTimeToInstant } from "~/lib/time";
import { hoursOf } from "../hours/stored-hours";
import { readBusyResources, readWindow } from "./busy-resources.sql.server";
import { readOutside } from "./outside-bookings.sql.server";
import { nearestFree, NEAR_MS, type PreviewDay, previewDays } from "./preview-days";
import { pricesAt } from "./prices-at.sql.server";
import type { OutsideBooking, ServicePreview } from "./service-outcome";

const DAYS = 14;

/** A schedule, stored or as a form would make it; `id` null: not stored yet. */
export type ServiceDraft = Omit<Schedule, "id" | "created_at" | "updated_at"> & {
  id: string | null;
};

/** The next 14 days as guests would see them, computed by the time engine from present bookings. */
export async function previewService(
  tenantId: string,
  draft: ServiceDraft,
): Promise<ServicePreview> {
  const today = localDateOf(clock.now(), draft.time_zone);
  const last = addDays(today, DAYS - 1);
  const [window, resources] = await Promise.all([
    readWindow(draft),
    readBusyResources(tenantId, draft, today, last),
  ]);
  const days = previewDays(hoursOf(draft), resources, window, today, last);
  const { currency, duration_minutes, length_options, price_amount } = draft;
  const has_prices =
    days.some(({ times }) => times.some(({ differs }) => differs)) || draft.peak_prices.length > 0;
  return {
    ...(await withPrices(draft, days)),
    currency,
    has_prices,
    lengths:
      length_options.length === 0
        ? []
        : [{ minutes: duration_minutes, price_amount }, ...length_options],
    counted: resources.length,
    of: draft.resource_ids.length,
  };
}

/** The days with the price of each time, and an example of each peak price. */
async function withPrices(
  draft: ServiceDraft,
  days: PreviewDay[],
): Promise<Pick<ServicePreview, "days" | "peaks">> {
  const { peak_prices, time_zone, price_amount } = draft;
  if (peak_prices.length === 0) return { days, peaks: [] };
  const examples = price_amount === null ? [] : peakStarts(peak_prices, days, time_zone);
  const times = days.flatMap((day) => day.times);
  const starts = [...times, ...examples.map((starts_at) => ({ starts_at, price_amount }))];
  const prices = await pricesAt(peak_prices, time_zone, starts);
  const peaks = examples.map((starts_at, at) => ({
    starts_at,
    price_amount: prices[times.length + at] ?? 0,
  }));
  const priced = new Map(
    times.map((time, at) => [time, { ...time, price_amount: prices[at] ?? null }]),
  );
  return {
    days: days.map((day) => ({ ...day, times: day.times.map((time) => priced.get(time) ?? time) })),
    peaks,
  };
}

/** The next start of each rule, epoch ms. */
const peakStarts = (
  rules: Schedule["peak_prices"],
  days: PreviewDay[],
  timeZone: string,
): number[] =>
  rules.flatMap(({ days: weekdays, start }) => {
    const next = days.find(({ date }) =>
      weekdays.includes(new Date(`${date}T00:00:00Z`).getUTCDay() || 7),
    );
    return next === undefined ? [] : [wallTimeToInstant(next.date, start, timeZone)];
  });

/** How many bookings one form can decide about; the others stay. */
export const MAX_DECIDED = 20;
const MAX_PLACES = 5;

/**
 * The first bookings outside, with the free times nearest to each; a single seat is suggested only
 * once.
 */
export async function describeOutside(
  tenantId: string,
  draft: ServiceDraft,
  outside: SavedSchedule["outside_bookings"],
): Promise<OutsideBooking[]> {
  const listedBookings = outside.slice(0, MAX_DECIDED);
  if (listedBookings.length === 0) return [];
  const rows = await readOutside(
    tenantId,
    listedBookings.map(({ id }) => id),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const starts = listedBookings.map(({ starts_at }) => Date.parse(starts_at));
  const from = localDateOf(Math.min(...starts) - NEAR_MS, draft.time_zone);
  const to = localDateOf(Math.max(...starts) + NEAR_MS, draft.time_zone);
  const [window, resources] = await Promise.all([
    readWindow(draft),
    readBusyResources(tenantId, draft, from, to),
  ]);
  const given = new Set<string>();
  return listedBookings.map(({ id, customer_name, resource_id, starts_at, ends_at }) => {
    const same = resources.filter((resource) => resource.id === resource_id);
    const start = Date.parse(starts_at);
    const places = (same.length > 0 ? same : resources.slice(0, 3))
      .flatMap((resource) =>
        nearestFree(hoursOf(draft), resource, window, start, MAX_PLACES + given.size).map(
          (time) => ({
            value: `${resource.id} ${toRfc3339(time.starts_at)}`,
            resource_id: resource.id,
            resource_name: resource.name,
            starts_at: toRfc3339(time.starts_at),
            distance: Math.abs(time.starts_at - start),
          }),
        ),
      )
      .filter(({ value }) => !given.has(value))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MAX_PLACES);
    if (places[0] !== undefined) given.add(places[0].value);
    return {
      id,
      customer_name,
      starts_at,
      ends_at,
      resource_name: known.get(id)?.resource_name ?? "",
      has_email: known.get(id)?.has_email ?? false,
      places: places.map(({ distance: _distance, ...place }) => place),
    };
  });
}
