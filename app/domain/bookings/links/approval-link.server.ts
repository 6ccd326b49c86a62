import { env } from "~/lib/env.server";
import { readToken, signToken } from "~/lib/signed-token.server";

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
export type ApprovalAction = "approve" | "decline";

/** The private URL with which one member approves or declines one booking until `expires_at`. */
export const approvalUrl = (link: ApprovalLink): string =>
  `${env.BASE_URL}/approvals/${signToken("approval", link)}`;

/** The token's content, expired or not; null unless this service signed it. */
export function readApprovalToken(token: string): ApprovalLink | null {
  const link = readToken<ApprovalLink>("approval", token);
  return link && { ...link, expires_at: new Date(link.expires_at) };
}
