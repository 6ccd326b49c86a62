import { settleQueued } from "~/domain/payments/sync-payment.server";
import { defineJob } from "./define-job";

export default defineJob({ name: "payments.settle", concurrency: 10, run: settleQueued });
