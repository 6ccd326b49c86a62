import { keepInOutbox } from "../outbox-folder.server";
import type { EmailSender } from "./port";

/** For development and tests: writes each email as a JSON file to `folder`. */
export function outboxSender(folder: string): EmailSender {
  return {
    async send({ from: _from, reply_to: _replyTo, metadata: _metadata, ...message }) {
      return { provider_id: await keepInOutbox(folder, { channel: "email", ...message }) };
    },
    check: async () => undefined, // the folder is created with the first message
  };
}
