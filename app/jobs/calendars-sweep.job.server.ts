import { queueDueChannels } from "~/domain/calendars/channels.server";
import { queueDueEndings } from "~/domain/calendars/disconnect-calendars.server";
import { queueDuePushes } from "~/domain/calendars/queue-pushes.server";
import { queueDueReads } from "~/domain/calendars/queue-read.server";
import { notifyBrokenConnections } from "~/domain/calendars/notify-broken-connections.server";
import { defineJob } from "./define-job";

export default defineJob({
  name: "calendars.sweep",
  concurrency: 1,
  cron: "* * * * *",
  run: async () => {
    await queueDueReads();
    await queueDuePushes();
    await queueDueChannels();
    await queueDueEndings();
    await notifyBrokenConnections();
  },
});
