import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import type { Prisma } from "../../../prisma/generated/client";
import { type Actor, actorRecord } from "../identity/actor";
import { insertAuditRow } from "./audit-rows.sql.server";
import { fitDiff } from "./fit-diff";

export { changedFields } from "./changed-fields";

export interface AuditEntry {
  action: string;
  entity: string;
  entity_id: string | null;
  /** Changes: field → [before, after]. Never a secret, never a guest's address. */
  diff?: Record<string, unknown>;
}

/** An audit row to be written through Prisma in the same transaction. */
export function auditRow(actor: Actor, entry: AuditEntry) {
  const diff = entry.diff ?? {};
  return {
    tenant_id: actor.tenant.id,
    id: newId(),
    actor: actorRecord(actor),
    action: entry.action,
    entity: entry.entity,
    entity_id: entry.entity_id,
    about: idsIn(`${entry.entity_id} ${JSON.stringify(diff)}`),
    diff: fitDiff(diff) as Prisma.InputJsonObject, // JSON by construction: values of contract schemas
    request_id: actor.request_id,
  };
}

/** A person's export and erasure find the row by these, so that callers need not list them. */
function idsIn(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))];
}

/** Writes an audit row in the transaction of the action. */
export async function writeAudit(db: Sql, actor: Actor, entry: AuditEntry): Promise<void> {
  await insertAuditRow(db, auditRow(actor, entry));
}
