import type { PageOf } from "~/contract/common";
import type {
  NewSchedule,
  SavedSchedule,
  Schedule,
  ScheduleFilter,
  SchedulePatch,
} from "~/contract/schedules";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { readCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool, prisma, transaction } from "~/lib/db.server";
import { metaConditions } from "~/lib/has-meta.sql";
import { newId } from "~/lib/ids";
import { literal } from "~/lib/like";
import { toRfc3339 } from "~/lib/time";
import type { Prisma } from "../../../prisma/generated/client";
import { writeAudit } from "../audit/write-audit.server";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import { recountDaysAhead } from "../seats/claim-seats.sql.server";
import { checkAsset } from "../uploads/check-asset.server";
import { checkFeesPayable, checkPricesPayable, hasPrice } from "./check-prices.server";
import { checkResources, checkSchedule, unknownResource } from "./check-schedule.server";
import { lockForDeletion, refuseWhileInUse, removeSchedule } from "./delete-schedule.sql.server";
import { refillSchedule } from "./ensure-slots.server";
import { horizonOf } from "./fill-slots.server";
import { type HoursFields, hoursFieldsOf } from "./hours-fields";
import { planChange, type ScheduleChange } from "./plan-change.server";
import { getSchedule } from "./read-schedule.server";
import { takeRoomForSchedule } from "./room-for-schedules.sql.server";
import { checkRoomForPlan } from "./room-for-slots.server";
import { saveChange } from "./save-schedule.server";
import { type ScheduleRow, toSchedule, WITH_RESOURCES } from "../hours/schedule-row";
import { setNeeds } from "./service-needs.sql.server";
import { keepHours } from "./shared-hours.sql.server";
import { findHours } from "./take-hours.server";
import { insertSchedule, lockForNewHours, setResources } from "./write-schedule.sql.server";

export { getSchedule } from "./read-schedule.server";

const SORT = "position";

/**
 * The tenant's schedules by position, then oldest first; people limited to some resources see only
 * schedules of those.
 */
export async function listSchedules(
  actor: StaffActor,
  filter: ScheduleFilter,
): Promise<PageOf<Schedule>> {
  const limit = resourceLimit(actor);
  const tenant_id = actor.tenant.id;
  const where: Prisma.ScheduleWhereInput = {
    tenant_id,
    ...(limit !== null && { resources: { some: { tenant_id, resource_id: { in: limit } } } }),
    ...(filter.active !== undefined && { active: filter.active }),
    ...(filter.search !== undefined && {
      name: { contains: literal(filter.search), mode: "insensitive" as const },
    }),
    AND: [
      ...(filter.resource_id === undefined
        ? []
        : [{ resources: { some: { tenant_id, resource_id: filter.resource_id } } }]),
      ...metaConditions(filter.meta),
    ],
  };
  const rows = await prisma.schedule.findMany({
    where: filter.cursor === undefined ? where : { AND: [where, afterCursor(filter.cursor)] },
    include: WITH_RESOURCES,
    orderBy: [{ position: "asc" }, { created_at: "asc" }, { id: "asc" }],
    take: filter.limit + 1,
  });
  const total = filter.include?.includes("total")
    ? await prisma.schedule.count({ where })
    : undefined;
  const page = toPage(rows, filter.limit, cursorOf, total);
  return { ...page, data: page.data.map(toSchedule) };
}

const cursorOf = ({ position, created_at, id }: ScheduleRow): string =>
  writeCursor(SORT, [String(position), created_at.toISOString(), id]);

function afterCursor(cursor: string): Prisma.ScheduleWhereInput {
  const [written = "", instant = "", id = ""] = readCursor(SORT, cursor, 3);
  const [position, created_at] = [Number(written), new Date(instant)];
  return {
    OR: [
      { position: { gt: position } },
      { position, created_at: { gt: created_at } },
      { position, created_at, id: { gt: id } },
    ],
  };
}

/**
 * Creates a schedule and fills its horizon with slots. `id`: used by the onboarding only, which
 * fixes it in advance; unique per tenant. Throws validation_failed (unknown resources,
 * contradictory rules), already_exists (the tenant has one with this id).
 */
export async function createSchedule(
  actor: StaffActor,
  input: NewSchedule,
  id = newId(),
): Promise<Schedule> {
  const tenant_id = actor.tenant.id;
  const { hours, ...opened } = await hoursOfNew(actor, input);
  const complete = {
    ...input,
    ...opened,
    currency: currencyOf(actor, input),
    resource_ids: input.resource_ids.toSorted(),
  };
  checkSchedule(complete);
  checkPricesPayable(complete);
  checkFeesPayable(complete, actor.tenant.currency);
  await checkResources(actor, complete.resource_ids);
  if (complete.image_asset_id !== null)
    await checkAsset(pool, tenant_id, "image_asset_id", complete.image_asset_id);
  await checkRoomForPlan(tenant_id, { ...complete, id });
  const written = await transaction(async (db) => {
    const there = await lockForNewHours(db, tenant_id, complete.resource_ids);
    if (!complete.resource_ids.every((one) => there.has(one))) throw unknownResource();
    if (hours !== null && !(await keepHours(db, tenant_id, hours))) return "overtaken" as const;
    await takeRoomForSchedule(db, tenant_id, { id, questions: complete.questions });
    const made = await insertSchedule(db, tenant_id, id, complete);
    if (made === null) throw new AppError("already_exists", "This service exists already.");
    await setResources(
      db,
      tenant_id,
      id,
      complete.resource_ids,
      complete.resource_terms,
      horizonOf(complete),
    );
    if (complete.needs.length > 0) await setNeeds(db, tenant_id, { ...complete, id });
    await writeAudit(db, actor, { action: "schedule.created", entity: "schedule", entity_id: id });
    return made;
  });
  if (written === "overtaken") return createSchedule(actor, input, id); // retry with the present hours
  const { version, plan_version, created_at, updated_at } = written;
  const times = {
    created_at: toRfc3339(created_at.getTime()),
    updated_at: toRfc3339(updated_at.getTime()),
  };
  const schedule = { ...complete, id, version, ...times };
  return {
    ...schedule,
    pending_until_filled: await refillSchedule({ tenant_id, schedule, plan_version }),
  };
}

/**
 * Changes a schedule. Times outside the new hours cannot be booked from then on, even while slots
 * are still being made (pending_until_filled); booked times stay. The answer lists the upcoming
 * bookings outside the new hours or resources; with `dry_run` nothing is changed. `version`: the
 * one the change is based on. Throws not_found, validation_failed, version_conflict (saved by
 * someone else since).
 */
export async function updateSchedule(
  actor: StaffActor,
  id: string,
  patch: SchedulePatch,
): Promise<SavedSchedule> {
  const { dry_run = false, ...rest } = patch;
  const change = await planChange(actor, await getSchedule(actor, id), rest);
  if (!dry_run) return saveChange(actor, change);
  return { ...change.after, dry_run, outside_bookings: change.outside_bookings };
}

/** The hours of a new schedule: its own, or shared ones. Throws validation_failed. */
async function hoursOfNew(
  actor: StaffActor,
  input: NewSchedule,
): Promise<HoursFields & Pick<ScheduleChange, "hours">> {
  const own = { ...input, time_zone: input.time_zone ?? actor.tenant.time_zone };
  if (input.hours_id !== null) {
    const hours = await findHours(actor, input.hours_id);
    return { ...hoursFieldsOf(hours), hours };
  }
  if (own.rules === undefined)
    throw invalidField("rules", "Give the weekly hours, or shared ones (hours_id).", "required");
  return { ...hoursFieldsOf({ ...own, rules: own.rules }), hours: null };
}

/**
 * Deletes a schedule with its slots. Throws not_found, in_use (upcoming live bookings: deactivate
 * it instead).
 */
export async function deleteSchedule(actor: StaffActor, id: string): Promise<void> {
  const { resource_ids } = await getSchedule(actor, id);
  if (!resource_ids.every((resource) => mayUseResource(actor, resource)))
    throw notFound("Schedule", id);
  await transaction(async (db) => {
    // The locks keep out new bookings during the check; a former resource may still have booked
    // slots.
    const locked = await lockForDeletion(db, actor.tenant.id, id, resource_ids);
    await refuseWhileInUse(db, actor.tenant.id, id, locked);
    await removeSchedule(db, actor.tenant.id, id);
    for (const resource_id of locked) await recountDaysAhead(db, actor.tenant.id, resource_id);
    await writeAudit(db, actor, { action: "schedule.deleted", entity: "schedule", entity_id: id });
  });
}

function currencyOf(actor: StaffActor, input: NewSchedule): string | null {
  return hasPrice(input) ? (input.currency ?? actor.tenant.currency) : null;
}
