import pino from "pino";
import { env } from "./env.server";
import { describeError } from "./describe-error";

/**
 * JSON lines on stdout. Secrets, cookies, codes and guests' addresses are never logged; the
 * redaction list below is a second line of defence.
 */
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
