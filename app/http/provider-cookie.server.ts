import { SIGN_IN_MINUTES } from "~/domain/identity/provider-sign-in.server";
import { isHttps } from "~/lib/env.server";
import { readCookie } from "./session-cookie.server";

/**
 * Like the session cookie: `__Host-` on https, so that no other host of the domain can plant one.
 */
const NAME = isHttps ? "__Host-provider-sign-in" : "provider-sign-in";
// Lax, because the cookie must be sent when the provider redirects the browser back.
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** The state of a provider sign-in that this browser has started, or null. */
export function readProviderCookie(request: Request): string | null {
  return readCookie(request, NAME);
}

export function providerCookie(state: string): string {
  return `${NAME}=${state}; ${ATTRIBUTES}; Max-Age=${SIGN_IN_MINUTES * 60}`;
}

export function endedProviderCookie(): string {
  return `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;
}
