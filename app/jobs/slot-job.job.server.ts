import { runSlotJob } from "~/domain/schedules/slot-jobs.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "slots.job",
  concurrency: 2,
  run: ({ tenant_id, job_id }) => runSlotJob(tenant_id, job_id),
});
