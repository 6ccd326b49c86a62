import sql from "sql-template-tag";
import type { DeleteSlots, GeneratedSlots, GenerateSlots } from "~/contract/slots";
import type { Schedule } from "~/contract/schedules";
import { invalidField, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { pool, transaction } from "~/lib/db.server";
import { addDays, daysBetween, localDateOf, startOfDay, toRfc3339 } from "~/lib/time";
import { enqueue } from "~/jobs/queue.server";
import { writeAudit } from "../audit/write-audit.server";
import { mayUseResource, type StaffActor, type SystemActor } from "../identity/actor";
import { lockResources } from "../seats/lock-resource.server";
import { readSchedule, scheduleIds } from "./read-schedule.server";
import { hoursOf } from "./stored-hours";
import { slotTimes } from "./slot-times";
import {
  addGenerated,
  applySlotPlan,
  nothingGenerated,
  slotIsBooked,
  type SlotPlan,
  splitPast,
} from "./generate-slots.server";

const MAX_DAYS = 92;
const MAX_SLOTS = 20_000;
/** How far a saved schedule is filled before the answer; a job fills the rest of its horizon. */
const FIRST_DAYS = 14;

type Generator = StaffActor | SystemActor;

/**
 * Generates the slots of a schedule for the days from..to (inclusive, in its zone).
 * Throws not_found, validation_failed (more than 92 days or 20,000 slots).
 */
export async function generateSlots(actor: StaffActor, input: GenerateSlots): Promise<GeneratedSlots> {
  const schedule = await readSchedule(actor.tenant.id, input.schedule_id);
  const resourceIds = input.resource_ids ?? schedule?.resource_ids ?? [];
  if (schedule === null || !schedule.resource_ids.some((id) => mayUseResource(actor, id))) throw notFound();
  if (!resourceIds.every((id) => schedule.resource_ids.includes(id) && mayUseResource(actor, id)))
    throw invalidField("resource_ids", "This resource is not part of the schedule.", "unknown");
  if (input.to < input.from) throw invalidField("to", "The last day is before the first.");
  if (daysBetween(input.from, input.to) >= MAX_DAYS)
    throw invalidField("to", `At most ${MAX_DAYS} days in one call.`, "too_big");
  const times = slotTimes(hoursOf(schedule), input.from, input.to);
  if (times.length * resourceIds.length > MAX_SLOTS)
    throw invalidField(
      "to",
      `At most ${MAX_SLOTS.toLocaleString("en")} slots in one call; take fewer days.`,
      "too_big",
    );
  const done = await fill(schedule, actor.tenant.id, resourceIds, input.from, input.to, input.dry_run);
  if (!input.dry_run) await auditGenerated(actor, schedule.id, done);
  return done;
}

async function auditGenerated(actor: StaffActor, scheduleId: string, done: GeneratedSlots): Promise<void> {
  const { created, removed } = done;
  const diff = { created, removed };
  await writeAudit(pool, actor, { action: "slots.generated", entity: "schedule", entity_id: scheduleId, diff });
}

/** Fills the rolling horizon of one schedule or of all active ones, as far as this caller may. Throws not_found. */
export async function ensureSlotsFor(actor: StaffActor, scheduleId: string | undefined): Promise<GeneratedSlots> {
  const ids = scheduleId === undefined ? await scheduleIds(actor.tenant.id) : [scheduleId];
  let total = nothingGenerated;
  for (const id of ids) {
    const schedule = await readSchedule(actor.tenant.id, id);
    const mine = schedule?.resource_ids.filter((resource) => mayUseResource(actor, resource)) ?? [];
    if (schedule !== null && mine.length > 0) {
      const done = await fillHorizon(schedule, actor.tenant.id, mine);
      await auditGenerated(actor, id, done);
      total = addGenerated(total, done);
    } else if (scheduleId !== undefined) throw notFound();
  }
  return total;
}

/** After a schedule was saved: its first two weeks at once, the rest of the horizon by a job. */
export async function refillSchedule(actor: Generator, scheduleId: string): Promise<void> {
  const tenantId = actor.tenant.id;
  const schedule = await readSchedule(tenantId, scheduleId);
  if (schedule === null) return;
  const today = localDateOf(clock.now(), schedule.time_zone);
  const horizon = Math.min(FIRST_DAYS, schedule.max_advance_days);
  await fill(schedule, tenantId, schedule.resource_ids, today, addDays(today, horizon), false);
  await enqueue("slots.ensure", { tenant_id: tenantId, schedule_id: scheduleId });
}

/** The job's part: the whole horizon, and no slots left on resources that the schedule no longer has. */
export async function ensureSchedule(tenantId: string, scheduleId: string): Promise<void> {
  const schedule = await readSchedule(tenantId, scheduleId);
  if (schedule === null) return;
  await removeForeign(tenantId, schedule);
  await fillHorizon(schedule, tenantId, schedule.resource_ids);
}

/** The daily job: every active schedule's horizon moves on by a day. */
export async function ensureAllSlots(): Promise<void> {
  const all = await pool.query<{ tenant_id: string; id: string }>(
    "select tenant_id, id from schedule where active order by tenant_id, id",
  );
  for (const { tenant_id, id } of all.rows) await ensureSchedule(tenant_id, id);
}

async function fillHorizon(schedule: Schedule, tenantId: string, resourceIds: string[]): Promise<GeneratedSlots> {
  const today = localDateOf(clock.now(), schedule.time_zone);
  const last = addDays(today, schedule.max_advance_days + 1);
  let total = nothingGenerated;
  for (let from = today; from <= last; from = addDays(from, MAX_DAYS)) {
    const to = [addDays(from, MAX_DAYS - 1), last].sort()[0]!; // the earlier of two dates
    total = addGenerated(total, await fill(schedule, tenantId, resourceIds, from, to, false));
  }
  return total;
}

async function fill(
  schedule: Schedule,
  tenantId: string,
  resourceIds: string[],
  from: string,
  to: string,
  dryRun: boolean,
): Promise<GeneratedSlots> {
  const start = startOfDay(from, schedule.time_zone);
  const end = startOfDay(addDays(to, 1), schedule.time_zone);
  // Hours over midnight belong to the day before: a range of days is a range of instants.
  const times = slotTimes(hoursOf(schedule), addDays(from, -2), to).filter(
    (time) => time.starts_at >= start && time.starts_at < end,
  );
  let total = nothingGenerated;
  for (const resource_id of [...resourceIds].sort()) {
    const whole: SlotPlan = {
      tenant_id: tenantId,
      resource_id,
      schedule_id: schedule.id,
      from: new Date(start),
      to: new Date(end),
      times,
      price_amount: schedule.price_amount,
      currency: schedule.currency,
    };
    const { plan, skipped } = splitPast(whole, clock.now());
    total = addGenerated(total, { ...nothingGenerated, skipped });
    total = addGenerated(total, await applySlotPlan(plan, dryRun));
  }
  return total;
}

async function removeForeign(tenantId: string, schedule: Schedule): Promise<void> {
  const isForeign = sql`s.tenant_id = ${tenantId} and s.schedule_id = ${schedule.id} and s.origin = 'generated'
    and s.starts_at > now() and s.resource_id <> all(${schedule.resource_ids}::uuid[]) and not ${slotIsBooked}`;
  await transaction(async (db) => {
    const left = await db.query<{ resource_id: string }>(
      sql`select distinct s.resource_id from slot s where ${isForeign}`,
    );
    if (left.rows.length === 0) return;
    await lockResources(
      db,
      tenantId,
      left.rows.map((row) => row.resource_id),
    );
    await db.query(sql`delete from slot s where ${isForeign}`);
  });
}

/**
 * Deletes slots of a resource or schedule over whole days (in the tenant's zone); one with a live booking stays and is listed.
 * `only_free: false` also takes slots whose time is partly claimed by other schedules. Throws not_found.
 */
export async function deleteSlots(actor: StaffActor, input: DeleteSlots) {
  const from = new Date(startOfDay(input.from, actor.tenant.time_zone));
  const to = new Date(startOfDay(addDays(input.to, 1), actor.tenant.time_zone));
  const resources = await resourcesOf(actor, input);
  const where = sql`s.tenant_id = ${actor.tenant.id} and s.resource_id = any(${resources}::uuid[])
    and (${input.schedule_id ?? null}::uuid is null or s.schedule_id = ${input.schedule_id ?? null}) and s.starts_at >= ${from} and s.starts_at < ${to}`;
  const deleted = await transaction(async (db) => {
    // Queued behind the bookings of these resources, so that none of them comes between.
    await lockResources(db, actor.tenant.id, resources);
    const gone = await db.query(
      sql`delete from slot s where ${where} and not ${slotIsBooked} and (${!input.only_free} or s.taken = 0)`,
    );
    const { from: first, to: last } = input;
    const diff = { from: first, to: last, deleted: gone.rowCount };
    const entity = input.schedule_id === undefined ? "resource" : "schedule";
    const entity_id = input.schedule_id ?? input.resource_id ?? null;
    await writeAudit(db, actor, { action: "slots.deleted", entity, entity_id, diff });
    return gone.rowCount ?? 0;
  });
  const kept = await pool.query<{ id: string; resource_id: string; starts_at: Date }>(
    sql`select s.id, s.resource_id, s.starts_at from slot s where ${where} and ${slotIsBooked} order by s.starts_at limit 1000`,
  );
  return {
    deleted,
    kept_booked: kept.rows.map((row) => ({ ...row, starts_at: toRfc3339(row.starts_at.getTime()) })),
  };
}

async function resourcesOf(actor: StaffActor, input: DeleteSlots): Promise<string[]> {
  const schedule = input.schedule_id === undefined ? undefined : await readSchedule(actor.tenant.id, input.schedule_id);
  const named = input.resource_id === undefined ? (schedule?.resource_ids ?? []) : [input.resource_id];
  const known = await pool.query<{ id: string }>(
    "select id from resource where tenant_id = $1 and id = any($2::uuid[])",
    [actor.tenant.id, named],
  );
  const mine = known.rows.map((row) => row.id).filter((id) => mayUseResource(actor, id));
  if (schedule === null || mine.length === 0) throw notFound();
  return mine;
}
