import type { SlotJob } from "~/contract/slots";
import { enqueue } from "~/jobs/queue.server";
import { AppError, notFound } from "~/lib/app-error";
import { isConstraint, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { retryWhenStale } from "~/lib/retry-when-stale";
import { writeAudit } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { addGenerated, fillSlots, horizonOf, nothingGenerated } from "./fill-slots.server";
import { readPlanned } from "./read-schedule.server";
import {
  beginSlotJob,
  clearSlotJobs,
  endSlotJob,
  findSlotJob,
  insertSlotJob,
  noteProgress,
  type SlotTask,
} from "./slot-job-rows.sql.server";

/** Starts a job that makes slots. Throws in_use while another such job of the tenant is running. */
export async function startSlotJob(
  actor: StaffActor,
  tasks: SlotTask[],
  total: number,
): Promise<{ job: SlotJob }> {
  const tenant_id = actor.tenant.id;
  const id = newId();
  try {
    await transaction(async (db) => {
      await clearSlotJobs(db, tenant_id);
      await insertSlotJob(db, tenant_id, id, total, tasks);
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

/** The progress of a job. Throws not_found. */
export async function readSlotJob(actor: StaffActor, id: string): Promise<SlotJob> {
  const found = await findSlotJob(actor.tenant.id, id);
  if (found === undefined) throw notFound("Job", id);
  return found;
}

/** Runs the job. Idempotent: a restart creates nothing twice. */
export async function runSlotJob(tenantId: string, jobId: string): Promise<void> {
  const onProgress = (made: number) => noteProgress(tenantId, jobId, made);
  let total = nothingGenerated;
  for (const task of await beginSlotJob(tenantId, jobId))
    total = addGenerated(total, await runTask(tenantId, task, onProgress));
  const { created, kept, removed } = total;
  await endSlotJob(tenantId, jobId, { created, kept, removed });
}

/** Reads the schedule when the task starts, and again when it is saved meanwhile. */
function runTask(tenantId: string, task: SlotTask, onProgress: (made: number) => Promise<void>) {
  return retryWhenStale(async () => {
    const planned = await readPlanned(tenantId, task.schedule_id);
    if (planned === null) return nothingGenerated;
    const { resource_ids } = planned.schedule;
    const ids = task.resource_ids.filter((id) => resource_ids.includes(id));
    return fillSlots(planned, ids, task.range ?? horizonOf(planned.schedule), { onProgress });
  });
}
