import { isHttps } from "~/lib/env.server";
import { readCookie } from "./session-cookie.server";

const NAME = "pp_oauth_state";
/** Path below /api to which calendar providers redirect. */
export const CALENDARS_SLOT = "calendar-connections";
/** Lifetime of the state in minutes, as in domain/payments/connect.server.ts. */
const MINUTES = 10;

// Lax, because the cookie must be sent when the provider redirects the browser back. Scoped to the
// provider's callback path.
const attributes = (path: string) =>
  `Path=/api/${path}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** The state of a provider connection that this browser has started, or null. */
export function readConnectState(request: Request): string | null {
  return readCookie(request, NAME);
}

export function connectStateCookie(path: string, state: string): string {
  return `${NAME}=${state}; ${attributes(path)}; Max-Age=${MINUTES * 60}`;
}

function redirect(location: string, cookie: string): Response {
  return new Response(null, { status: 302, headers: { Location: location, "Set-Cookie": cookie } });
}

/** Redirects to the provider's consent page and stores the state in a cookie. */
export function redirectToProvider(
  path: string,
  { url, state }: { url: string; state: string },
): Response {
  return redirect(url, connectStateCookie(path, state));
}

/** Redirects from the provider's callback to one of our pages and clears the state. */
export function redirectFromProvider(path: string, location: string): Response {
  return redirect(location, `${NAME}=; ${attributes(path)}; Max-Age=0`);
}
