import { pool } from "~/lib/db.server";

const BATCH = 5_000;

/** Of each tenant in turn, so that the index that begins with the tenant serves. */
const perTenant = (table: string, condition: string) =>
  `select r.ctid from tenant t cross join lateral (
    select ctid from ${table} where tenant_id = t.id and ${condition} limit ${BATCH}) r limit ${BATCH}`;

/** What is kept how long. An event takes its deliveries and their attempts with it. */
const OLD_ROWS: Record<string, string> = {
  event: perTenant("event", "created_at < now() - interval '30 days' and relayed_at is not null"),
  audit_row: perTenant("audit_row", "at < now() - interval '400 days'"),
  idempotency_key: `select ctid from idempotency_key where created_at < now() - interval '24 hours' limit ${BATCH}`,
  verification_code: `select ctid from verification_code where expires_at < now() - interval '24 hours' limit ${BATCH}`,
  invitation: `select ctid from invitation where expires_at < now() - interval '30 days' limit ${BATCH}`,
  rate_limit: `select ctid from rate_limit where expire < extract(epoch from now()) * 1000 limit ${BATCH}`,
  mail_usage: `select ctid from mail_usage where day < current_date - 1 limit ${BATCH}`,
  session: `select ctid from session where least(expires_at, idle_expires_at) < now() limit ${BATCH}`,
};

/** Deletes what is past its time, in batches; returns how many rows of each table went. */
export async function deleteOldRows(): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const [table, old] of Object.entries(OLD_ROWS)) {
    deleted[table] = 0;
    for (let last = BATCH; last >= BATCH;) {
      const result = await pool.query(`delete from ${table} where ctid = any(array(${old}))`);
      last = result.rowCount ?? 0;
      deleted[table] += last;
    }
  }
  return deleted;
}
