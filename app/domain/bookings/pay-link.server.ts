import { isLinkSignature, linkSignature } from "~/lib/crypto.server";
import { manageUrl } from "./manage-link.server";

interface Paid {
  tenant_id: string;
  id: string;
}

const subject = ({ tenant_id, id }: Paid, address: string) =>
  `return:${tenant_id}:${id}:${address}`;

/**
 * The URL where a guest pays for a booking: it opens the checkout only when followed, so that
 * booking does not wait for the payment provider and a repeated call returns the same URL.
 * `returnUrl` was checked against the key's origins; its signature proves that.
 */
export function payUrl(booking: Paid, returnUrl: string | undefined): string {
  const url = `${manageUrl(booking.tenant_id, booking.id)}/pay`;
  if (returnUrl === undefined) return url;
  const to = `${Buffer.from(returnUrl).toString("base64url")}.${linkSignature(subject(booking, returnUrl))}`;
  return `${url}?to=${to}`;
}

/** The return URL of a pay link; null if it has none or we did not sign it. */
export function readReturnAddress(booking: Paid, to: string | null): string | null {
  const [encoded = "", signature = ""] = (to ?? "").split(".");
  const address = Buffer.from(encoded, "base64url").toString("utf8");
  return address !== "" && isLinkSignature(subject(booking, address), signature) ? address : null;
}
