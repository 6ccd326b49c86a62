import { applyBusy } from "~/domain/calendars/apply-busy.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "calendars.apply",
  concurrency: 2,
  run: async ({ tenant_id, resource_id }) => void (await applyBusy(tenant_id, resource_id)),
});
