import sql from "sql-template-tag";
import { type NamedStatement, prepared, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { PlanStep } from "./slot-plan";

/** Whose slots are made, and from which of the schedule's plans. */
export interface PlanOwner {
  tenant_id: string;
  resource_id: string;
  schedule_id: string;
  plan_version: number;
}

/** What a step did; `booked`: the starts of slots that stay for their guests. */
export interface AppliedStep {
  created: number;
  kept: number;
  removed: number;
  booked: Date[];
}

/**
 * A step of a plan as apply_slot_plan (apply-slot-plan.sql) takes it; `open`: until when (epoch ms) the hours around each start stay open. Tried
 * again, its slots have the same ids.
 */
export function slotPlanStep(
  { tenant_id, resource_id, schedule_id, plan_version }: PlanOwner,
  { from, to, starts, open }: PlanStep & { open: number[] },
): NamedStatement {
  return prepared(
    sql`select * from apply_slot_plan(${tenant_id}::uuid, ${resource_id}::uuid, ${schedule_id}::uuid, ${plan_version}::int,
      ${new Date(from)}::timestamptz, ${new Date(to)}::timestamptz, ${starts.map(newId)}::uuid[],
      ${instants(starts)}::timestamptz[], ${instants(open)}::timestamptz[])`,
  );
}

const instants = (times: number[]): string[] => times.map((time) => new Date(time).toISOString());

/** null, with nothing done: the schedule has another plan by now. */
export async function applySlotPlan(db: Sql, step: NamedStatement): Promise<AppliedStep | null> {
  return (await db.query<AppliedStep>(step)).rows[0] ?? null;
}
