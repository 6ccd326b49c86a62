import sql from "sql-template-tag";
import type { SlotJob } from "~/contract/slots";
import { pool, type Sql } from "~/lib/db.server";

/** Slots of some resources of a schedule to make: in [from, to) (epoch ms), or over its whole horizon. */
export interface SlotTask {
  schedule_id: string;
  resource_ids: string[];
  range: { from: number; to: number } | null;
}

/** A job that has said nothing for this long is given up: its queue has stopped trying. */
const SILENT_MINUTES = 30;

/** How long a job that has ended can be asked for. */
const KEPT_DAYS = 30;

/** The tenant's jobs that went silent have failed, and those that ended long ago go. */
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

/** Throws the constraint slot_job_at_work while another of the tenant's is at work. */
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

/** How far a job is; undefined: there is none. */
export async function findSlotJob(tenantId: string, id: string): Promise<SlotJob | undefined> {
  const found = await pool.query<SlotJob>(
    sql`select id, state, least(done, total) as done, total, result from slot_job where tenant_id = ${tenantId} and id = ${id}`,
  );
  return found.rows[0];
}

/** The last job of the tenant, while it is at work and for a day after; one that has said nothing for too long has failed. */
export async function readLastSlotJob(tenantId: string): Promise<SlotJob | null> {
  const found = await pool.query<SlotJob>(
    sql`select id, least(done, total) as done, total, result,
          case when state in ('waiting', 'running') and updated_at < now() - ${SILENT_MINUTES}::int * interval '1 minute'
            then 'failed' else state end as state
        from slot_job where tenant_id = ${tenantId} and updated_at > now() - interval '1 day' order by created_at desc, id desc limit 1`,
  );
  return found.rows[0] ?? null;
}

/** Begins a job, or begins it again, and says what it has to do; nothing where it has ended. */
export async function beginSlotJob(tenantId: string, id: string): Promise<SlotTask[]> {
  const started = await pool.query<{ task: SlotTask[] }>(
    sql`update slot_job set state = 'running', done = 0, updated_at = now()
        where tenant_id = ${tenantId} and id = ${id} and state in ('waiting', 'running') returning task`,
  );
  return started.rows[0]?.task ?? [];
}

/** Notes that `made` slots more are there. */
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
