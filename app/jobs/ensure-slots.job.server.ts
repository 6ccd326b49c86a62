import { ensureSchedule } from "~/domain/schedules/ensure-slots.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "slots.ensure",
  concurrency: 2,
  run: ({ tenant_id, schedule_id }) => ensureSchedule(tenant_id, schedule_id),
});
