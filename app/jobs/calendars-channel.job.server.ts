import { openChannel } from "~/domain/calendars/channels.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "calendars.channel",
  concurrency: 5,
  per_tenant: 2,
  run: ({ tenant_id, calendar_id }) => openChannel(tenant_id, calendar_id),
});
