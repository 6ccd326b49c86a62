import { isLinkSignature, linkSignature } from "~/lib/crypto.server";
import { env } from "~/lib/env.server";

const subject = (tenantId: string, id: string) => `booking-link:${tenantId}:${id}`;
const ID = /^[A-Za-z0-9_-]{22}$/;

/**
 * The token of a booking link: its id and a 128-bit signature, not guessable and not stored. The
 * tenant is that of the key it is used with.
 */
export function linkToken(tenantId: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
  return `${bytes}.${linkSignature(subject(tenantId, id))}`;
}

/** The link's id from a token; null unless this service signed it for the tenant. */
export function readLinkToken(tenantId: string, token: string): string | null {
  const [encoded = "", signature = "", ...rest] = token.slice(0, 100).split(".");
  if (!ID.test(encoded) || rest.length > 0) return null;
  const hex = Buffer.from(encoded, "base64url").toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return isLinkSignature(subject(tenantId, id), signature) ? id : null;
}

export const linkUrl = (slug: string, token: string): string =>
  `${env.BASE_URL}/book/${slug}?link=${token}`;
