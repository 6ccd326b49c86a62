import type { Hours } from "~/contract/hours";
import type { SavedSchedule, Schedule, SchedulePatch } from "~/contract/schedules";
import { AppError, notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { changedFields } from "../audit/changed-fields";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { checkPayable, checkTimesPayable } from "../payments/payable.server";
import { readLimits } from "../hours/read-limits.server";
import { checkAsset } from "../uploads/check-asset.server";
import type { Span } from "./changed-span";
import { changedTimes } from "./changed-times";
import { checkResources, checkSchedule } from "./check-schedule.server";
import { horizonOf } from "./fill-slots.server";
import { outsideOf } from "./outside-bookings.server";
import { takeHours } from "./take-hours.server";
import { checkRoomForSchedule } from "./room-for-schedules.sql.server";
import { checkRoomForPlan } from "./room-for-slots.server";

/** What a patch makes of a schedule: nothing is written yet. A preview shows it, `saveChange` applies it. */
export interface ScheduleChange {
  /** What it was planned from. */
  before: Schedule;
  after: Schedule;
  patch: Omit<SchedulePatch, "dry_run">;
  /** The fields that are written: those of the patch, and the currency that goes with the price. */
  fields: Omit<SchedulePatch, "dry_run" | "version">;
  /** Nothing of it is other than what is stored. */
  is_empty: boolean;
  /** The times that a save makes, changes or takes away start in here; null: they stay as they are. */
  changed: Span | null;
  /** The shared hours that it takes, as they were planned from; null: it has its own. */
  hours: Pick<Hours, "id" | "version"> | null;
  /** All the times ahead of `after`: those of a resource that is added. */
  horizon: Span;
  /** The first bookings ahead that the new hours or resources do not hold, by their start. */
  outside_bookings: SavedSchedule["outside_bookings"];
}

/**
 * Plans a change of the schedule `before`, which this person has been shown. Throws not_found (a resource of it is not theirs),
 * validation_failed, version_conflict (the patch was made from another version).
 */
export async function planChange(
  actor: StaffActor,
  before: Schedule,
  patch: Omit<SchedulePatch, "dry_run">,
): Promise<ScheduleChange> {
  const tenant_id = actor.tenant.id;
  const { version, ...named } = patch;
  // A field without a value is not named.
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as typeof named;
  if (version !== undefined && version !== before.version)
    throw new AppError("version_conflict", "Someone else has changed this service. Compare, and save again.");
  const { changes, hours } = await takeHours(actor, before, given);
  const wanted = { ...before, ...changes };
  // A price that goes takes its currency along.
  const currency =
    wanted.price_amount === null ? (changes.currency ?? null) : (wanted.currency ?? actor.tenant.currency);
  const after = { ...wanted, currency } as Schedule; // parsed by the contract
  await checkChange(actor, before, after, changes);
  const fields = { ...changes, currency };
  return {
    ...{ before, after, patch, fields, hours },
    is_empty: Object.keys(changedFields(before, inOrder(fields))).length === 0,
    changed: changedTimes({ schedule: before }, { schedule: after }),
    horizon: horizonOf(after),
    outside_bookings: await outsideOf(tenant_id, after, await readLimits(tenant_id, after.resource_ids)),
  };
}

/** Throws not_found, validation_failed. */
async function checkChange(
  actor: StaffActor,
  before: Schedule,
  after: Schedule,
  { resource_ids, questions, image_asset_id }: ScheduleChange["fields"],
): Promise<void> {
  checkSchedule(after);
  if (image_asset_id) await checkAsset(pool, actor.tenant.id, "image_asset_id", image_asset_id);
  const asksAnew = asksForMoney(after) && ASKING.some((name) => after[name] !== before[name]);
  if (asksAnew) checkPayable(after, "price_amount");
  if (asksAnew && !asksForMoney(before)) await checkTimesPayable(pool, actor.tenant.id, before);
  if (!before.resource_ids.every((resource) => mayUseResource(actor, resource))) throw notFound();
  if (resource_ids !== undefined) await checkResources(actor, resource_ids);
  if (questions !== undefined) await checkRoomForSchedule(pool, actor.tenant.id, { id: after.id, questions });
  await checkRoomForPlan(actor.tenant.id, after);
}

/** What decides whether guests can pay for a service online. One that was saved before there was a rule may change in all else. */
const ASKING = ["price_amount", "currency", "requires_payment"] as const;

const asksForMoney = ({
  requires_payment,
  price_amount,
}: Pick<Schedule, "requires_payment" | "price_amount">): boolean => requires_payment && Boolean(price_amount);

/** Resources are a set, and read in order of their ids. */
function inOrder<T extends { resource_ids?: string[] }>(changes: T): T {
  return changes.resource_ids === undefined ? changes : { ...changes, resource_ids: changes.resource_ids.toSorted() };
}
