import { z } from "zod";
import { DateOrInstant, Id, Instant, Json, pageOf, PageQuery, text } from "./common";
import { operation, session } from "./operation";

/** One change: who made it, of what, and each field before and after. */
export const AuditRow = z.object({
  id: Id,
  at: Instant,
  actor: z.object({
    kind: z.string(),
    id: z.string().nullable(),
    name: z.string().nullable().describe("of the user or key, while there is one"),
  }),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string().nullable(),
  diff: z.record(z.string(), Json).describe("what changed: field, then [before, after]"),
  request_id: z.string().nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

export const AuditFilter = PageQuery.extend({
  entity: text(40).optional(),
  entity_id: text(80).optional(),
  actor: text(80).optional().describe("the id of a user or key"),
  action: text(80).optional(),
  from: DateOrInstant.optional(),
  to: DateOrInstant.optional().describe("before the end of this day, or before this instant"),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const audit = {
  list: operation({
    method: "GET",
    path: "/api/audit",
    caller: session("admin"),
    summary: "Who did what, the newest first; kept for 400 days",
    query: AuditFilter,
    returns: pageOf(AuditRow),
    errors: ["not_ready"],
  }),
};
