import { queueDueReads } from "~/domain/calendars/queue-read.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "calendars.sweep",
  concurrency: 1,
  cron: "* * * * *",
  run: async () => void (await queueDueReads()),
});
