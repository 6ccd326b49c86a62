import { isEqual, linkSignature } from "~/lib/crypto.server";
import { isHttps } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { readCookie } from "./session-cookie.server";

const NAME = isHttps ? "__Host-device" : "device";
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
/** The longest lifetime that browsers allow a cookie. */
const DAYS = 400;

const signatureOf = (id: string, email: string) =>
  linkSignature(`device ${id} ${email.toLowerCase()}`);

/**
 * The id of this browser if this email address has signed in with it before. Such a browser has a
 * separate allowance of sign-in codes.
 */
export function readDevice(request: Request, email: string): string | null {
  const [id = "", signature = ""] = (readCookie(request, NAME) ?? "").split(".");
  return isEqual(signature, signatureOf(id, email)) ? id : null;
}

/**
 * Marks a browser that has just signed in. A browser already marked for this address keeps its id.
 */
export function deviceCookie(request: Request, email: string): string {
  const id = readDevice(request, email) ?? newId();
  return `${NAME}=${id}.${signatureOf(id, email)}; ${ATTRIBUTES}; Max-Age=${DAYS * 86_400}`;
}
