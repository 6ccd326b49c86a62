import type { LoaderFunctionArgs } from "@remix-run/node";
import { FeeKind } from "~/contract/card-on-file";
import { dueNowOf } from "~/domain/bookings/read/balance";
import { readReturnAddress } from "~/domain/bookings/links/pay-link.server";
import { openManageLink } from "~/domain/guest-page/open-manage-link.server";
import { ensureCheckout } from "~/domain/payments/create-checkout.server";
import { answerRefusal, noSuchBooking, openGuest } from "~/http/guest-request.server";
import { tokenPageHeaders } from "~/http/security-headers.server";
import { AppError } from "~/lib/app-error";

/** Redirects to checkout. */
export const loader = (args: LoaderFunctionArgs) => pay(args).catch(answerRefusal);

/**
 * Reuses an open session. The guest page shows an error if payment isn't possible or the amount has
 * changed.
 */
async function pay(args: LoaderFunctionArgs): Promise<Response> {
  const guest = await openGuest(args, openManageLink);
  if (guest === null) return noSuchBooking();
  const { actor, booking } = guest.subject;
  const query = guest.url.searchParams;
  const address = readReturnAddress(booking.row, query.get("to"));
  const addresses = address === null ? {} : { success_url: address, cancel_url: address };
  const own = guest.url.pathname.replace(/\/pay$/, "");
  const before = query.get("amount");
  if (before !== null && before !== String(dueNowOf(booking.row)))
    return seeOther(`${own}?done=price_changed&before=${encodeURIComponent(before)}`);
  const fee = FeeKind.safeParse(query.get("fee")).data;
  const Location = await ensureCheckout(actor, booking.row.id, addresses, { fee }).then(
    ({ checkout }) => checkout.checkout_url,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return `${own}?done=${error.code === "provider_unavailable" ? "pay_later" : "not_payable"}`;
    },
  );
  return seeOther(Location);
}

const seeOther = (Location: string) =>
  new Response(null, { status: 303, headers: { ...tokenPageHeaders, Location } });
