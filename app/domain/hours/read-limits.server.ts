import type { Hours } from "~/contract/hours";
import { clock } from "~/lib/clock";
import { prisma } from "~/lib/db.server";
import { dateOf, toHours } from "./hours-row";
import type { HoursLimits } from "./open-within";
import { hoursOf } from "./stored-hours";

/** What narrows the hours of a company's services. */
export interface StoredLimits {
  /** From now on, ascending. */
  closed_dates: string[];
  /** By resource: the hours it has, where it has some. */
  hours: ReadonlyMap<string, Hours>;
}

const DAY_MS = 86_400_000;
/** Hours that began on an earlier date can still be open. */
const PAST_DAYS = 4;

/**
 * What narrows the hours of services on these resources, as it is stored. Times that are made from it stay right as long as the plan of their
 * schedule does, which is read first: every change of a limit gives the schedules that it concerns a new one.
 */
export async function readLimits(
  tenantId: string,
  resourceIds: readonly string[],
): Promise<StoredLimits> {
  const [days, resources] = await Promise.all([
    prisma.closedDay.findMany({
      where: { tenant_id: tenantId, date: { gte: new Date(clock.now() - PAST_DAYS * DAY_MS) } },
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

/** Shared hours by their ids, each once. */
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

/** What narrows the hours of services on one resource. */
export function limitsOf({ closed_dates, hours }: StoredLimits, resourceId: string): HoursLimits {
  const own = hours.get(resourceId);
  return { closed_dates, resource: own === undefined ? null : hoursOf(own) };
}
