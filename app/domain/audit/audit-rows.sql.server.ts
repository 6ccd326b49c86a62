import sql from "sql-template-tag";
import type { Sql } from "~/lib/db.server";
import type { auditRow } from "./write-audit.server";

export async function insertAuditRow(db: Sql, row: ReturnType<typeof auditRow>): Promise<void> {
  await db.query(
    sql`insert into audit_row (tenant_id, id, actor, action, entity, entity_id, about, diff, request_id)
        values (${row.tenant_id}, ${row.id}, ${row.actor}, ${row.action}, ${row.entity}, ${row.entity_id}, ${row.about}, ${row.diff},
          ${row.request_id})`,
  );
}
