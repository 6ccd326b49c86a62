import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";
import { inSteps } from "~/lib/in-steps.sql.server";
import { visitTenants } from "~/lib/tenant-round.server";

const STEP = 500;
/** Rows read to find tenants, however many tenants they belong to. */
const READ = 500;
const ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** Tenants with rows that lack the ids they concern. */
async function tenantsWithout(after: string, limit: number): Promise<string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    sql`select distinct tenant_id from (
          select tenant_id from audit_row where about is null and tenant_id > ${after}::uuid order by tenant_id limit ${READ}
        ) without order by tenant_id limit ${limit}`,
  );
  return found.rows.map(({ tenant_id }) => tenant_id);
}

/**
 * Adds the ids they concern (write-audit.server.ts) to audit rows written before that column
 * existed, in steps; returns how many. Until then erasure and export search for ids in their text.
 */
export async function fillAuditIds(): Promise<number> {
  return visitTenants("audit ids", tenantsWithout, (tenantId) =>
    inSteps(
      STEP,
      sql`update audit_row set about = array(
            select distinct (m.found)[1]::uuid from regexp_matches(lower(concat(entity_id, ' ', diff)), ${ID}::text, 'g') as m(found))
          where tenant_id = ${tenantId} and id in (
            select id from audit_row where tenant_id = ${tenantId} and about is null order by id limit ${STEP})`,
    ),
  );
}
