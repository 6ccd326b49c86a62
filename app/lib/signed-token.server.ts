import { isLinkSignature, linkSignature } from "./crypto.server";

/**
 * A token that proves this service wrote `content`: JSON and a 128-bit signature, both base64url.
 * Nothing is stored. A token is valid for its `purpose` only.
 */
export function signToken(purpose: string, content: unknown): string {
  const payload = Buffer.from(JSON.stringify(content)).toString("base64url");
  return `${payload}.${linkSignature(`${purpose}:${payload}`)}`;
}

/** The content of a token; null unless it was signed for this purpose. */
export function readToken<T>(purpose: string, token: string): T | null {
  const [payload = "", signature = "", ...rest] = token.split(".", 3);
  if (rest.length > 0 || !isLinkSignature(`${purpose}:${payload}`, signature)) return null;
  return JSON.parse(Buffer.from(payload, "base64url").toString()) as T;
}
