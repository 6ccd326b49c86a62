import { env } from "~/lib/env.server";
import { readToken, signToken } from "~/lib/signed-token.server";

interface ManageLink {
  tenant_id: string;
  booking_id: string;
}

/** The guest's private URL of one booking, not guessable and not stored. */
export function manageUrl(tenant_id: string, booking_id: string): string {
  const link: ManageLink = { tenant_id, booking_id };
  return `${env.BASE_URL}/manage/${signToken("manage", link)}`;
}

/** The booking that a manage link opens; null unless this service signed it. */
export const readManageToken = (token: string): ManageLink | null => readToken("manage", token);
