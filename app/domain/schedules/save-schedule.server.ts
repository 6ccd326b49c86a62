import { isDeepStrictEqual } from "node:util";
import type { SavedSchedule, Schedule } from "~/contract/schedules";
import { bulkPool, type Sql, transaction } from "~/lib/db.server";
import { retryWhenStale } from "~/lib/retry-when-stale";
import { toRfc3339 } from "~/lib/time";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { afterPlaceChanged } from "../calendars/queue-pushes.server";
import type { StaffActor } from "../identity/actor";
import { type OnlinePrice, whyUnpayable } from "../payments/payable.server";
import { recountDaysAhead } from "../seats/claim-seats.sql.server";
import { refillSchedule } from "./ensure-slots.server";
import { unknownResource } from "./check-schedule.server";
import { setPending } from "./open-time.sql.server";
import { planChange, type ScheduleChange } from "./plan-change.server";
import { getSchedule } from "./read-schedule.server";
import { setNeeds } from "./service-needs.sql.server";
import { keepHours } from "./shared-hours.sql.server";
import { takeRoomForSchedule } from "./room-for-schedules.sql.server";
import {
  lockForNewHours,
  overwriteSchedule,
  priceSlots,
  setResources,
  type WrittenSchedule,
} from "./write-schedule.sql.server";

/**
 * Saves a planned change. Its times are pending from then on and cannot be booked until they are
 * made: some within the request, the rest by a job. If the schedule was saved concurrently, the
 * change is planned again from the new version. Throws what planChange throws.
 */
export async function saveChange(
  actor: StaffActor,
  planned: ScheduleChange,
): Promise<SavedSchedule> {
  const tenant_id = actor.tenant.id;
  const { after, outside_bookings } = planned;
  if (planned.is_empty) return { ...after, dry_run: false, outside_bookings };
  const written = await transaction((db) => writeChange(db, actor, planned));
  if (written === null)
    return saveChange(
      actor,
      await planChange(actor, await getSchedule(actor, after.id), planned.patch),
    );
  return afterWritten(tenant_id, planned, written);
}

/**
 * Saves changes of several services in one transaction, after what `write` writes in it: all of it
 * or nothing. `plan` is called again if one of them was saved concurrently. Throws what both throw.
 */
export async function saveChanges(
  actor: StaffActor,
  plan: () => Promise<ScheduleChange[]>,
  write: (db: Sql) => Promise<void> = async () => {},
): Promise<SavedSchedule[]> {
  const tenant_id = actor.tenant.id;
  const saved = await retryWhenStale(async () => {
    const changes = (await plan())
      .filter(({ is_empty }) => !is_empty)
      .sort((a, b) => (a.after.id < b.after.id ? -1 : 1));
    const concerned = changes.flatMap(({ before, after }) => [
      ...before.resource_ids,
      ...after.resource_ids,
    ]);
    return transaction(async (db) => {
      // All of them first, in order of their ids: the services have resources in common.
      await lockForNewHours(db, tenant_id, [...new Set(concerned)]);
      await write(db);
      const done: { change: ScheduleChange; written: WrittenChange }[] = [];
      for (const change of changes) {
        const written = await writeChange(db, actor, change);
        if (written === null) throw new StalePlan();
        done.push({ change, written });
      }
      return done;
    }).catch((error: unknown) => {
      if (error instanceof StalePlan) return null;
      throw error;
    });
  });
  const schedules: SavedSchedule[] = [];
  for (const { change, written } of saved)
    schedules.push(await afterWritten(tenant_id, change, written));
  return schedules;
}

/** Rolls a transaction back that lost a race after it wrote something. */
class StalePlan extends Error {}

type WrittenChange = WrittenSchedule & Pick<Schedule, "resource_ids">;

/** Prices and makes the times of a saved change. */
async function afterWritten(
  tenant_id: string,
  { before, after, outside_bookings }: ScheduleChange,
  { plan_version, version, updated_at, resource_ids }: WrittenChange,
): Promise<SavedSchedule> {
  // Reprice the remaining slots.
  await priceSlots(tenant_id, after.id);
  const schedule = { ...after, resource_ids, version, updated_at: toRfc3339(updated_at.getTime()) };
  const pending_until_filled = await refillSchedule({ tenant_id, schedule, plan_version });
  const isLeft = (id: string) => before.active !== after.active || !resource_ids.includes(id);
  await recountOffered(
    tenant_id,
    [...new Set([...before.resource_ids, ...resource_ids])].filter(isLeft),
  );
  return { ...schedule, pending_until_filled, dry_run: false, outside_bookings };
}

/**
 * Slots that stay are no longer offered once their service is inactive or loses the resource. One
 * resource per transaction, so that bookings wait only briefly.
 */
async function recountOffered(tenantId: string, resourceIds: string[]): Promise<void> {
  for (const id of resourceIds)
    await transaction((db) => recountDaysAhead(db, tenantId, id), bulkPool);
}

/** Whether the price and the way of payment stay the same. */
const asksTheSame = (before: OnlinePrice, after: OnlinePrice): boolean =>
  before.price_amount === after.price_amount &&
  before.currency === after.currency &&
  before.requires_payment === after.requires_payment &&
  isDeepStrictEqual(before.deposit, after.deposit);

/** null, with nothing written: the stored version is not the one it was planned from. */
async function writeChange(
  db: Sql,
  actor: StaffActor,
  { before, after, fields, changed, horizon, hours }: ScheduleChange,
): Promise<WrittenChange | null> {
  const tenant_id = actor.tenant.id;
  // Serialises with a concurrent change of its shared hours.
  const there = await lockForNewHours(db, tenant_id, [
    ...new Set([...before.resource_ids, ...after.resource_ids]),
  ]);
  // A resource may have been deleted since the plan was made.
  if (!(fields.resource_ids ?? []).every((id) => there.has(id))) throw unknownResource();
  if (hours !== null && !(await keepHours(db, tenant_id, hours))) return null;
  const resource_ids = after.resource_ids.filter((id) => there.has(id)).toSorted();
  if (fields.questions !== undefined) await takeRoomForSchedule(db, tenant_id, after);
  // The provider's verdict on a price stays valid while the price does; for a new price only the
  // amount can be checked.
  const unpayable = asksTheSame(before, after) ? "as before" : whyUnpayable(after);
  const written = await overwriteSchedule(db, tenant_id, before, after, unpayable);
  if (written === null) return null;
  if (fields.resource_ids !== undefined || fields.resource_terms !== undefined)
    await setResources(db, tenant_id, after.id, resource_ids, after.resource_terms, horizon);
  if (fields.needs !== undefined || (fields.resource_ids !== undefined && after.needs.length > 0))
    await setNeeds(db, tenant_id, { ...after, resource_ids });
  if (changed.length > 0) await setPending(db, tenant_id, changed);
  const diff = changedFields(before, fields);
  if ("location" in diff) await afterPlaceChanged(db, tenant_id, after.id);
  await writeAudit(db, actor, {
    action: "schedule.updated",
    entity: "schedule",
    entity_id: after.id,
    diff,
  });
  return { ...written, resource_ids };
}
