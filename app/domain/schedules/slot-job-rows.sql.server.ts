import sql from "sql-template-tag";
import type { SlotJob } from "~/contract/slots";
import { pool, type Sql } from "~/lib/db.server";

/**
 * Slots to make for some resources of a schedule: in [from, to) (epoch ms), or over its whole
 * horizon.
 */
export interface SlotTask {
  schedule_id: string;
  resource_ids: string[];
  range: { from: number; to: number } | null;
}

/** Without progress for this long a job counts as failed: its queue has stopped retrying. */
const SILENT_MINUTES = 30;

/** How long the result of an ended job can be read. */
const KEPT_DAYS = 30;

/** Marks the tenant's stalled jobs as failed and deletes those that ended long ago. */
export async function clearSlotJobs(db: Sql, tenantId: string): Promise<void> {
  await db.query(
    sql`update slot_job set state = 'failed' where tenant_id = ${tenantId} and state in ('waiting', 'running')
        and updated_at < now() - ${SILENT_MINUTES}::int * interval '1 minute'`,
  );
  await db.query(
    sql`delete from slot_job where tenant_id = ${tenantId} and state in ('done', 'failed')
        and updated_at < now() - ${KEPT_DAYS}::int * interval '1 day'`,
  );
}

/** Throws the constraint slot_job_at_work while another job of the tenant is running. */
export async function insertSlotJob(
  db: Sql,
  tenantId: string,
  id: string,
  total: number,
  tasks: SlotTask[],
): Promise<void> {
  await db.query(
    sql`insert into slot_job (tenant_id, id, total, task) values (${tenantId}, ${id}, ${total}, ${JSON.stringify(tasks)})`,
  );
}

/** The progress of a job; undefined: there is none. */
export async function findSlotJob(tenantId: string, id: string): Promise<SlotJob | undefined> {
  const found = await pool.query<SlotJob>(
    sql`select id, state, least(done, total) as done, total, result from slot_job where tenant_id = ${tenantId} and id = ${id}`,
  );
  return found.rows[0];
}

/**
 * The tenant's last job, while it is running and for a day after; without progress for too long it
 * counts as failed.
 */
export async function readLastSlotJob(tenantId: string): Promise<SlotJob | null> {
  const found = await pool.query<SlotJob>(
    sql`select id, least(done, total) as done, total, result,
          case when state in ('waiting', 'running') and updated_at < now() - ${SILENT_MINUTES}::int * interval '1 minute'
            then 'failed' else state end as state
        from slot_job where tenant_id = ${tenantId} and updated_at > now() - interval '1 day' order by created_at desc, id desc limit 1`,
  );
  return found.rows[0] ?? null;
}

/** Starts or restarts a job and returns its tasks; none if it has ended. */
export async function beginSlotJob(tenantId: string, id: string): Promise<SlotTask[]> {
  const started = await pool.query<{ task: SlotTask[] }>(
    sql`update slot_job set state = 'running', done = 0, updated_at = now()
        where tenant_id = ${tenantId} and id = ${id} and state in ('waiting', 'running') returning task`,
  );
  return started.rows[0]?.task ?? [];
}

/** Adds `made` slots to the job's progress. */
export async function noteProgress(tenantId: string, id: string, made: number): Promise<void> {
  await pool.query(
    sql`update slot_job set done = done + ${made}::int, updated_at = now() where tenant_id = ${tenantId} and id = ${id}`,
  );
}

export async function endSlotJob(
  tenantId: string,
  id: string,
  result: SlotJob["result"],
): Promise<void> {
  await pool.query(
    sql`update slot_job set state = 'done', done = total, result = ${JSON.stringify(result)}, updated_at = now()
        where tenant_id = ${tenantId} and id = ${id} and state = 'running'`,
  );
}
