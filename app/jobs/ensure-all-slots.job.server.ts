import { ensureAllSlots } from "~/domain/schedules/ensure-slots.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "slots.ensure_all",
  concurrency: 1,
  cron: "17 0 * * *",
  run: () => ensureAllSlots(),
});
