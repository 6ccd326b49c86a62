import sql from "sql-template-tag";
import { UPCOMING } from "~/contract/booking-status";
import type { PageOf } from "~/contract/common";
import type { NewSchedule, SavedSchedule, Schedule, ScheduleFilter, SchedulePatch } from "~/contract/schedules";
import { invalidField, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { readTimeCursor, toPage, writeCursor } from "~/lib/cursor.server";
import { pool, prisma, transaction } from "~/lib/db.server";
import { metaConditions } from "~/lib/has-meta.sql";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import type { Prisma } from "../../../prisma/generated/client";
import { auditRow, changedFields, writeAudit } from "../audit/write-audit.server";
import { mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import { checkPayable, checkTimesPayable } from "../payments/payable.server";
import { literal } from "../resources/resources.server";
import { refuseWhileBooked } from "../seats/refuse-while-booked.sql.server";
import { refillSchedule } from "./ensure-slots.server";
import { horizonOf } from "./fill-slots.server";
import { outsideHours } from "./outside-hours";
import { checkRoomForSchedule } from "./room-for-schedules.server";
import { checkRoomForPlan } from "./room-for-slots.server";
import { changedMeanwhile, saveSchedule, scheduleColumns } from "./save-schedule.server";
import { toSchedule, WITH_RESOURCES } from "./schedule-row";
import { hoursOf } from "./stored-hours";

const SORT = "created_at";

/** The tenant's schedules, oldest first; people limited to some resources see the schedules of those. */
export async function listSchedules(actor: StaffActor, filter: ScheduleFilter): Promise<PageOf<Schedule>> {
  const limit = resourceLimit(actor);
  const where: Prisma.ScheduleWhereInput = {
    tenant_id: actor.tenant.id,
    ...(limit !== null && { resources: { some: { resource_id: { in: limit } } } }),
    ...(filter.active !== undefined && { active: filter.active }),
    ...(filter.search !== undefined && { name: { contains: literal(filter.search), mode: "insensitive" as const } }),
    AND: [
      ...(filter.resource_id === undefined ? [] : [{ resources: { some: { resource_id: filter.resource_id } } }]),
      ...metaConditions(filter.meta),
    ],
  };
  const rows = await prisma.schedule.findMany({
    where: filter.cursor === undefined ? where : { AND: [where, afterCursor(filter.cursor)] },
    include: WITH_RESOURCES,
    orderBy: [{ created_at: "asc" }, { id: "asc" }],
    take: filter.limit + 1,
  });
  const total = filter.include?.includes("total") ? await prisma.schedule.count({ where }) : undefined;
  const page = toPage(rows, filter.limit, (row) => writeCursor(SORT, [row.created_at.toISOString(), row.id]), total);
  return { ...page, data: page.data.map(toSchedule) };
}

function afterCursor(cursor: string): Prisma.ScheduleWhereInput {
  const { at, id } = readTimeCursor(SORT, cursor);
  return { OR: [{ created_at: { gt: at } }, { created_at: at, id: { gt: id } }] };
}

/** Throws not_found, for a schedule of nothing but other people's resources too. */
export async function getSchedule(actor: StaffActor, id: string): Promise<Schedule> {
  const row = await prisma.schedule.findUnique({
    where: { tenant_id_id: { tenant_id: actor.tenant.id, id } },
    include: WITH_RESOURCES,
  });
  // One that has lost all its resources is seen by those who see everything.
  const isMine = row?.resources.some((link) => mayUseResource(actor, link.resource_id)) ?? false;
  if (row === null || !(isMine || (row.resources.length === 0 && resourceLimit(actor) === null))) throw notFound();
  return toSchedule(row);
}

/** Creates a schedule and fills its horizon with slots. Throws validation_failed (unknown resources, rules that contradict). */
export async function createSchedule(actor: StaffActor, input: NewSchedule, id = newId()): Promise<Schedule> {
  const complete = {
    ...input,
    time_zone: input.time_zone ?? actor.tenant.time_zone,
    currency: currencyOf(actor, input),
  };
  checkSchedule(complete);
  checkPayable(complete, "price_amount");
  await checkResources(actor, input.resource_ids);
  await checkRoomForPlan(actor.tenant.id, { ...complete, id } as Schedule); // its times say when it was made, which nobody asks
  const { resource_ids, ...fields } = complete;
  const { from, to } = horizonOf(complete);
  const pending = { pending_from: new Date(from), pending_until: new Date(to) };
  await prisma.$transaction(async (tx) => {
    await checkRoomForSchedule(tx, actor.tenant.id, { id, questions: input.questions });
    await tx.schedule.create({
      data: {
        ...scheduleColumns(fields),
        tenant: { connect: { id: actor.tenant.id } },
        id,
        resources: { create: resource_ids.map((resource_id) => ({ resource_id, ...pending })) },
      } as Prisma.ScheduleCreateInput, // tenant_id of the links comes from the parent
    });
    await tx.auditRow.create({
      data: auditRow(actor, { action: "schedule.created", entity: "schedule", entity_id: id }),
    });
  });
  await refillSchedule(actor.tenant.id, id);
  return getSchedule(actor, id);
}

/**
 * Changes a schedule. From then on nothing outside the new hours can be booked, whether their times are made yet (pending_until_filled) or
 * not; booked times stay for their guests. The answer names the future bookings that the new hours or resources do not hold; with `dry_run`
 * it is all that happens. `version`: the one that the change was made from. Throws not_found, validation_failed,
 * version_conflict (someone else saved it since).
 */
export async function updateSchedule(actor: StaffActor, id: string, patch: SchedulePatch): Promise<SavedSchedule> {
  const { dry_run = false, version, ...changes } = patch;
  const before = await getSchedule(actor, id);
  if (version !== undefined && version !== before.version) throw changedMeanwhile();
  const wanted = { ...before, ...changes };
  // A price that goes takes its currency along.
  wanted.currency =
    wanted.price_amount === null ? (changes.currency ?? null) : (wanted.currency ?? actor.tenant.currency);
  checkSchedule(wanted);
  const asksAnew = asksForMoney(wanted) && ASKING.some((name) => wanted[name] !== before[name]);
  if (asksAnew) checkPayable(wanted, "price_amount");
  if (asksAnew && !asksForMoney(before)) await checkTimesPayable(pool, actor.tenant.id, before);
  if (!before.resource_ids.every((resource) => mayUseResource(actor, resource))) throw notFound();
  if (changes.resource_ids !== undefined) await checkResources(actor, changes.resource_ids);
  const { questions } = changes;
  if (dry_run && questions !== undefined)
    await prisma.$transaction((tx) => checkRoomForSchedule(tx, actor.tenant.id, { id, questions }));
  await checkRoomForPlan(actor.tenant.id, wanted as Schedule); // parsed by the contract
  const outside_bookings = await findOutside(actor, wanted);
  const all = { ...changes, currency: wanted.price_amount === null ? null : wanted.currency };
  const isSame = Object.keys(changedFields(before, inOrder(all))).length === 0;
  if (dry_run || isSame) return { ...wanted, dry_run, outside_bookings };
  await saveSchedule(actor, before, all, version);
  await refillSchedule(actor.tenant.id, id);
  return { ...(await getSchedule(actor, id)), dry_run, outside_bookings };
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

/** How many of the bookings outside are named. */
const MOST_OUTSIDE = 200;

async function findOutside(actor: StaffActor, schedule: Schedule): Promise<SavedSchedule["outside_bookings"]> {
  const found = await prisma.booking.findMany({
    where: {
      tenant_id: actor.tenant.id,
      schedule_id: schedule.id,
      starts_at: { gt: clock.date() },
      status: { in: [...UPCOMING] },
    },
    select: { id: true, reference: true, resource_id: true, starts_at: true, ends_at: true, customer_name: true },
    orderBy: { starts_at: "asc" },
    take: 5000,
  });
  const times = found.map((row) => ({ row, starts_at: row.starts_at.getTime(), ends_at: row.ends_at.getTime() }));
  const outside = new Set(outsideHours(hoursOf(schedule), times));
  return times
    .filter((time) => outside.has(time) || !schedule.resource_ids.includes(time.row.resource_id))
    .slice(0, MOST_OUTSIDE)
    .map(({ row, starts_at, ends_at }) => ({ ...row, starts_at: toRfc3339(starts_at), ends_at: toRfc3339(ends_at) }));
}

/** Deletes a schedule with its slots. Throws not_found, in_use (future live bookings: switch it off instead). */
export async function deleteSchedule(actor: StaffActor, id: string): Promise<void> {
  const { resource_ids } = await getSchedule(actor, id);
  if (!resource_ids.every((resource) => mayUseResource(actor, resource))) throw notFound();
  await transaction(async (db) => {
    // The resources' locks keep new bookings of this schedule out while we look; a resource it had once may still have booked slots.
    const locked = await db.query<{ id: string }>(
      `update resource set slots_version = slots_version + 1 where tenant_id = $1 and id in (
         select r.id from resource r where r.tenant_id = $1 and (r.id = any($2::uuid[])
           or exists (select 1 from slot s where s.tenant_id = $1 and s.resource_id = r.id and s.schedule_id = $3))
         order by r.id for no key update) returning id`,
      [actor.tenant.id, resource_ids, id],
    );
    const isOfThis = sql`schedule_id = ${id} and resource_id = any(${locked.rows.map((row) => row.id)}::uuid[])`;
    await refuseWhileBooked(db, actor.tenant.id, isOfThis, "Switch it off to stop new ones.");
    await db.query("delete from schedule where tenant_id = $1 and id = $2", [actor.tenant.id, id]);
    await writeAudit(db, actor, { action: "schedule.deleted", entity: "schedule", entity_id: id });
  });
}

function currencyOf(actor: StaffActor, input: { price_amount: number | null; currency: string | null }): string | null {
  return input.price_amount === null ? null : (input.currency ?? actor.tenant.currency);
}

type Checked = Omit<Schedule, "id" | "version" | "created_at" | "updated_at" | "overrides"> & {
  overrides: { date: string }[];
};

/** What one field alone cannot tell. Throws validation_failed. */
function checkSchedule(schedule: Checked): void {
  if (schedule.valid_from !== null && schedule.valid_to !== null && schedule.valid_from > schedule.valid_to)
    throw invalidField("valid_to", "The last day is before the first.");
  const dates = schedule.overrides.map((override) => override.date);
  if (new Set(dates).size !== dates.length) throw invalidField("overrides", "Each date can be set once.");
  if (schedule.active && schedule.resource_ids.length === 0)
    throw invalidField("resource_ids", "Choose what can be booked by it.", "required");
  if (schedule.requires_payment && !schedule.price_amount)
    throw invalidField("price_amount", "Set a price when payment is required.");
  if ((schedule.price_amount === null) !== (schedule.currency === null))
    throw invalidField("currency", "Set a price and its currency together.");
  const ids = schedule.questions.map((question) => question.id);
  if (new Set(ids).size !== ids.length) throw invalidField("questions", "Give each question a different id.");
}

async function checkResources(actor: StaffActor, ids: string[]): Promise<void> {
  const known = await prisma.resource.count({ where: { tenant_id: actor.tenant.id, id: { in: ids } } });
  if (known !== ids.length || !ids.every((id) => mayUseResource(actor, id)))
    throw invalidField("resource_ids", "This resource does not exist.", "unknown");
}
