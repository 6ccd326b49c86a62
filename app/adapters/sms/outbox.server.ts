import { keepInOutbox } from "../outbox-folder.server";
import type { SmsSender } from "./port";

/** For development and tests: writes each SMS as a JSON file to `folder`. */
export function outboxSmsSender(folder: string): SmsSender {
  return {
    async send({ to, text }) {
      return {
        provider_id: await keepInOutbox(folder, {
          channel: "sms",
          to,
          subject: "",
          html: "",
          text,
        }),
      };
    },
  };
}
