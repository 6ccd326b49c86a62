import sql from "sql-template-tag";
import { inSteps, tenantsAfter } from "~/lib/in-steps.sql.server";
import { visitTenants } from "~/lib/tenant-round.server";

const BATCH = 5_000;

/** What messages said is kept 30 days, that they were sent 400 days (as long as the audit log); used tokens are of no use at all. */
export async function forgetOldMessages(): Promise<void> {
  await visitTenants("messages", tenantsAfter, async (tenantId) => {
    const emptied = await inSteps(
      BATCH,
      sql`update message set html = null, text = null, sealed = null, attachments = '[]'
        where tenant_id = ${tenantId} and id in (
          select id from message where tenant_id = ${tenantId} and created_at < now() - interval '30 days'
            and (html is not null or text is not null or sealed is not null) limit ${BATCH})`,
    );
    const deleted = await inSteps(
      BATCH,
      sql`delete from message where tenant_id = ${tenantId} and id in (
        select id from message where tenant_id = ${tenantId} and created_at < now() - interval '400 days' limit ${BATCH})`,
    );
    return emptied + deleted;
  });
  await inSteps(
    BATCH,
    sql`delete from verification_token where token_hash in (
      select token_hash from verification_token where expires_at < now() limit ${BATCH})`,
  );
}
