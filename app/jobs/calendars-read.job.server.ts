import { readQueued } from "~/domain/calendars/read.server";
import { defineJob } from "./define-job";

// Mostly waiting for the provider.
export default defineJob({
  name: "calendars.read",
  concurrency: 16,
  per_tenant: 2,
  run: readQueued,
});
