import { UPCOMING } from "~/contract/booking-status";
import type { OutsideBookings } from "~/contract/hours";
import type { Schedule } from "~/contract/schedules";
import { clock } from "~/lib/clock";
import { prisma } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { outsideHours } from "../hours/outside-hours";
import { limitsOf, type StoredLimits } from "../hours/read-limits.server";
import { hoursOf } from "../hours/stored-hours";

/** How many bookings are looked at, and how many of those outside are named. */
const MOST_READ = 5000;
const MOST_NAMED = 200;

/** The bookings ahead of these services, by their start. */
async function readUpcoming(tenantId: string, scheduleIds: string[]) {
  const found = await prisma.booking.findMany({
    where: {
      tenant_id: tenantId,
      schedule_id: { in: scheduleIds },
      starts_at: { gt: clock.date() },
      status: { in: [...UPCOMING] },
    },
    select: {
      ...{ id: true, reference: true, schedule_id: true, resource_id: true },
      ...{ starts_at: true, ends_at: true, customer_name: true },
    },
    orderBy: { starts_at: "asc" },
    take: MOST_READ,
  });
  return found.map((row) => ({
    row,
    starts_at: row.starts_at.getTime(),
    ends_at: row.ends_at.getTime(),
  }));
}

type Upcoming = Awaited<ReturnType<typeof readUpcoming>>[number];

/** A change of the hours of some services, and of what narrows them. */
export interface HoursChange {
  schedules: { before: Schedule; after: Schedule }[];
  limits: { before: StoredLimits; after: StoredLimits };
}

/** The first bookings ahead of a service that its hours, or its resources, do not hold. */
export async function outsideOf(
  tenantId: string,
  schedule: Schedule,
  limits: StoredLimits,
): Promise<OutsideBookings> {
  return named(outside(await readUpcoming(tenantId, [schedule.id]), schedule, limits));
}

/** The first bookings ahead that a change leaves outside, and that were not before. */
export async function newlyOutside(
  tenantId: string,
  { schedules, limits }: HoursChange,
): Promise<OutsideBookings> {
  const upcoming = await readUpcoming(
    tenantId,
    schedules.map(({ before }) => before.id),
  );
  const found = schedules.flatMap(({ before, after }) => {
    const own = upcoming.filter(({ row }) => row.schedule_id === before.id);
    const known = new Set(outside(own, before, limits.before));
    return outside(own, after, limits.after).filter((time) => !known.has(time));
  });
  return named(found.sort((a, b) => a.starts_at - b.starts_at));
}

function outside(upcoming: Upcoming[], schedule: Schedule, limits: StoredLimits): Upcoming[] {
  const found = [...new Set(upcoming.map(({ row }) => row.resource_id))].flatMap((resource) => {
    const times = upcoming.filter(({ row }) => row.resource_id === resource);
    if (!schedule.resource_ids.includes(resource)) return times;
    return outsideHours(hoursOf(schedule), times, limitsOf(limits, resource));
  });
  return found.sort((a, b) => a.starts_at - b.starts_at);
}

const named = (found: Upcoming[]): OutsideBookings =>
  found
    .slice(0, MOST_NAMED)
    .map(({ row: { schedule_id: _schedule, ...row }, starts_at, ends_at }) => ({
      ...row,
      ...{ starts_at: toRfc3339(starts_at), ends_at: toRfc3339(ends_at) },
    }));
