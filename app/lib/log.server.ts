import pino from "pino";
import { env } from "./env.server";

/** JSON lines on stdout. Secrets, cookies, codes and guests' addresses never get here; the list below is the second fence. */
export const log = pino({
  level: env.NODE_ENV === "test" ? "silent" : env.LOG_LEVEL,
  base: undefined,
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
