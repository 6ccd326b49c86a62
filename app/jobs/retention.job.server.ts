import { log } from "~/lib/log.server";
import { defineJob } from "./define-job";
import { deleteOldRows } from "./retention.sql.server";

export default defineJob({
  name: "retention.run",
  concurrency: 1,
  cron: "43 2 * * *",
  run: async () => log.info({ deleted: await deleteOldRows() }, "deleted old rows"),
});
