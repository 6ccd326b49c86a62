import { fillAuditIds } from "~/domain/audit/fill-audit-ids.sql.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "audit.ids",
  concurrency: 1,
  cron: "*/10 * * * *",
  run: async () => void (await fillAuditIds()),
});
