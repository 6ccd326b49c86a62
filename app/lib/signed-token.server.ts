import { isLinkSignature, linkSignature } from "./crypto.server";

/**
 * A token that proves this service wrote `content`: JSON and a 128-bit signature, both base64url.
 * Nothing is stored. A token is valid for its `purpose` only.
 */
export function signToken(purpose: string, content: unknown): string {
  return signBytes(purpose, Buffer.from(JSON.stringify(content)));
}

/** signToken for bytes, where a JSON object would be too long. */
export function signBytes(purpose: string, content: Buffer): string {
  const payload = content.toString("base64url");
  return `${payload}.${linkSignature(`${purpose}:${payload}`)}`;
}

/** The content of a token; null unless it was signed for this purpose. */
export function readToken<T>(purpose: string, token: string): T | null {
  const content = readBytes(purpose, token);
  return content === null ? null : (JSON.parse(content.toString()) as T);
}

/** The bytes of a token; null unless it was signed for this purpose. */
export function readBytes(purpose: string, token: string): Buffer | null {
  const [payload = "", signature = "", ...rest] = token.split(".", 3);
  if (rest.length > 0 || !isLinkSignature(`${purpose}:${payload}`, signature)) return null;
  return Buffer.from(payload, "base64url");
}
