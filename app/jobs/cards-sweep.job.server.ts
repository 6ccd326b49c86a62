import { forgetOldCards } from "~/domain/payments/forget-cards.server";
import { chargeDueFees } from "~/domain/payments/decide-fee.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "cards.sweep",
  concurrency: 1,
  cron: "*/5 * * * *",
  run: async () => {
    await chargeDueFees();
    await forgetOldCards();
  },
});
