import { sendQueuedMail } from "~/domain/email/mail-queue.server";
import { defineJob } from "./define-job";

export default defineJob({ name: "email.send", concurrency: 5, run: sendQueuedMail });
