import { isDeepStrictEqual } from "node:util";
import type { OutsideBookings } from "~/contract/hours";
import type { Schedule } from "~/contract/schedules";
import { enqueue } from "~/jobs/queue.server";
import { pool, prisma, type Sql, transaction } from "~/lib/db.server";
import { readLimits, type StoredLimits } from "../hours/read-limits.server";
import { type ChangedLink, changedTimes } from "./changed-times";
import { fillPending } from "./fill-slots.server";
import { type Concerned, readConcerned, setLinksPending } from "./open-time.sql.server";
import { newlyOutside } from "./outside-bookings.server";
import { readPlanned } from "./read-schedule.server";
import { toSchedule, WITH_RESOURCES } from "./schedule-row";
import { lockForNewHours } from "./write-schedule.sql.server";

/** What a change of open time makes of what it concerns. */
export interface OpenTimeRule {
  /** Which services it can concern. */
  which: Concerned;
  /** The hours of a service from now on; as they are if left out. */
  schedule?: (before: Schedule) => Schedule;
  limits: (before: StoredLimits) => StoredLimits;
}

/** A change of when several services are open, planned: nothing is written yet. */
export interface OpenTimeChange {
  which: Concerned;
  /** The services that it was planned from, and their plans. */
  seen: { schedule: Schedule; plan_version: number }[];
  links: ChangedLink[];
  outside_bookings: OutsideBookings;
}

/** Plans a change of shared hours, of a resource's hours, or of the days on which the company is closed. */
export async function planOpenTime(tenantId: string, rule: OpenTimeRule): Promise<OpenTimeChange> {
  const rows = await prisma.schedule.findMany({
    where: {
      tenant_id: tenantId,
      id: { in: (await readConcerned(pool, tenantId, rule.which)).map(({ id }) => id) },
    },
    include: WITH_RESOURCES,
    orderBy: { id: "asc" },
  });
  const seen = rows.map((row) => ({ schedule: toSchedule(row), plan_version: row.plan_version }));
  const before = await readLimits(tenantId, resourcesOf(seen));
  const limits = { before, after: rule.limits(before) };
  const schedules = seen.map(({ schedule }) => ({
    before: schedule,
    after: rule.schedule?.(schedule) ?? schedule,
  }));
  const links = schedules.flatMap(({ before, after }) =>
    changedTimes(
      { schedule: before, limits: limits.before },
      { schedule: after, limits: limits.after },
    ),
  );
  return {
    which: rule.which,
    seen,
    links,
    outside_bookings: await newlyOutside(tenantId, { schedules, limits }),
  };
}

const resourcesOf = (seen: OpenTimeChange["seen"]): string[] => [
  ...new Set(seen.flatMap(({ schedule }) => schedule.resource_ids)),
];

/** So many services have their times made before the answer, as far as one request makes them. */
const MOST_FILLED_AT_ONCE = 10;

/**
 * Carries a planned change out, with what `write` writes in the same transaction (null where that is overtaken; then nothing may be written).
 * None of its times can be booked from then on until they are made again: some before this returns, the rest by jobs. null, with nothing
 * changed: a service has been saved since it was planned, so it is to be planned again.
 */
export async function applyOpenTime<Written>(
  tenantId: string,
  { which, seen, links }: OpenTimeChange,
  write: (db: Sql) => Promise<Written | null>,
): Promise<Written | null> {
  const changed = [...new Set(links.map(({ schedule_id }) => schedule_id))];
  const written = await transaction(async (db) => {
    await lockForNewHours(db, tenantId, resourcesOf(seen));
    const there = await readConcerned(db, tenantId, which);
    if (
      !isDeepStrictEqual(
        there,
        seen.map(({ schedule: { id }, plan_version }) => ({ id, plan_version })),
      )
    )
      return null;
    const done = await write(db);
    if (done === null) return null;
    await setLinksPending(db, tenantId, links);
    for (const schedule_id of changed)
      await enqueue("slots.ensure", { tenant_id: tenantId, schedule_id }, { db });
    return done;
  });
  if (written !== null)
    for (const id of changed.slice(0, MOST_FILLED_AT_ONCE)) {
      const planned = await readPlanned(tenantId, id);
      if (planned !== null) await fillPending(planned);
    }
  return written;
}
