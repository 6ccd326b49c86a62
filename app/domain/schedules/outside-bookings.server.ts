import type { OutsideBookings } from "~/contract/hours";
import { prisma } from "~/lib/db.server";
import { localDateOf, toRfc3339 } from "~/lib/time";
import { yieldOften } from "~/lib/yield-often";
import { OpenTimes } from "../hours/open-times";
import { outsideHours } from "../hours/outside-hours";
import { limitsOf, readLimits, type StoredLimits } from "../hours/read-limits.server";
import { LimitedHours, type PlannedHours } from "./changed-times";
import { readUpcoming, type UpcomingBooking } from "./outside-bookings.sql.server";
import { readSchedule } from "../hours/stored-schedule.server";

/** How many of the bookings outside are listed. */
const MAX_NAMED = 200;

/** A change of the hours of some services, and of the limits on them. */
export interface HoursChange {
  schedules: { before: PlannedHours; after: PlannedHours }[];
  hours: { before: LimitedHours; after: LimitedHours };
  /** Only bookings that start within can be affected, epoch ms; null: all future ones. */
  within: { from: number; to: number } | null;
}

/** The first upcoming bookings of a service that lie outside its hours or resources. */
export async function outsideOf(
  tenantId: string,
  schedule: PlannedHours,
  hours: LimitedHours,
): Promise<OutsideBookings> {
  const upcoming = await readUpcoming(tenantId, [schedule.id], null);
  return name(tenantId, await outside(upcoming, schedule, hours, yieldOften()));
}

/** The first upcoming bookings that a change leaves outside and that were inside before. */
export async function newlyOutside(
  tenantId: string,
  { schedules, hours, within }: HoursChange,
): Promise<OutsideBookings> {
  const ids = schedules.map(({ before }) => before.id);
  const ofSchedule = groupBy(
    await readUpcoming(tenantId, ids, within),
    ({ schedule_id }) => schedule_id,
  );
  const giveWay = yieldOften();
  const found: UpcomingBooking[] = [];
  for (const { before, after } of schedules) {
    const own = ofSchedule.get(before.id);
    if (own === undefined) continue;
    const known = new Set(await outside(own, before, hours.before, giveWay));
    const wanted = await outside(own, after, hours.after, giveWay);
    found.push(...wanted.filter((time) => !known.has(time)));
  }
  return name(tenantId, found);
}

/** A time of a booking; epoch ms. */
type BookedTime = Pick<UpcomingBooking, "resource_id" | "starts_at" | "ends_at"> & {
  schedule_id: string | null;
};

/**
 * Returns the bookings that lie outside the present hours of their service, resource or company.
 * Each service is read once. A booking without a service is outside when the resource or the
 * company is closed.
 */
export async function outsideNow<T extends BookedTime>(
  tenant: { id: string; time_zone: string },
  times: T[],
): Promise<T[]> {
  if (times.length === 0) return [];
  const resources = new Set(times.map(({ resource_id }) => resource_id));
  const limits = await readLimits(tenant.id, [...resources]);
  const hours = new LimitedHours(limits);
  const giveWay = yieldOften();
  const found: T[] = [];
  for (const [id, own] of groupBy(times, ({ schedule_id }) => schedule_id ?? "")) {
    const schedule = id === "" ? null : await readSchedule(tenant.id, id);
    found.push(
      ...(schedule === null
        ? own.filter((time) => isOutsideWithout(time, limits, tenant.time_zone))
        : await outside(own, schedule, hours, giveWay)),
    );
  }
  return found;
}

function isOutsideWithout(time: BookedTime, stored: StoredLimits, timeZone: string): boolean {
  const limits = limitsOf(stored, time.resource_id);
  if (limits.resource !== null)
    return outsideHours(OpenTimes.of(limits.resource, limits), [time]).length > 0;
  return limits.closed_dates.includes(localDateOf(time.starts_at, timeZone));
}

async function outside<T extends BookedTime>(
  upcoming: T[],
  schedule: PlannedHours,
  hours: LimitedHours,
  giveWay: () => Promise<void>,
): Promise<T[]> {
  const offering = new Set(schedule.resource_ids);
  const found: T[] = [];
  for (const [resource, times] of groupBy(upcoming, ({ resource_id }) => resource_id)) {
    await giveWay();
    found.push(
      ...(offering.has(resource)
        ? outsideHours(hours.openTimes(schedule, resource), times)
        : times),
    );
  }
  return found;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** The first of them, by start. */
async function name(tenantId: string, found: UpcomingBooking[]): Promise<OutsideBookings> {
  const first = found.sort((a, b) => a.starts_at - b.starts_at).slice(0, MAX_NAMED);
  if (first.length === 0) return [];
  const rows = await prisma.booking.findMany({
    where: { tenant_id: tenantId, id: { in: first.map(({ id }) => id) } },
    select: { id: true, reference: true, customer_name: true },
  });
  const named = new Map(rows.map((row) => [row.id, row]));
  return first.flatMap(({ id, resource_id, starts_at, ends_at }) => {
    const row = named.get(id);
    if (row === undefined) return [];
    return {
      id,
      reference: row.reference,
      resource_id,
      starts_at: toRfc3339(starts_at),
      ends_at: toRfc3339(ends_at),
      customer_name: row.customer_name,
    };
  });
}
