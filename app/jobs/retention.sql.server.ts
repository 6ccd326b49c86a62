import sql, { empty, raw } from "sql-template-tag";
import { inSteps, tenantsAfter } from "~/lib/in-steps.sql.server";
import { visitTenants } from "~/lib/tenant-round.server";

/** Rows of one statement: a step holds no lock for long. */
const BATCH = 5_000;
const STEP_OF_JOBS = 1_000;

interface OldRows {
  table: string;
  /** The columns that name a row (of a tenant). */
  key: string;
  isOld: string;
}

/** What is kept how long. An event takes its deliveries and their attempts with it. */
const OF_TENANTS: OldRows[] = [
  {
    table: "event",
    key: "id",
    isOld: "created_at < now() - interval '30 days' and relayed_at is not null",
  },
  { table: "audit_row", key: "id", isOld: "at < now() - interval '400 days'" },
  {
    table: "idempotency_key",
    key: "route, key",
    isOld: "created_at < now() - interval '24 hours'",
  },
  { table: "calendar_left", key: "booking_id, calendar_hash", isOld: "goes_at < now()" },
  { table: "mail_usage", key: "day, recipient_hash", isOld: "day < current_date - 1" },
];
const OF_NOBODY: OldRows[] = [
  { table: "verification_code", key: "id", isOld: "expires_at < now() - interval '24 hours'" },
  { table: "invitation", key: "tenant_id, id", isOld: "expires_at < now() - interval '30 days'" },
  { table: "rate_limit", key: "key", isOld: "expire < extract(epoch from now()) * 1000" },
  {
    table: "calendar_channel",
    key: "id",
    isOld: "least(expires_at, stopped_at) < now() - interval '30 days'",
  },
  { table: "session", key: "token_hash", isOld: "least(expires_at, idle_expires_at) < now()" },
];
/** Finished jobs are of no use any more; failed ones are kept a week, so that the reason can be found. pg-boss's own archive is not used. */
const OF_THE_QUEUE: OldRows[] = [
  {
    table: "pgboss.job",
    key: "name, id",
    isOld: `(state in ('completed', 'cancelled') and completed_on < now() - interval '1 hour')
      or (state = 'failed' and completed_on < now() - interval '7 days') or (state < 'active' and keep_until < now())`,
  },
  { table: "pgboss.archive", key: "name, id", isOld: "true" },
];

/** Deletes what is past its time, in steps and tenant by tenant; returns how many rows of each table went. */
export async function deleteOldRows(): Promise<Record<string, number>> {
  const deleted = Object.fromEntries([...OF_TENANTS, ...OF_NOBODY].map(({ table }) => [table, 0]));
  await visitTenants("retention", tenantsAfter, async (tenantId) => {
    let ofTenant = 0;
    for (const rows of OF_TENANTS) {
      const gone = await deleteInSteps(rows, BATCH, tenantId);
      deleted[rows.table] = (deleted[rows.table] ?? 0) + gone;
      ofTenant += gone;
    }
    return ofTenant;
  });
  for (const rows of OF_NOBODY) deleted[rows.table] = await deleteInSteps(rows, BATCH);
  return deleted;
}

/** Deletes finished jobs in steps; returns how many went. */
export async function deleteFinishedJobs(): Promise<number> {
  let deleted = 0;
  for (const rows of OF_THE_QUEUE) deleted += await deleteInSteps(rows, STEP_OF_JOBS);
  return deleted;
}

function deleteInSteps(
  { table, key, isOld }: OldRows,
  step: number,
  tenantId?: string,
): Promise<number> {
  const tenant = tenantId === undefined ? empty : sql`tenant_id = ${tenantId} and`;
  // The age is checked twice: a key that was used again meanwhile stays.
  return inSteps(
    step,
    sql`delete from ${raw(table)} where ${tenant} (${raw(isOld)}) and (${raw(key)}) in (
      select ${raw(key)} from ${raw(table)} where ${tenant} (${raw(isOld)}) limit ${step})`,
  );
}
