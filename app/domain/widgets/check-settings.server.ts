import type { WidgetSettings } from "~/contract/widget-configs";
import { invalidFields } from "~/lib/app-error";
import type { StaffActor } from "../identity/actor";
import { findKnown } from "./widget-configs.sql.server";

/**
 * Checks across fields. Throws validation_failed: a resource or schedule that does not exist and
 * was not chosen `before`, SMS codes without a phone number.
 */
export async function checkSettings(
  actor: StaffActor,
  settings: WidgetSettings,
  before: WidgetSettings | null,
): Promise<void> {
  const issues = [
    ...(await unknown(actor, "resource", settings.resource_ids, before?.resource_ids)),
    ...(await unknown(actor, "schedule", settings.schedule_ids, before?.schedule_ids)),
  ];
  if (settings.verification === "sms" && settings.steps.phone === "off")
    issues.push({
      path: "steps.phone",
      code: "contradiction",
      message: "Codes by SMS need the phone number.",
    });
  if (issues.length > 0) throw invalidFields(issues);
}

async function unknown(
  actor: StaffActor,
  table: "resource" | "schedule",
  ids: string[] | null,
  before: string[] | null | undefined,
) {
  const added = ids?.filter((id) => !before?.includes(id)) ?? [];
  if (ids === null || added.length === 0) return [];
  const known = await findKnown(actor.tenant.id, table, added);
  return ids.flatMap((id, index) =>
    added.includes(id) && !known.has(id)
      ? [
          {
            path: `${table}_ids.${index}`,
            code: "unknown",
            message: `This ${table} does not exist.`,
          },
        ]
      : [],
  );
}
