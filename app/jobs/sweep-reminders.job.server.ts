import { queueReminders } from "~/domain/email/reminders.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "reminders.sweep",
  concurrency: 1,
  cron: "* * * * *",
  run: async () => {
    while ((await queueReminders()) > 0);
  },
});
