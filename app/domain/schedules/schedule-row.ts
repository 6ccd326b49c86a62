import type { Schedule } from "~/contract/schedules";
import { toRfc3339 } from "~/lib/time";
import { dateOf } from "../hours/hours-row";
import type { Schedule as Row } from "../../../prisma/generated/client";

export type ScheduleRow = Row & { resources: { resource_id: string; pending_from: Date | null }[] };
export const WITH_RESOURCES = {
  resources: { select: { resource_id: true, pending_from: true }, orderBy: { resource_id: "asc" as const } },
};

export function toSchedule(row: ScheduleRow): Schedule {
  const { tenant_id: _tenant, plan_version: _version, unpayable: _unpayable, resources, ...fields } = row;
  return {
    ...fields,
    resource_ids: resources.map((link) => link.resource_id),
    pending_until_filled: resources.some((link) => link.pending_from !== null),
    // The JSON columns are written through the contract's schema only.
    rules: row.rules as Schedule["rules"],
    overrides: row.overrides as Schedule["overrides"],
    questions: row.questions as Schedule["questions"],
    meta: row.meta as Schedule["meta"],
    valid_from: dateOf(row.valid_from),
    valid_to: dateOf(row.valid_to),
    created_at: toRfc3339(row.created_at.getTime()),
    updated_at: toRfc3339(row.updated_at.getTime()),
  };
}
