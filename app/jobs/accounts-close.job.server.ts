import { closeDueAccounts } from "~/domain/account/close-account.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "accounts.close",
  concurrency: 1,
  cron: "* * * * *",
  run: closeDueAccounts,
});
