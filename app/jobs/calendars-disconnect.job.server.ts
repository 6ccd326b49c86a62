import { endConnection } from "~/domain/calendars/disconnect-calendars.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "calendars.disconnect",
  concurrency: 5,
  per_tenant: 2,
  run: async ({ tenant_id, connection_id }) => void (await endConnection(tenant_id, connection_id)),
});
