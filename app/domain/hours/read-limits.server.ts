import type { Hours } from "~/contract/hours";
import { clock } from "~/lib/clock";
import { prisma } from "~/lib/db.server";
import { dateOf, toHours } from "./hours-row";
import type { HoursLimits } from "./open-within";
import { hoursOf } from "./stored-hours";

/** Limits on the hours of a company's services. */
export interface StoredLimits {
  /** From today on, or since the date asked for, ascending. */
  closed_dates: string[];
  /** The hours of resources, by resource, if they have any. */
  hours: ReadonlyMap<string, Hours>;
}

const DAY_MS = 86_400_000;
/** Hours that started on an earlier date can still be open. */
const PAST_DAYS = 4;

/**
 * The stored limits on the hours of services on these resources. Read the schedule's plan version
 * first: slots made from these limits are valid while that version is, because every change of a
 * limit gives the affected schedules a new one.
 */
export async function readLimits(
  tenantId: string,
  resourceIds: readonly string[],
  since = new Date(clock.now() - PAST_DAYS * DAY_MS),
): Promise<StoredLimits> {
  const [days, resources] = await Promise.all([
    prisma.closedDay.findMany({
      where: { tenant_id: tenantId, date: { gte: since } },
      select: { date: true },
      orderBy: { date: "asc" },
    }),
    prisma.resource.findMany({
      where: { tenant_id: tenantId, id: { in: [...resourceIds] }, hours_id: { not: null } },
      select: { id: true, hours_id: true },
    }),
  ]);
  const shared = await readHours(
    tenantId,
    resources.flatMap(({ hours_id }) => hours_id ?? []),
  );
  const hours = resources.flatMap(({ id, hours_id }) => {
    const own = shared.get(hours_id ?? "");
    return own === undefined ? [] : [[id, own] as const];
  });
  return { closed_dates: days.map(({ date }) => dateOf(date)), hours: new Map(hours) };
}

/** Shared hours by id. */
export async function readHours(
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Hours>> {
  if (ids.length === 0) return new Map();
  const rows = await prisma.hours.findMany({
    where: { tenant_id: tenantId, id: { in: [...new Set(ids)] } },
  });
  return new Map(rows.map((row) => [row.id, toHours(row)]));
}

/** The limits on the hours of services on one resource. */
export function limitsOf({ closed_dates, hours }: StoredLimits, resourceId: string): HoursLimits {
  const own = hours.get(resourceId);
  return { closed_dates, resource: own === undefined ? null : hoursOf(own) };
}
