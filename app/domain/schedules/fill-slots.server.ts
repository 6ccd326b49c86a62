import { MAX_SLOTS_IN_REQUEST } from "~/contract/limits";
import type { Schedule } from "~/contract/schedules";
import type { GeneratedSlots } from "~/contract/slots";
import { clock } from "~/lib/clock";
import { bulkPool, inRolledBackTransaction, transaction } from "~/lib/db.server";
import { addDays, localDateOf, startOfDay, toRfc3339 } from "~/lib/time";
import { applySlotPlan, slotPlanStep } from "./apply-slot-plan.sql.server";
import { pendingLinks } from "./pending-times.sql.server";
import { type PlanStep, planSteps } from "./slot-plan";
import { type HoursLimits, NO_LIMITS } from "../hours/open-within";
import { limitsOf, readLimits } from "../hours/read-limits.server";
import { hoursOf } from "../hours/stored-hours";
import { onResource } from "../quotes/service-terms";
import { type SlotTime, slotTimes } from "./slot-times";

/** A schedule with its plan version: steps from another version are rejected. */
export interface PlannedSchedule {
  tenant_id: string;
  schedule: Schedule;
  plan_version: number;
}

export const nothingGenerated: GeneratedSlots = { created: 0, kept: 0, removed: 0, skipped: [] };

export function addGenerated(a: GeneratedSlots, b: GeneratedSlots): GeneratedSlots {
  return {
    created: a.created + b.created,
    kept: a.kept + b.kept,
    removed: a.removed + b.removed,
    skipped: [...a.skipped, ...b.skipped],
  };
}

/**
 * The last date for which slots of a schedule are made: the day after its horizon, because the
 * clock moves on before the next daily job.
 */
export function lastDateOf(schedule: Pick<Schedule, "time_zone" | "max_advance_days">): string {
  return addDays(localDateOf(clock.now(), schedule.time_zone), schedule.max_advance_days + 1);
}

/** The whole horizon of a schedule from now on, as [from, to) in epoch ms. */
export function horizonOf(schedule: Pick<Schedule, "time_zone" | "max_advance_days">): {
  from: number;
  to: number;
} {
  return {
    from: clock.now(),
    to: startOfDay(addDays(lastDateOf(schedule), 1), schedule.time_zone),
  };
}

/**
 * The times of a schedule (`onResource`) that start in [from, to), epoch ms; with `limits`, those
 * of one resource.
 */
export function timesBetween(
  schedule: Schedule,
  from: number,
  to: number,
  limits: HoursLimits = NO_LIMITS,
): SlotTime[] {
  // Hours over midnight belong to the earlier date, so the range of dates is wider than the range
  // of instants.
  const first = addDays(localDateOf(from, schedule.time_zone), -2);
  const times = slotTimes(hoursOf(schedule), first, localDateOf(to, schedule.time_zone), limits);
  return times.filter((time) => time.starts_at >= from && time.starts_at < to);
}

/**
 * Updates the slots of some of a schedule's resources in [from, to) to match its hours, step by
 * step. `onProgress` is called after each step. null: the schedule was changed meanwhile, and that
 * change makes its slots.
 */
export async function fillSlots(
  planned: PlannedSchedule,
  resourceIds: string[],
  range: { from: number; to: number },
  options: { dry_run?: boolean; onProgress?: (made: number) => Promise<void> } = {},
): Promise<GeneratedSlots | null> {
  const now = clock.now();
  const limits = await readLimits(planned.tenant_id, resourceIds);
  let total = nothingGenerated;
  for (const resource_id of [...resourceIds].sort()) {
    const schedule = onResource(planned.schedule, resource_id);
    const times = timesBetween(schedule, range.from, range.to, limitsOf(limits, resource_id));
    const past = times.filter((time) => time.starts_at <= now);
    const steps = planSteps(times.slice(past.length), range.from, range.to);
    const skipped = past.map((time) => ({
      resource_id,
      starts_at: toRfc3339(time.starts_at),
      reason: "past",
    }));
    total = addGenerated(total, { ...nothingGenerated, skipped });
    const openAt = new Map(times.map(({ starts_at, open_until }) => [starts_at, open_until]));
    for (const step of steps) {
      const open = step.starts.map((start) => openAt.get(start)!); // the starts come from `times`
      const done = await applyStep(
        planned,
        resource_id,
        { ...step, open },
        options.dry_run ?? false,
      );
      if (done === null) return null;
      total = addGenerated(total, done);
      await options.onProgress?.(step.starts.length);
    }
  }
  return total;
}

async function applyStep(
  { tenant_id, schedule, plan_version }: PlannedSchedule,
  resource_id: string,
  planned: PlanStep & { open: number[] },
  dryRun: boolean,
): Promise<GeneratedSlots | null> {
  const step = slotPlanStep(
    { tenant_id, resource_id, schedule_id: schedule.id, plan_version },
    planned,
  );
  const done = await (dryRun ? inRolledBackTransaction : transaction)(
    (db) => applySlotPlan(db, step),
    bulkPool,
  );
  if (done === null) return null;
  const { booked, ...counts } = done;
  const skipped = booked.map((at) => ({
    resource_id,
    starts_at: toRfc3339(at.getTime()),
    reason: "booked",
  }));
  return { ...counts, skipped };
}

/** All resources are filled this far before any of them further. */
const FIRST_MS = 14 * 86_400_000;

/**
 * Makes pending slots of a schedule, the next two weeks first, up to the limit per request. Returns
 * whether any are left.
 */
export async function fillPending(planned: PlannedSchedule): Promise<boolean> {
  const { tenant_id, schedule } = planned;
  const limits = await readLimits(tenant_id, schedule.resource_ids);
  let room = MAX_SLOTS_IN_REQUEST;
  for (const ahead of [FIRST_MS, Infinity])
    for (const { resource_id, pending_from, pending_until } of await pendingLinks(
      tenant_id,
      schedule.id,
    )) {
      if (room === 0) break; // left to the job
      const from = Math.max(pending_from.getTime(), clock.now());
      const to = Math.min(pending_until.getTime(), clock.now() + ahead);
      const whole = timesBetween(
        onResource(schedule, resource_id),
        from,
        to,
        limitsOf(limits, resource_id),
      );
      const last = whole.length > room ? whole[room]!.starts_at : to;
      if (last <= pending_from.getTime()) continue;
      await fillSlots(planned, [resource_id], { from: pending_from.getTime(), to: last });
      room -= Math.min(whole.length, room);
    }
  return (await pendingLinks(tenant_id, schedule.id)).length > 0;
}
