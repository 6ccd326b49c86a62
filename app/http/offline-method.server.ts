import { OfflineMethod } from "~/contract/fields";
import { isHttps } from "~/lib/env.server";
import { readCookie } from "./session-cookie.server";

// The desk's choice of how money is received, for the next payment in this browser.

const NAME = "offline_method";
/** One year. */
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** The method chosen last, else cash. */
export const readOfflineMethod = (request: Request): OfflineMethod =>
  OfflineMethod.safeParse(readCookie(request, NAME)).data ?? "cash";

/** Set-Cookie that remembers a method. */
export const offlineMethodCookie = (method: OfflineMethod): string =>
  `${NAME}=${method}; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax; HttpOnly${isHttps ? "; Secure" : ""}`;
