import { resumeStalledErasures } from "~/domain/privacy/erase-customer.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "erasures.sweep",
  concurrency: 1,
  cron: "* * * * *",
  run: async () => void (await resumeStalledErasures()),
});
