import { checkDueConnections } from "~/domain/payments/check-payable.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "payments.check",
  concurrency: 1,
  cron: "*/5 * * * *",
  run: async () => void (await checkDueConnections()),
});
