import { isLinkSignature, linkSignature } from "~/lib/crypto.server";
import { env } from "~/lib/env.server";

const idBytes = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idText = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
const subject = (tenantId: string, bookingId: string) => `manage:${tenantId}:${bookingId}`;

/**
 * The guest's private URL of one booking: both ids and a 128-bit signature, not guessable and not
 * stored.
 */
export function manageUrl(tenantId: string, bookingId: string): string {
  const ids = Buffer.concat([idBytes(tenantId), idBytes(bookingId)]).toString("base64url");
  return `${env.BASE_URL}/manage/${ids}.${linkSignature(subject(tenantId, bookingId))}`;
}

/** The booking that a manage link opens; null unless this service signed it. */
export function readManageToken(token: string): { tenant_id: string; booking_id: string } | null {
  const [ids = "", signature = ""] = token.split(".");
  const bytes = Buffer.from(ids, "base64url");
  if (bytes.length !== 32) return null;
  const tenant_id = idText(bytes.subarray(0, 16));
  const booking_id = idText(bytes.subarray(16));
  return isLinkSignature(subject(tenant_id, booking_id), signature)
    ? { tenant_id, booking_id }
    : null;
}
