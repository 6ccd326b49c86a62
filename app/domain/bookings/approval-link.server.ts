import { isLinkSignature, linkSignature } from "~/lib/crypto.server";
import { env } from "~/lib/env.server";

/** The content of an approve or decline link in the email about a pending booking. */
export interface ApprovalLink {
  tenant_id: string;
  booking_id: string;
  /** The member it was sent to, and on whose behalf it acts. */
  user_id: string;
  action: ApprovalAction;
  /**
   * The booking's version at the time of the email. Any later change invalidates the link, so it
   * acts at most once.
   */
  version: number;
  expires_at: Date;
}
export type ApprovalAction = (typeof ACTIONS)[number];

const ACTIONS = ["approve", "decline"] as const;
const ID_BYTES = 16;
const VERSION_AT = 3 * ID_BYTES + 1;
const EXPIRY_AT = VERSION_AT + 4;
const LENGTH = EXPIRY_AT + 4;

const subject = (payload: string) => `approval:${payload}`;

/**
 * The private URL with which one member approves or declines one booking until `expires_at` (to the
 * second). Stateless: nothing is stored.
 */
export function approvalUrl({
  tenant_id,
  booking_id,
  user_id,
  action,
  version,
  expires_at,
}: ApprovalLink): string {
  const bytes = Buffer.alloc(LENGTH);
  for (const [index, id] of [tenant_id, booking_id, user_id].entries())
    bytes.write(id.replaceAll("-", ""), index * ID_BYTES, "hex");
  bytes.writeUInt8(ACTIONS.indexOf(action), VERSION_AT - 1);
  bytes.writeUInt32BE(version, VERSION_AT);
  bytes.writeUInt32BE(Math.floor(expires_at.getTime() / 1000), EXPIRY_AT);
  const payload = bytes.toString("base64url");
  return `${env.BASE_URL}/approvals/${payload}.${linkSignature(subject(payload))}`;
}

/** The token's content, expired or not; null unless this service signed it. */
export function readApprovalToken(token: string): ApprovalLink | null {
  const [payload = "", signature = ""] = token.split(".");
  if (!isLinkSignature(subject(payload), signature)) return null;
  const bytes = Buffer.from(payload, "base64url");
  const action = bytes.length === LENGTH ? ACTIONS[bytes.readUInt8(VERSION_AT - 1)] : undefined;
  if (action === undefined) return null;
  const [tenant_id, booking_id, user_id] = [0, 1, 2].map((index) => idAt(bytes, index));
  return {
    tenant_id: tenant_id!,
    booking_id: booking_id!,
    user_id: user_id!,
    action,
    version: bytes.readUInt32BE(VERSION_AT),
    expires_at: new Date(bytes.readUInt32BE(EXPIRY_AT) * 1000),
  };
}

function idAt(bytes: Buffer, index: number): string {
  const hex = bytes.toString("hex", index * ID_BYTES, (index + 1) * ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
