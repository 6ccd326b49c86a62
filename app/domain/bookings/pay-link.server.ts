import { isLinkSignature, linkSignature } from "~/lib/crypto.server";
import { manageUrl } from "./manage-link.server";

interface Paid {
  tenant_id: string;
  id: string;
}

const subject = ({ tenant_id, id }: Paid, address: string) =>
  `return:${tenant_id}:${id}:${address}`;

/**
 * Where a guest pays a booking: an address of ours that opens the checkout when it is followed, so that a booking is not kept waiting for
 * the payment provider, and a repeated call answers the same. `returnUrl` was checked against the key's origins; its signature says so.
 */
export function payUrl(booking: Paid, returnUrl: string | undefined): string {
  const url = `${manageUrl(booking.tenant_id, booking.id)}/pay`;
  if (returnUrl === undefined) return url;
  const to = `${Buffer.from(returnUrl).toString("base64url")}.${linkSignature(subject(booking, returnUrl))}`;
  return `${url}?to=${to}`;
}

/** The return address of a pay link; null where it has none, or one that was not signed here. */
export function readReturnAddress(booking: Paid, to: string | null): string | null {
  const [encoded = "", signature = ""] = (to ?? "").split(".");
  const address = Buffer.from(encoded, "base64url").toString("utf8");
  return address !== "" && isLinkSignature(subject(booking, address), signature) ? address : null;
}
