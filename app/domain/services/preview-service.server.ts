import type { SavedSchedule, Schedule } from "~/contract/schedules";
import { clock } from "~/lib/clock";
import { addDays, localDateOf, toRfc3339 } from "~/lib/time";
import { hoursOf } from "../hours/stored-hours";
import { onResource } from "../schedules/service-terms";
import { readBusyResources, readWindow } from "./busy-resources.sql.server";
import { readOutside } from "./outside-bookings.sql.server";
import { type BusyResource, nearestFree, NEAR_MS, previewDays } from "./preview-days";
import type { OutsideBooking, ServicePreview } from "./service-outcome";

const DAYS = 14;

/** A schedule as it is, or as a form would make it; `id` null: it is not there yet. */
export type ServiceDraft = Omit<Schedule, "id" | "created_at" | "updated_at"> & { id: string | null };

/** The next 14 days as guests would be offered them, by the engine that makes the times and what is booked now. */
export async function previewService(tenantId: string, draft: ServiceDraft): Promise<ServicePreview> {
  const today = localDateOf(clock.now(), draft.time_zone);
  const last = addDays(today, DAYS - 1);
  const [window, resources] = await Promise.all([readWindow(draft), readResources(tenantId, draft, today, last)]);
  return {
    days: previewDays(hoursOf(draft), resources, window, today, last),
    counted: resources.length,
    of: draft.resource_ids.length,
  };
}

/** What is taken of its resources, each with the length that the service has on it. */
async function readResources(tenantId: string, draft: ServiceDraft, from: string, to: string): Promise<BusyResource[]> {
  const found = await readBusyResources(tenantId, draft, from, to);
  return found.map((each) => ({ ...each, duration_minutes: onResource(draft, each.id).duration_minutes }));
}

/** As many bookings as one form can decide; the others are kept. */
export const MOST_DECIDED = 20;
const MOST_PLACES = 5;

/** The first bookings outside with the free times nearest to each; no two are offered the same place of one seat. */
export async function describeOutside(
  tenantId: string,
  draft: ServiceDraft,
  outside: SavedSchedule["outside_bookings"],
): Promise<OutsideBooking[]> {
  const shown = outside.slice(0, MOST_DECIDED);
  if (shown.length === 0) return [];
  const rows = await readOutside(
    tenantId,
    shown.map(({ id }) => id),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const starts = shown.map(({ starts_at }) => Date.parse(starts_at));
  const from = localDateOf(Math.min(...starts) - NEAR_MS, draft.time_zone);
  const to = localDateOf(Math.max(...starts) + NEAR_MS, draft.time_zone);
  const [window, resources] = await Promise.all([readWindow(draft), readResources(tenantId, draft, from, to)]);
  const given = new Set<string>();
  return shown.map(({ id, customer_name, resource_id, starts_at, ends_at }) => {
    const same = resources.filter((resource) => resource.id === resource_id);
    const start = Date.parse(starts_at);
    const places = (same.length > 0 ? same : resources.slice(0, 3))
      .flatMap((resource) =>
        nearestFree(hoursOf(draft), resource, window, start, MOST_PLACES + given.size).map((time) => ({
          value: `${resource.id} ${toRfc3339(time.starts_at)}`,
          resource_id: resource.id,
          resource_name: resource.name,
          starts_at: toRfc3339(time.starts_at),
          distance: Math.abs(time.starts_at - start),
        })),
      )
      .filter(({ value }) => !given.has(value))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST_PLACES);
    if (places[0] !== undefined) given.add(places[0].value);
    return {
      ...{ id, customer_name, starts_at, ends_at },
      resource_name: known.get(id)?.resource_name ?? "",
      has_email: known.get(id)?.has_email ?? false,
      places: places.map(({ distance: _distance, ...place }) => place),
    };
  });
}
