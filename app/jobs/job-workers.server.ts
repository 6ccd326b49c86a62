import PgBoss from "pg-boss";
import { pool, transaction } from "~/lib/db.server";
import { inSpan } from "~/lib/trace.server";
import type { Job } from "./define-job";
import { type JobName, queueRules } from "./job-names";
import { logFailure } from "./log-failure";
import { startLoop } from "./loop";
import { deleteFinishedJobs } from "./retention.sql.server";
import { type TaskRunner, startTaskRunner } from "./task-runner";
import { createQueue, enqueue, executorOf, queueOptions } from "./queue.server";
import { claimJob } from "./queues.sql.server";

const POLL_MS = 1000;
/** How often pg-boss looks for jobs of dead workers. */
const MAINTENANCE_SECONDS = 10;
/**
 * pg-boss would archive and delete finished jobs in one statement. Disabled; deleteFinishedJobs
 * works in steps.
 */
const NEVER_SECONDS = 10 * 365 * 86_400;
const FINISHED_IDLE_MS = 60_000;

type FetchedJob = Pick<PgBoss.Job<never>, "id" | "name" | "data">;

export interface JobWorkers {
  /** Stops fetching and drains; jobs still running after `ms` are released. */
  stop(ms: number): Promise<void>;
}

/** Starts pg-boss with maintenance and cron, and works every job's queue. */
export async function startJobWorkers(jobs: Job[]): Promise<JobWorkers> {
  const boss = new PgBoss({
    db: executorOf(pool),
    migrate: false,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    archiveCompletedAfterSeconds: NEVER_SECONDS,
  });
  boss.on("error", (error) =>
    logFailure(error, { loop: "job queue" }, "the job queue reports an error"),
  );
  await boss.start();
  for (const name of Object.keys(queueRules) as JobName[]) {
    await transaction((db) => createQueue(name, db)); // retried after a deadlock with a concurrent enqueue
    await boss.updateQueue(name, queueOptions(name)); // its rules may have changed
  }
  await planCron(boss, jobs);
  const cleaning = startLoop("finished jobs", FINISHED_IDLE_MS, async () => {
    await deleteFinishedJobs();
    return false;
  });
  const runners = jobs.map((job) => startJob(boss, job));

  return {
    stop: async (ms) => {
      const ended = Promise.all(runners.map((runner) => runner.stop()));
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
      clearTimeout(timer);
      for (const { running } of runners)
        for (const { name, id } of running)
          await boss.fail(name, id, { reason: "the worker was stopped" });
      await cleaning.stop();
      await boss.stop({ timeout: 1000 });
    },
  };
}

function startJob(boss: PgBoss, job: Job): TaskRunner<FetchedJob> {
  return startTaskRunner<FetchedJob>({
    name: job.name,
    capacity: job.concurrency,
    idle_ms: POLL_MS,
    claim: (room, running) =>
      job.per_tenant === undefined
        ? boss.fetch<never>(job.name, { batchSize: room })
        : claimInTurn(job.name, job.per_tenant, room, running),
    run: async ({ id, data }) => {
      try {
        const { traceparent } = data as { traceparent?: string }; // set by the queue when tracing
        await inSpan(`job ${job.name}`, { kind: "consumer", parent: traceparent ?? null }, () =>
          job.run(data),
        );
      } catch (error) {
        logFailure(error, { job: job.name, id }, "a job failed");
        await boss.fail(job.name, id, { reason: error instanceof Error ? error.name : "unknown" });
        return;
      }
      await boss.complete(job.name, id);
    },
  });
}

/** Claims at most `room` jobs, and per company no more than `perTenant` may run. */
async function claimInTurn(
  name: JobName,
  perTenant: number,
  room: number,
  running: ReadonlySet<FetchedJob>,
): Promise<FetchedJob[]> {
  const counts = new Map<string, number>();
  const count = ({ data }: FetchedJob) => {
    const { tenant_id = "" } = data as { tenant_id?: string };
    counts.set(tenant_id, (counts.get(tenant_id) ?? 0) + 1);
  };
  running.forEach(count);
  const claimed: FetchedJob[] = [];
  while (claimed.length < room) {
    const busy = [...counts].flatMap(([id, jobs]) => (jobs >= perTenant ? [id] : []));
    const job = await claimJob<never>(pool, name, busy);
    if (job === undefined) break;
    count(job);
    claimed.push(job);
  }
  return claimed;
}

/** Synchronizes the cron table with the job files, including removals. */
async function planCron(boss: PgBoss, jobs: Job[]): Promise<void> {
  const planned = jobs.filter((job) => job.cron !== undefined);
  for (const { name } of await boss.getSchedules())
    if (!planned.some((job) => job.name === name)) await boss.unschedule(name);
  for (const { name, cron = "" } of planned) {
    await boss.schedule(name, cron, {}, { tz: "UTC", singletonKey: name });
    // A worker that was down at the scheduled time catches up when it starts.
    await enqueue(name, {} as never, { singletonKey: name });
  }
}
