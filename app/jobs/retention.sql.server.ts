import sql, { empty, raw, type Sql as Part } from "sql-template-tag";
import { forgetSlots } from "~/domain/slots/forget-slots.sql.server";
import { inSteps, tenantsAfter } from "~/lib/in-steps.sql.server";
import { retention, SLOT_DAYS } from "~/lib/retention.sql";
import { tableKinds } from "~/lib/tables";
import { visitTenants } from "~/lib/tenant-round.server";

/** Rows per statement, so that no lock is held for long. */
const BATCH = 5_000;
const STEP_OF_JOBS = 1_000;

interface OldRows {
  table: string;
  /** Columns that identify a row (within a tenant). */
  key: string;
  isOld: (tenantId: string) => Part;
}

/**
 * Finished jobs are deleted; failed ones are kept for a week for diagnosis. pg-boss's own archive
 * is not used.
 */
const OF_THE_QUEUE: OldRows[] = [
  {
    table: "pgboss.job",
    key: "name, id",
    isOld:
      () => sql`(state in ('completed', 'cancelled') and completed_on < now() - interval '1 hour')
      or (state = 'failed' and completed_on < now() - interval '7 days') or (state < 'active' and keep_until < now())`,
  },
  { table: "pgboss.archive", key: "name, id", isOld: () => sql`true` },
];

/** Tables of the nightly deletion, with or without a tenant column. */
function oldRows(isOfTenants: boolean): OldRows[] {
  return Object.entries(retention).flatMap(([table, { nightly }]) =>
    nightly !== undefined &&
    (tableKinds[table as keyof typeof tableKinds] === "tenant") === isOfTenants
      ? [{ table, ...nightly }]
      : [],
  );
}

/** Deletes expired rows in steps, tenant by tenant; returns the number per table. */
export async function deleteOldRows(): Promise<Record<string, number>> {
  const [ofTenants, ofNobody] = [oldRows(true), oldRows(false)];
  const deleted = Object.fromEntries(
    ["slot", ...[...ofTenants, ...ofNobody].map(({ table }) => table)].map((table) => [table, 0]),
  );
  const add = (table: string, count: number) => {
    deleted[table] = (deleted[table] ?? 0) + count;
    return count;
  };
  await visitTenants("retention", tenantsAfter, async (tenantId) => {
    let ofTenant = add("slot", await forgetSlots(tenantId, SLOT_DAYS));
    for (const rows of ofTenants)
      ofTenant += add(rows.table, await deleteInSteps(rows, BATCH, tenantId));
    return ofTenant;
  });
  for (const rows of ofNobody) add(rows.table, await deleteInSteps(rows, BATCH));
  return deleted;
}

/** Deletes finished jobs in steps; returns their number. */
export async function deleteFinishedJobs(): Promise<number> {
  let deleted = 0;
  for (const rows of OF_THE_QUEUE) deleted += await deleteInSteps(rows, STEP_OF_JOBS);
  return deleted;
}

/** Selects keys of old rows, at most `step`. */
export function findOld({ table, key, isOld }: OldRows, step: number, tenantId?: string): Part {
  const tenant = tenantId === undefined ? empty : sql`tenant_id = ${tenantId} and`;
  return sql`select ${raw(key)} from ${raw(table)} where ${tenant} (${isOld(tenantId ?? "")}) limit ${step}`;
}

function deleteInSteps(rows: OldRows, step: number, tenantId?: string): Promise<number> {
  const tenant = tenantId === undefined ? empty : sql`tenant_id = ${tenantId} and`;
  // The age is checked twice: a key reused in between stays.
  return inSteps(
    step,
    sql`delete from ${raw(rows.table)} where ${tenant} (${rows.isOld(tenantId ?? "")}) and (${raw(rows.key)}) in (
      ${findOld(rows, step, tenantId)})`,
  );
}
