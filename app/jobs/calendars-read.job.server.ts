import { readQueued } from "~/domain/calendars/read.server";
import { defineJob } from "./define-job";

// A read mostly waits for its provider.
export default defineJob({
  name: "calendars.read",
  concurrency: 16,
  per_tenant: 2,
  run: readQueued,
});
