import { sendMessage } from "~/domain/email/send-message.server";
import { defineJob } from "./define-job";

export default defineJob({ name: "message.send", concurrency: 10, run: sendMessage });
