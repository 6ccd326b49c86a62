import sql from "sql-template-tag";
import { inSteps, tenantsAfter } from "~/lib/in-steps.sql.server";
import { visitTenants } from "~/lib/tenant-round.server";

const BATCH = 5_000;

/**
 * Deletes the text of messages after 30 days. The record that they were sent is kept longer
 * (lib/retention.sql.ts).
 */
export async function forgetOldMessages(): Promise<void> {
  await visitTenants("messages", tenantsAfter, (tenantId) =>
    inSteps(
      BATCH,
      sql`update message set html = null, text = null, sealed = null, attachments = '[]'
        where tenant_id = ${tenantId} and id in (
          select id from message where tenant_id = ${tenantId} and created_at < now() - interval '30 days'
            and (html is not null or text is not null or sealed is not null) limit ${BATCH})`,
    ),
  );
}
