import { join } from "node:path";
import { env } from "~/lib/env.server";
import { outboxSender } from "./email/outbox.server";
import type { EmailSender } from "./email/port";

const emailDrivers: Record<typeof env.EMAIL_DRIVER, () => EmailSender> = {
  outbox: () => outboxSender(join(env.DATA_DIR, "outbox")),
};

/** How mail leaves, by EMAIL_DRIVER. */
export const emailSender: EmailSender = emailDrivers[env.EMAIL_DRIVER]();
