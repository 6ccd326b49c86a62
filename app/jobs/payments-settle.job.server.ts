import { settleQueued } from "~/domain/payments/settle-due.server";
import { defineJob } from "./define-job";

export default defineJob({ name: "payments.settle", concurrency: 10, run: settleQueued });
