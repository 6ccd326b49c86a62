import type { Prisma } from "../../../prisma/generated/client";
import type { Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { type Actor, actorRecord } from "../identity/actor";

export { changedFields } from "./changed-fields";

export interface AuditEntry {
  action: string;
  entity: string;
  entity_id: string | null;
  /** What changed: field → [before, after]. Never a secret, never a guest's address. */
  diff?: Record<string, unknown>;
}

/** The row that records who did what, for a write through Prisma in the same transaction. */
export function auditRow(actor: Actor, entry: AuditEntry) {
  return {
    tenant_id: actor.tenant.id,
    id: newId(),
    actor: actorRecord(actor),
    action: entry.action,
    entity: entry.entity,
    entity_id: entry.entity_id,
    diff: (entry.diff ?? {}) as Prisma.InputJsonObject, // JSON by construction: values of contract schemas
    request_id: actor.request_id,
  };
}

/** Records who did what, in the transaction that does it. */
export async function writeAudit(db: Sql, actor: Actor, entry: AuditEntry): Promise<void> {
  const row = auditRow(actor, entry);
  await db.query(
    `insert into audit_row (tenant_id, id, actor, action, entity, entity_id, diff, request_id) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.tenant_id, row.id, row.actor, row.action, row.entity, row.entity_id, row.diff, row.request_id],
  );
}
