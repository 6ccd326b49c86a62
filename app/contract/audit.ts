import { z } from "zod";
import { DateOrInstant, Id, Instant, Json, pageOf, PageQuery, text } from "./common";
import { operation, session } from "./operation";

export const AuditRow = z
  .object({
    id: Id.describe("ID of the entry."),
    at: Instant.describe("When the change was made, in UTC."),
    actor: z
      .object({
        kind: z.string().describe("What made the change, e.g. a user, a key or the system."),
        id: z.string().nullable().describe("ID of the user or key; null if there is none."),
        name: z
          .string()
          .nullable()
          .describe("Name of the user or key, while it exists; null otherwise."),
      })
      .describe("Who made the change."),
    action: z.string().describe("What was done."),
    entity: z.string().describe("Type of record changed."),
    entity_id: z.string().nullable().describe("ID of the record changed; null if there is none."),
    diff: z.record(z.string(), Json).describe("Fields changed, each as [before, after]."),
    request_id: z
      .string()
      .nullable()
      .describe("X-Request-Id of the call; null for changes by the system."),
  })
  .describe("A change in the audit log.");
export type AuditRow = z.infer<typeof AuditRow>;

export const AuditFilter = PageQuery.extend({
  entity: text(40).optional().describe("Only changes of this type of record."),
  entity_id: text(80).optional().describe("Only changes of this record."),
  actor: text(80).optional().describe("Only changes by this user or key, by its ID."),
  action: text(80).optional().describe("Only this action."),
  from: DateOrInstant.optional().describe("Only changes at or after this date or time."),
  to: DateOrInstant.optional().describe(
    "Only changes before this time, or before the end of this date.",
  ),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const audit = {
  list: operation({
    method: "GET",
    path: "/api/audit",
    caller: session("admin"),
    summary: "List changes, newest first; kept for 400 days",
    query: AuditFilter,
    returns: pageOf(AuditRow),
    errors: ["not_ready"],
  }),
};
