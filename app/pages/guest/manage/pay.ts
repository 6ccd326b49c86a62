import { type OpenedLink, openManageLink } from "~/domain/guest-page/open-manage-link.server";
import { dueOf } from "~/domain/bookings/balance";
import { ensureCheckout } from "~/domain/payments/create-checkout.server";
import { readReturnAddress } from "~/domain/bookings/pay-link.server";
import { guestPage } from "~/http/guest-page.server";
import { AppError } from "~/lib/app-error";

/**
 * Redirects to checkout, reusing an open session. The guest page shows an error if payment isn't
 * possible or the amount has changed.
 */
const route = guestPage<OpenedLink>({
  open: openManageLink,
  missing: () => new Response("There is no such booking.\n", { status: 404 }),
  show: async ({ subject: { actor, booking }, url }) => {
    const address = readReturnAddress(booking.row, url.searchParams.get("to"));
    const addresses = address === null ? {} : { success_url: address, cancel_url: address };
    const own = url.pathname.replace(/\/pay$/, "");
    const before = url.searchParams.get("amount");
    if (before !== null && before !== String(dueOf(booking.row)))
      return seeOther(`${own}?done=price_changed&before=${encodeURIComponent(before)}`);
    const Location = await ensureCheckout(actor, booking.row.id, addresses).then(
      ({ checkout }) => checkout.checkout_url,
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        return `${own}?done=${error.code === "provider_unavailable" ? "pay_later" : "not_payable"}`;
      },
    );
    return seeOther(Location);
  },
});
const seeOther = (Location: string) => new Response(null, { status: 303, headers: { Location } });

export const loader = route.loader;
