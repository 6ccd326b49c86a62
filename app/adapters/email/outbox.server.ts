import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { clock } from "~/lib/clock";
import { newId } from "~/lib/ids";
import type { EmailSender } from "./port";

/** For development and tests: each message becomes one JSON file in `folder`, whole or not at all, readable by this user alone. */
export function outboxSender(folder: string): EmailSender {
  return {
    async send({ from: _from, reply_to: _replyTo, ...message }) {
      const id = newId();
      const file = { id, channel: "email", ...message, created_at: clock.date().toISOString() };
      await mkdir(folder, { recursive: true });
      // Under another name until it is complete: who reads the folder never meets half a message.
      const unfinished = join(folder, `.${id}.tmp`);
      await writeFile(unfinished, JSON.stringify(file, null, 2), { mode: 0o600 });
      await rename(unfinished, join(folder, `${id}.json`));
      return { provider_id: id };
    },
  };
}
