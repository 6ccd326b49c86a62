import { pushCalendar } from "~/domain/calendars/push.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "calendars.push",
  concurrency: 10,
  per_tenant: 2,
  run: ({ tenant_id, calendar_id }) => pushCalendar(tenant_id, calendar_id),
});
