import { env } from "~/lib/env.server";
import { readBytes, readToken, signBytes, signToken } from "~/lib/signed-token.server";

interface ManageLink {
  tenant_id: string;
  booking_id: string;
}

/** The guest's private URL of one booking, not guessable and not stored. */
export function manageUrl(tenant_id: string, booking_id: string): string {
  const link: ManageLink = { tenant_id, booking_id };
  return `${env.BASE_URL}/manage/${signToken("manage", link)}`;
}

/** The same for a text message, whose every character counts: the ids as bytes instead of JSON. */
export function shortManageUrl(tenant_id: string, booking_id: string): string {
  const ids = Buffer.from(`${tenant_id}${booking_id}`.replaceAll("-", ""), "hex");
  return `${env.BASE_URL}/manage/${signBytes("manage", ids)}`;
}

/** The booking that a manage link opens; null unless this service signed it. */
export function readManageToken(token: string): ManageLink | null {
  const ids =
    token.length === SHORT_TOKEN ? readBytes("manage", token)?.toString("hex") : undefined;
  if (ids === undefined) return readToken("manage", token);
  return { tenant_id: uuidOf(ids.slice(0, 32)), booking_id: uuidOf(ids.slice(32)) };
}

/** Two ids in base64url, a dot and the signature: no JSON is that short. */
const SHORT_TOKEN = 43 + 1 + 22;

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
