import { readToken, signToken } from "~/lib/signed-token.server";
import { manageUrl } from "./manage-link.server";

interface Paid {
  tenant_id: string;
  id: string;
}

const purpose = ({ tenant_id, id }: Paid) => `return:${tenant_id}:${id}`;

/**
 * The URL where a guest pays for a booking: it opens the checkout only when followed, so that
 * booking does not wait for the payment provider and a repeated call returns the same URL.
 * `returnUrl` was checked against the key's origins; its signature proves that.
 */
export function payUrl(booking: Paid, returnUrl: string | undefined): string {
  const url = `${manageUrl(booking.tenant_id, booking.id)}/pay`;
  if (returnUrl === undefined) return url;
  return `${url}?to=${signToken(purpose(booking), returnUrl)}`;
}

/** The return URL of a pay link; null if it has none or we did not sign it. */
export const readReturnAddress = (booking: Paid, to: string | null): string | null =>
  to === null ? null : readToken(purpose(booking), to);
