import { keepInOutbox } from "../outbox-folder.server";
import type { SmsSender } from "./port";

/** For development and tests: writes each text message as a JSON file to `folder`. */
export function outboxSmsSender(folder: string): SmsSender {
  return {
    async send({ to, text, channel = "sms", template }) {
      return {
        provider_id: await keepInOutbox(folder, {
          channel,
          to,
          subject: "",
          html: "",
          text,
          ...(template && { template }),
        }),
      };
    },
  };
}
