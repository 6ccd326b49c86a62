import { AuditFilter } from "~/contract/audit";
import { t } from "~/i18n/text";

const NAMES = ["entity", "entity_id", "actor", "action", "from", "to", "cursor"] as const;

/** Parses the audit log's URL. Invalid parts are ignored and reported. */
export function readAuditQuery(params: URLSearchParams) {
  const given: Record<string, string> = {};
  let problem: string | null = null;
  for (const name of NAMES) {
    const text = params.get(name) ?? "";
    if (text === "") continue;
    if (AuditFilter.safeParse({ [name]: text }).success) given[name] = text;
    else problem = t("Part of this address can’t be used and was left out.");
  }
  return { given, problem, filter: AuditFilter.parse(given) };
}
