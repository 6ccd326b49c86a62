import { stopQueued } from "~/domain/calendars/channels.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "calendars.stop",
  concurrency: 5,
  per_tenant: 2,
  run: (data) => stopQueued(data),
});
