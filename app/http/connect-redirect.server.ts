import { isHttps } from "~/lib/env.server";
import { readCookie } from "./session-cookie.server";

const NAME = "pp_oauth_state";
/** Where calendars' providers lead back to, below /api. */
export const CALENDARS_SLOT = "calendar-connections";
/** As long as the state may be used, minutes (domain/payments/connect.server.ts). */
const MINUTES = 10;

// Lax: it must come along when the provider sends the browser back. Only the addresses of its slot see it.
const attributes = (slot: string) =>
  `Path=/api/${slot}; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** The state of a connection to a payment or calendar provider that this browser has begun; null for none. */
export function readConnectState(request: Request): string | null {
  return readCookie(request, NAME);
}

export function connectStateCookie(slot: string, state: string): string {
  return `${NAME}=${state}; ${attributes(slot)}; Max-Age=${MINUTES * 60}`;
}

function redirect(location: string, cookie: string): Response {
  return new Response(null, { status: 302, headers: { Location: location, "Set-Cookie": cookie } });
}

/** To the provider's consent page; the browser keeps the state until it comes back. */
export function redirectToProvider(
  slot: string,
  { url, state }: { url: string; state: string },
): Response {
  return redirect(url, connectStateCookie(slot, state));
}

/** Back from the provider to a page of ours; the state has been used. */
export function redirectFromProvider(slot: string, location: string): Response {
  return redirect(location, `${NAME}=; ${attributes(slot)}; Max-Age=0`);
}
