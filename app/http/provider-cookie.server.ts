import { SIGN_IN_MINUTES } from "~/domain/identity/provider-sign-in.server";
import { isHttps } from "~/lib/env.server";
import { readCookie } from "./session-cookie.server";

/** As the session's: `__Host-` where https allows it, so that no other host of the domain can plant one. */
const NAME = isHttps ? "__Host-provider-sign-in" : "provider-sign-in";
// Lax: it must come along when the provider sends the browser back.
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** What this browser keeps of a sign-in at a provider that it has started; null for none. */
export function readProviderCookie(request: Request): string | null {
  return readCookie(request, NAME);
}

export function providerCookie(kept: string): string {
  return `${NAME}=${kept}; ${ATTRIBUTES}; Max-Age=${SIGN_IN_MINUTES * 60}`;
}

export function endedProviderCookie(): string {
  return `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;
}
