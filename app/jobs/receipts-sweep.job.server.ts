import { issueDueReceipts } from "~/domain/receipts/issue-receipts.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "receipts.sweep",
  concurrency: 1,
  cron: "* * * * *",
  run: async () => {
    await issueDueReceipts();
  },
});
