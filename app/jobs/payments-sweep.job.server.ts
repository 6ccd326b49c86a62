import { queueDuePayments } from "~/domain/payments/settle-due.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "payments.sweep",
  concurrency: 1,
  cron: "* * * * *",
  run: async () => void (await queueDuePayments()),
});
