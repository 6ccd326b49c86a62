import sql from "sql-template-tag";
import { pool } from "~/lib/db.server";

const BATCH = 5_000;

/** What messages said is kept 30 days, that they were sent 400 days (as long as the audit log); used tokens are of no use at all. */
export async function forgetOldMessages(): Promise<void> {
  await repeat(
    sql`update message set html = null, text = null, sealed = null, attachments = '[]'
      where ctid = any(array(select ctid from message where created_at < now() - interval '30 days'
        and (html is not null or text is not null or sealed is not null) limit ${BATCH}))`,
  );
  await repeat(
    sql`delete from message where ctid = any(array(
      select m.ctid from tenant t cross join lateral (
        select ctid from message where tenant_id = t.id and created_at < now() - interval '400 days' limit ${BATCH}) m limit ${BATCH}))`,
  );
  await repeat(
    sql`delete from verification_token where ctid = any(array(
      select ctid from verification_token where expires_at < now() limit ${BATCH}))`,
  );
}

async function repeat(statement: ReturnType<typeof sql>): Promise<void> {
  for (let last = BATCH; last >= BATCH;) last = (await pool.query(statement)).rowCount ?? 0;
}
