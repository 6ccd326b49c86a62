import { isDeepStrictEqual } from "node:util";
import type { Hours, OutsideBookings } from "~/contract/hours";
import { enqueue } from "~/jobs/queue.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { yieldOften } from "~/lib/yield-often";
import type { OpenTimes } from "../hours/open-times";
import { readHours, readLimits, type StoredLimits } from "../hours/read-limits.server";
import {
  type ChangedLink,
  ChangedTimes,
  type DateRange,
  LimitedHours,
  type PlannedHours,
} from "./changed-times";
import { fillPending } from "./fill-slots.server";
import {
  type Concerned,
  type PlannedService,
  readConcerned,
  readForPlan,
  setLinksPending,
} from "./open-time.sql.server";
import { type HoursFields, hoursFieldsOf } from "./hours-fields";
import { type HoursChange, newlyOutside } from "./outside-bookings.server";
import { readPlanned } from "./read-schedule.server";
import { lockForNewHours } from "./write-schedule.sql.server";

/** A change of open time and the services it affects. */
export interface OpenTimeRule {
  /** Selects the services that can be affected. */
  which: Concerned;
  /** The dates whose hours change; absent: any. */
  dates?: DateRange;
  /** A service's new hours; absent: unchanged. */
  schedule?: (before: PlannedHours) => PlannedHours;
  limits: (before: StoredLimits) => StoredLimits;
}

/** A planned change of the open time of several services; nothing is written yet. */
export interface OpenTimeChange {
  which: Concerned;
  /** The services it was planned from, with their plan versions. */
  seen: PlannedService[];
  links: ChangedLink[];
  outside_bookings: OutsideBookings;
}

/**
 * Plans a change of shared hours, of a resource's hours, or of the company's closed days. Open time
 * is computed once for all services with the same hours, yielding to other requests in between.
 */
export async function planOpenTime(tenantId: string, rule: OpenTimeRule): Promise<OpenTimeChange> {
  const giveWay = yieldOften();
  const dates = rule.dates ?? null;
  const seen = await readServices(tenantId, rule.which);
  const limits = await readLimits(tenantId, resourcesOf(seen));
  const ofResources = new Map<Hours, OpenTimes>();
  const hours = {
    before: new LimitedHours(limits, ofResources),
    after: new LimitedHours(rule.limits(limits), ofResources),
  };
  const changed = new ChangedTimes(dates);
  const schedules: HoursChange["schedules"] = [];
  const links: ChangedLink[] = [];
  for (const { schedule: before } of seen) {
    await giveWay();
    const after = rule.schedule?.(before) ?? before;
    schedules.push({ before, after });
    links.push(
      ...(await changed.of(
        { schedule: before, hours: hours.before },
        { schedule: after, hours: hours.after },
      )),
    );
  }
  const within = dates && {
    from: Date.parse(dates.from) - REACH_MS,
    to: Date.parse(dates.to) + REACH_MS,
  };
  const outside_bookings = await newlyOutside(tenantId, { schedules, hours, within });
  return { which: rule.which, seen, links, outside_bookings };
}

/** Bookings that start this much earlier or later can still lie in the hours of a date. */
const REACH_MS = 4 * 86_400_000;
/** Batch size for services that don't share their hours: each may take some 40 kB. */
const SERVICES_READ = 50;

/** The services that a change can affect, ordered by id. Shared hours are read once. */
async function readServices(tenantId: string, which: Concerned): Promise<PlannedService[]> {
  const there = await readConcerned(pool, tenantId, which);
  const seen: PlannedService[] = [];
  const shared = new Map<string, HoursFields>();
  for (let at = 0; at < there.length; at += SERVICES_READ) {
    const ids = there.slice(at, at + SERVICES_READ).map(({ id }) => id);
    const services = await readForPlan(tenantId, ids);
    const unread = services.flatMap(({ hours_id }) =>
      hours_id === null || shared.has(hours_id) ? [] : [hours_id],
    );
    for (const [id, hours] of await readHours(tenantId, unread)) shared.set(id, hours);
    for (const { plan_version, own_hours, ...service } of services) {
      const hours = own_hours ?? shared.get(service.hours_id ?? "");
      // Its hours were replaced meanwhile: the change is planned again before it is applied.
      if (hours === undefined) continue;
      seen.push({ schedule: { ...service, ...hoursFieldsOf(hours) }, plan_version });
    }
  }
  return seen;
}

const resourcesOf = (seen: OpenTimeChange["seen"]): string[] => [
  ...new Set(seen.flatMap(({ schedule }) => schedule.resource_ids)),
];

/** How many services at most have slots made within the request. */
const MAX_FILLED_AT_ONCE = 10;

/**
 * Applies a planned change, with what `write` writes in the same transaction (null if it lost a
 * race; then it must not have written anything). From then on the affected times cannot be booked
 * until their slots are made again: some before this returns, the rest by jobs. Returns null, with
 * nothing changed, if a service was saved since planning: plan again.
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
    for (const id of changed.slice(0, MAX_FILLED_AT_ONCE)) {
      const planned = await readPlanned(tenantId, id);
      if (planned !== null) await fillPending(planned);
    }
  return written;
}
