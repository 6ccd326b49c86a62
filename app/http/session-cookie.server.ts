import { ABSOLUTE_DAYS } from "~/domain/identity/sessions.sql.server";
import { isHttps } from "~/lib/env.server";

/** `__Host-` requires https (RFC 6265bis); development over http uses the plain name. */
const NAME = isHttps ? "__Host-session" : "session";
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

export function readSessionCookie(request: Request): string | null {
  return readCookie(request, NAME);
}

export const sessionTokenIn = (header: string): string | null => cookieIn(header, NAME);

/** The value of a cookie that needs no decoding, or null. */
export function readCookie(request: Request, name: string): string | null {
  return cookieIn(request.headers.get("Cookie") ?? "", name);
}

function cookieIn(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const at = pair.indexOf("=");
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

export function sessionCookie(token: string): string {
  return `${NAME}=${token}; ${ATTRIBUTES}; Max-Age=${ABSOLUTE_DAYS * 86_400}`;
}

export function endedSessionCookie(): string {
  return `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;
}
