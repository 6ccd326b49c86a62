import { readQueued } from "~/domain/calendars/read.server";
import { defineJob } from "./define-job";

export default defineJob({ name: "calendars.read", concurrency: 4, run: readQueued });
