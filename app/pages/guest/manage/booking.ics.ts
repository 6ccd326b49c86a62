import type { LoaderFunctionArgs } from "@remix-run/node";
import { openManageLink } from "~/domain/guest-page/open-manage-link.server";
import { answerRefusal, noSuchBooking, openGuest } from "~/http/guest-request.server";
import { tokenPageHeaders } from "~/http/security-headers.server";
import { guestIcs } from "./guest-ics.server";

/** Downloads a guest's booking as a calendar file. */
export const loader = (args: LoaderFunctionArgs) => download(args).catch(answerRefusal);

async function download(args: LoaderFunctionArgs): Promise<Response> {
  const guest = await openGuest(args, openManageLink);
  if (guest === null) return noSuchBooking();
  return new Response(guestIcs(guest.subject), {
    headers: {
      ...tokenPageHeaders,
      "Content-Type": "text/calendar; charset=utf-8; method=PUBLISH",
      "Content-Disposition": 'attachment; filename="booking.ics"',
    },
  });
}
