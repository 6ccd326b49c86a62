import { AuditFilter } from "~/contract/audit";
import { readListQuery } from "~/ui/list-query";

const NAMES = ["entity", "entity_id", "actor", "action", "from", "to", "cursor"] as const;

/** Parses the audit log's URL. */
export function readAuditQuery(params: URLSearchParams) {
  const { given, problem } = readListQuery(params, NAMES, AuditFilter);
  return { given, filter: AuditFilter.parse(given), problem };
}
