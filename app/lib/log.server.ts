import pino from "pino";
import { env } from "./env.server";
import { describeError } from "./describe-error";

/** JSON lines on stdout. Secrets, cookies, codes and guests' addresses never get here; whatever slips through by mistake is removed by the list below. */
export const log = pino({
  level: env.NODE_ENV === "test" ? "silent" : env.LOG_LEVEL,
  base: undefined,
  serializers: { err: describeError },
  redact: {
    paths: [
      "*.authorization",
      "*.cookie",
      "*.secret",
      "*.token",
      "*.code",
      "*.password",
      "*.email",
      "*.phone",
      "*.body",
    ],
    censor: "[redacted]",
  },
});
