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

/** What a change of open time makes of what it concerns. */
export interface OpenTimeRule {
  /** Which services it can concern. */
  which: Concerned;
  /** The dates whose hours it changes; any if left out. */
  dates?: DateRange;
  /** The hours of a service from now on; as they are if left out. */
  schedule?: (before: PlannedHours) => PlannedHours;
  limits: (before: StoredLimits) => StoredLimits;
}

/** A change of when several services are open, planned: nothing is written yet. */
export interface OpenTimeChange {
  which: Concerned;
  /** The services that it was planned from, and their plans. */
  seen: PlannedService[];
  links: ChangedLink[];
  outside_bookings: OutsideBookings;
}

/**
 * Plans a change of shared hours, of a resource's hours, or of the days on which the company is closed. Open time is worked out once for all
 * services of the same hours, and other requests get their turn in between.
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
/** Services with hours of their own are read so many at a time: each may be some 40 kB. */
const SERVICES_READ = 50;

/** The services that a change can concern, in order of their ids. What shares hours takes them from there, read once. */
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
      // Given other hours since: the plan is made again before it is carried out.
      if (hours === undefined) continue;
      seen.push({ schedule: { ...service, ...hoursFieldsOf(hours) }, plan_version });
    }
  }
  return seen;
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
