import { keepInOutbox } from "../outbox-folder.server";
import type { EmailSender } from "./port";

/** For development and tests: each mail becomes one JSON file in `folder`. */
export function outboxSender(folder: string): EmailSender {
  return {
    async send({ from: _from, reply_to: _replyTo, metadata: _metadata, ...message }) {
      return { provider_id: await keepInOutbox(folder, { channel: "email", ...message }) };
    },
    check: async () => undefined, // the folder is made with the first message
  };
}
