import sql from "sql-template-tag";
import type { SlotJob } from "~/contract/slots";
import { enqueue } from "~/jobs/queue.server";
import { AppError, notFound } from "~/lib/app-error";
import { isConstraint, pool, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { addGenerated, fillSlots, horizonOf, nothingGenerated } from "./fill-slots.server";
import { readPlanned } from "./read-schedule.server";

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

/** Makes slots after the answer. Throws in_use while another such job of the tenant is at work. */
export async function startSlotJob(actor: StaffActor, tasks: SlotTask[], total: number): Promise<{ job: SlotJob }> {
  const tenant_id = actor.tenant.id;
  const id = newId();
  try {
    await transaction(async (db) => {
      await db.query(
        sql`update slot_job set state = 'failed' where tenant_id = ${tenant_id} and state in ('waiting', 'running')
            and updated_at < now() - ${SILENT_MINUTES}::int * interval '1 minute'`,
      );
      await db.query(
        sql`delete from slot_job where tenant_id = ${tenant_id} and state in ('done', 'failed')
            and updated_at < now() - ${KEPT_DAYS}::int * interval '1 day'`,
      );
      await db.query(
        sql`insert into slot_job (tenant_id, id, total, task) values (${tenant_id}, ${id}, ${total}, ${JSON.stringify(tasks)})`,
      );
      await writeAudit(db, actor, {
        action: "slots.job_started",
        entity: "slot_job",
        entity_id: id,
        diff: { total, schedules: tasks.map(({ schedule_id }) => schedule_id) },
      });
      await enqueue("slots.job", { tenant_id, job_id: id }, { db });
    });
  } catch (error) {
    if (isConstraint(error, "slot_job_at_work"))
      throw new AppError("in_use", "Slots are being made already. Try again when that is done.");
    throw error;
  }
  return { job: await readSlotJob(actor, id) };
}

/** How far a job is. Throws not_found. */
export async function readSlotJob(actor: StaffActor, id: string): Promise<SlotJob> {
  const found = await pool.query<SlotJob>(
    sql`select id, state, least(done, total) as done, total, result from slot_job where tenant_id = ${actor.tenant.id} and id = ${id}`,
  );
  if (found.rows[0] === undefined) throw notFound();
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

/** The job's part. Run again from the start it makes nothing twice. */
export async function runSlotJob(tenantId: string, jobId: string): Promise<void> {
  const isThis = sql`tenant_id = ${tenantId} and id = ${jobId}`;
  const started = await pool.query<{ task: SlotTask[] }>(
    sql`update slot_job set state = 'running', done = 0, updated_at = now() where ${isThis} and state in ('waiting', 'running') returning task`,
  );
  const onProgress = async (made: number) =>
    void (await pool.query(sql`update slot_job set done = done + ${made}::int, updated_at = now() where ${isThis}`));
  let total = nothingGenerated;
  for (const task of started.rows[0]?.task ?? [])
    total = addGenerated(total, await runTask(tenantId, task, onProgress));
  const { created, kept, removed } = total;
  await pool.query(
    sql`update slot_job set state = 'done', done = total, result = ${JSON.stringify({ created, kept, removed })}, updated_at = now()
        where ${isThis} and state = 'running'`,
  );
}

/** With the schedule as it is when its turn comes, and again when it is saved meanwhile. */
async function runTask(tenantId: string, task: SlotTask, onProgress: (made: number) => Promise<void>) {
  for (;;) {
    const planned = await readPlanned(tenantId, task.schedule_id);
    if (planned === null) return nothingGenerated;
    const { resource_ids } = planned.schedule;
    const ids = task.resource_ids.filter((id) => resource_ids.includes(id));
    const done = await fillSlots(planned, ids, task.range ?? horizonOf(planned.schedule), { onProgress });
    if (done !== null) return done;
  }
}
