import { MAX_DAYS_AHEAD, MAX_SLOTS_IN_REQUEST } from "~/contract/limits";
import type { GeneratedSlots, GenerateSlots, SlotJob } from "~/contract/slots";
import type { Schedule } from "~/contract/schedules";
import { invalidField, notFound } from "~/lib/app-error";
import { bulkPool, pool, transaction } from "~/lib/db.server";
import { tenantsAfter } from "~/lib/in-steps.sql.server";
import { clock } from "~/lib/clock";
import { addDays, daysBetween, localDateOf, startOfDay } from "~/lib/time";
import { retryWhenStale } from "~/lib/retry-when-stale";
import { enqueue } from "~/jobs/queue.server";
import { writeAudit } from "../audit/write-audit.server";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { recountDaysAhead } from "../seats/claim-seats.sql.server";
import { lockResources } from "../seats/lock-resource.sql.server";
import { scheduleIds } from "./active-schedules.sql.server";
import {
  addGenerated,
  fillPending,
  fillSlots,
  horizonOf,
  nothingGenerated,
  type PlannedSchedule,
  timesBetween,
} from "./fill-slots.server";
import { deleteForeign, resourcesWithForeign } from "./foreign-slots.sql.server";
import { pendingSpan } from "./pending-times.sql.server";
import { checkRoomForMore, countPlanned } from "./room-for-slots.server";
import { readPlanned } from "./read-schedule.server";
import { onResource } from "../quotes/service-terms";
import type { SlotTask } from "./slot-job-rows.sql.server";
import { startSlotJob } from "./slot-jobs.server";

const MAX_DAYS = 92;
const MAX_SLOTS = 20_000;
const PAGE = 100;
const NIL = "00000000-0000-0000-0000-000000000000";

/**
 * The requested schedule and range. Throws not_found, validation_failed (more than 92 days or
 * 20,000 slots, too far ahead).
 */
async function readRequest(actor: StaffActor, input: GenerateSlots) {
  const planned = await readPlanned(actor.tenant.id, input.schedule_id);
  const resourceIds = input.resource_ids ?? planned?.schedule.resource_ids ?? [];
  if (planned === null || !planned.schedule.resource_ids.some((id) => mayUseResource(actor, id)))
    throw notFound("Schedule", input.schedule_id);
  const { schedule } = planned;
  if (!resourceIds.every((id) => schedule.resource_ids.includes(id) && mayUseResource(actor, id)))
    throw invalidField("resource_ids", "This resource is not part of the schedule.", "unknown");
  if (input.to < input.from) throw invalidField("to", "The last day is before the first.");
  if (daysBetween(input.from, input.to) >= MAX_DAYS)
    throw invalidField("to", `At most ${MAX_DAYS} days in one call.`, "too_big");
  const latest = addDays(localDateOf(clock.now(), schedule.time_zone), MAX_DAYS_AHEAD);
  if (input.to > latest)
    throw invalidField("to", `At most ${MAX_DAYS_AHEAD} days ahead.`, "too_far");
  const range = {
    from: startOfDay(input.from, schedule.time_zone),
    to: startOfDay(addDays(input.to, 1), schedule.time_zone),
  };
  const countOf = (id: string) =>
    timesBetween(onResource(schedule, id), range.from, range.to).length;
  const count = resourceIds.reduce((sum, id) => sum + countOf(id), 0);
  if (count > MAX_SLOTS)
    throw invalidField(
      "to",
      `At most ${MAX_SLOTS.toLocaleString("en")} slots in one call; take fewer days.`,
      "too_big",
    );
  await checkRoomForMore(actor.tenant.id, schedule.id, count, "to", range);
  return { planned, resource_ids: resourceIds, range, count };
}

/**
 * Generates the slots of a schedule for the days from..to (inclusive, in its zone). Throws
 * not_found, validation_failed.
 */
export async function generateSlots(
  actor: StaffActor,
  input: GenerateSlots,
): Promise<GeneratedSlots> {
  const { planned, resource_ids, range } = await readRequest(actor, input);
  const done = await fillSlots(planned, resource_ids, range, input);
  if (done === null) return generateSlots(actor, input); // saved meanwhile: start over
  if (!input.dry_run) await auditGenerated(actor, planned.schedule.id, done);
  return done;
}

/**
 * The same within the request if it is small enough, else as a job. Throws not_found,
 * validation_failed, in_use.
 */
export async function requestSlots(
  actor: StaffActor,
  input: GenerateSlots,
): Promise<GeneratedSlots | { job: SlotJob }> {
  const { resource_ids, range, count } = await readRequest(actor, input);
  if (count <= MAX_SLOTS_IN_REQUEST || input.dry_run) return generateSlots(actor, input);
  return startSlotJob(actor, [{ schedule_id: input.schedule_id, resource_ids, range }], count);
}

async function auditGenerated(
  actor: StaffActor,
  scheduleId: string,
  done: GeneratedSlots,
): Promise<void> {
  const { created, removed } = done;
  const diff = { created, removed };
  await writeAudit(pool, actor, {
    action: "slots.generated",
    entity: "schedule",
    entity_id: scheduleId,
    diff,
  });
}

/**
 * Fills the rolling horizon of one schedule, or of all active ones this caller may change. Throws
 * not_found.
 */
export async function ensureSlotsFor(
  actor: StaffActor,
  scheduleId: string | undefined,
): Promise<GeneratedSlots> {
  const ids = scheduleId === undefined ? await scheduleIds(actor.tenant.id) : [scheduleId];
  let total = nothingGenerated;
  for (const id of ids) {
    const done = await fillCurrent(actor.tenant.id, id, (resource) =>
      mayUseResource(actor, resource),
    );
    if (done !== null) {
      await auditGenerated(actor, id, done);
      total = addGenerated(total, done);
    } else if (scheduleId !== undefined) throw notFound("Schedule", scheduleId);
  }
  return total;
}

/** The same within the request if it is small enough, else as a job. Throws not_found, in_use. */
export async function requestHorizon(
  actor: StaffActor,
  scheduleId: string | undefined,
): Promise<GeneratedSlots | { job: SlotJob }> {
  const ids = scheduleId === undefined ? await scheduleIds(actor.tenant.id) : [scheduleId];
  const tasks: SlotTask[] = [];
  let count = 0;
  for (const schedule_id of ids) {
    const planned = await readPlanned(actor.tenant.id, schedule_id);
    const resource_ids =
      planned?.schedule.resource_ids.filter((id) => mayUseResource(actor, id)) ?? [];
    if (planned === null || resource_ids.length === 0) continue;
    count += countPlanned({ ...planned.schedule, resource_ids });
    tasks.push({ schedule_id, resource_ids, range: null });
  }
  return count <= MAX_SLOTS_IN_REQUEST
    ? ensureSlotsFor(actor, scheduleId)
    : startSlotJob(actor, tasks, count);
}

/**
 * After saving a schedule: makes as many slots as fit into the request, the rest by a job. Returns
 * whether times are still pending.
 */
export async function refillSchedule(planned: PlannedSchedule): Promise<boolean> {
  const isPending = await fillPending(planned);
  await enqueue("slots.ensure", { tenant_id: planned.tenant_id, schedule_id: planned.schedule.id });
  return isPending;
}

/**
 * The job: fills the whole horizon, and removes slots on resources that the schedule no longer has.
 */
export async function ensureSchedule(tenantId: string, scheduleId: string): Promise<void> {
  const planned = await readPlanned(tenantId, scheduleId);
  if (planned !== null) await removeForeign(tenantId, planned.schedule);
  await fillCurrent(tenantId, scheduleId, () => true);
}

/** The daily job: extends every active schedule's horizon by a day. */
export async function ensureAllSlots(): Promise<void> {
  let after = NIL;
  for (
    let page = await tenantsAfter(after, PAGE);
    page.length > 0;
    page = await tenantsAfter(after, PAGE)
  ) {
    for (const tenantId of page)
      for (const id of await scheduleIds(tenantId)) await ensureSchedule(tenantId, id);
    after = page.at(-1)!; // not empty
  }
}

/**
 * Fills the horizon of a schedule, starting over when it is saved meanwhile; null: it does not
 * exist, or none of its resources is `mine`.
 */
async function fillCurrent(
  tenantId: string,
  scheduleId: string,
  isMine: (resourceId: string) => boolean,
): Promise<GeneratedSlots | null> {
  const { filled } = await retryWhenStale(async () => {
    const planned = await readPlanned(tenantId, scheduleId);
    const mine = planned?.schedule.resource_ids.filter(isMine) ?? [];
    if (planned === null || mine.length === 0) return { filled: null };
    const slots = await fillHorizon(planned, mine);
    return slots && { filled: slots };
  });
  return filled;
}

async function fillHorizon(
  planned: PlannedSchedule,
  resourceIds: string[],
): Promise<GeneratedSlots | null> {
  const { tenant_id, schedule } = planned;
  const { first, last } = await pendingSpan(tenant_id, schedule.id);
  const { from, to } = horizonOf(schedule);
  // Also covers times pending from earlier, or beyond a horizon that was shortened.
  const range = {
    from: Math.min(from, first?.getTime() ?? from),
    to: Math.max(to, last?.getTime() ?? to),
  };
  return fillSlots(planned, resourceIds, range);
}

async function removeForeign(tenantId: string, schedule: Schedule): Promise<void> {
  for (const resource_id of await resourcesWithForeign(tenantId, schedule))
    await transaction(async (db) => {
      await lockResources(db, tenantId, [resource_id]);
      await deleteForeign(db, tenantId, schedule, resource_id);
      await recountDaysAhead(db, tenantId, resource_id);
    }, bulkPool);
}
