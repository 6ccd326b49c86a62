import { queueReminders } from "~/domain/email/reminders.server";
import { queueTextReminders } from "~/domain/email/text-reminders.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "reminders.sweep",
  concurrency: 1,
  cron: "* * * * *",
  run: async () => {
    while ((await queueReminders()) > 0);
    while ((await queueTextReminders()) > 0);
  },
});
