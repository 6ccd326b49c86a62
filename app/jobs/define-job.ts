import type { JobName, JobPayloads } from "./job-names";

export interface Job<Name extends JobName = JobName> {
  name: Name;
  /** How many run at the same time in one worker. */
  concurrency: number;
  /** How many of one company's run at the same time in one worker; those of other companies go before the rest. Without it: any. */
  per_tenant?: number;
  /** Cron schedule, five fields, UTC. */
  cron?: string;
  /** Must be safe to run twice. What it throws is logged, and the job runs again by its queue's rules. */
  run(data: JobPayloads[Name]): Promise<void>;
}

/** A job: the default export of a file `<name>.job.server.ts` in this folder, which the worker discovers. */
export function defineJob<Name extends JobName>(job: Job<Name>): Job<Name> {
  return job;
}
