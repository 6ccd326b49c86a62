import type { JobName, JobPayloads } from "./job-names";

export interface Job<Name extends JobName = JobName> {
  name: Name;
  /** Concurrent runs per worker. */
  concurrency: number;
  /** Concurrent runs per company and worker; other companies go first. Unlimited if omitted. */
  per_tenant?: number;
  /** Cron schedule, five fields, UTC. */
  cron?: string;
  /** Must be idempotent. Errors are logged, and the job is retried by its queue's rules. */
  run(data: JobPayloads[Name]): Promise<void>;
}

/**
 * Defines a job: the default export of `<name>.job.server.ts` in this folder, discovered by the
 * worker.
 */
export function defineJob<Name extends JobName>(job: Job<Name>): Job<Name> {
  return job;
}
