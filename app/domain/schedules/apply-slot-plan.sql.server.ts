import sql from "sql-template-tag";
import { type NamedStatement, prepared, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { PlanStep } from "./slot-plan";

/** The schedule and resource whose slots are made, and the version of the plan. */
export interface PlanOwner {
  tenant_id: string;
  resource_id: string;
  schedule_id: string;
  plan_version: number;
}

/** The result of a step; `booked`: the starts of slots kept because they are booked. */
export interface AppliedStep {
  created: number;
  kept: number;
  removed: number;
  booked: Date[];
}

/**
 * A plan step as input of apply_slot_plan (apply-slot-plan.sql); `open`: until when (epoch ms) the
 * hours around each start stay open. A retry creates slots with the same ids.
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

/** null, with nothing written: the schedule has a newer plan. */
export async function applySlotPlan(db: Sql, step: NamedStatement): Promise<AppliedStep | null> {
  return (await db.query<AppliedStep>(step)).rows[0] ?? null;
}
