import { forgetOldMessages } from "~/domain/email/forget-messages.sql.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "messages.forget",
  concurrency: 1,
  cron: "51 2 * * *",
  run: () => forgetOldMessages(),
});
