import { t } from "~/i18n/text";

export interface AuditChange {
  field: string;
  /** null: not recorded. */
  before: string | null;
  after: string;
}

/**
 * Changes, one line per field: values are [before, after]; of objects only differing parts are
 * listed ("policy.max_reschedules"). Other recorded values, such as counts, have no "before".
 */
export function auditChanges(diff: Record<string, unknown>): AuditChange[] {
  return Object.entries(diff).flatMap(([field, value]) =>
    isPair(value)
      ? compare(field, value[0], value[1])
      : [{ field, before: null, after: write(value) }],
  );
}

const isPair = (value: unknown): value is [unknown, unknown] =>
  Array.isArray(value) && value.length === 2;

function compare(field: string, before: unknown, after: unknown): AuditChange[] {
  if (!isRecord(before) || !isRecord(after))
    return [{ field, before: write(before), after: write(after) }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .flatMap((name) => compare(`${field}.${name}`, before[name], after[name]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function write(value: unknown): string {
  if (value === null || value === undefined || value === "") return t("nothing");
  if (typeof value === "boolean") return value ? t("yes") : t("no");
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return value.length === 0 ? t("nothing") : value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
